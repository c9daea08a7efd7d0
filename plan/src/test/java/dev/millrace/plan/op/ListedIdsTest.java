package dev.millrace.plan.op;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListedIdsTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "-5", "007", "9223372036854775807", "-9223372036854775808"})
  void takesIntegers(String text) {
    assertThat(ListedIds.isInteger(text)).isTrue();
    assertThat(Long.toString(Long.parseLong(text))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+7",
        " 8",
        "8 ",
        "12abc",
        "abc",
        "1.0",
        "٣",
        "9223372036854775808",
        "-9223372036854775809",
        "00000000000000000001",
        "99999999999999999999"
      })
  void skipsEverythingElse(String text) {
    assertThat(ListedIds.isInteger(text)).isFalse();
  }
}
