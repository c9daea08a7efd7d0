package dev.millrace.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTextTest {
  @Test
  void writesWhatJsonKnows() {
    assertThat(JsonText.of(Map.of("a", List.of(1, 2.5, true, "x"))))
        .isEqualTo("{\"a\":[1,2.500,true,\"x\"]}");
    assertThat(JsonText.of(Collections.singletonMap("none", null))).isEqualTo("{\"none\":null}");
    assertThat(JsonText.of(Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY)))
        .isEqualTo("[null,null]");
  }

  @Test
  void escapesWhatJsonForbids() {
    assertThat(JsonText.of("a\"b\\c\nd")).isEqualTo("\"a\\\"b\\\\c\\u000ad\"");
  }
}
