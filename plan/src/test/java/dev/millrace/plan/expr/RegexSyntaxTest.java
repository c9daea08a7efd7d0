package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexSyntaxTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "abc ~ 3",
        "a{3} ~ 3",
        "a{2,5} ~ 5",
        "a{3,} ~ 4",
        "(ab){10} ~ 40",
        "((a{10}){10}){10} ~ 1220",
        "[a-z]{4} ~ 4",
        "[]{5}]{4} ~ 4",
        "[^]]{4} ~ 4",
        "[[:alpha:]{9}]{2} ~ 2",
        "\\p{Greek}{3} ~ 3",
        "\\x{10FFFF}{3} ~ 3",
        "\\Qa{9}\\E ~ 4",
        "\\{9} ~ 3",
        "a{,3} ~ 5",
        "a{x} ~ 4",
        "a{ ~ 2"
      })
  void countsPartsWithRepeatsWrittenOut(String pattern, long atoms) {
    assertThat(RegexSize.of(pattern).atoms()).isEqualTo(atoms);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "((((((((((a{1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000})",
        "(([ab]{100}\\.){100}x{2}){10}"
      })
  void refusesWhatWouldFillTheMemory(String pattern) {
    assertThat(RegexSyntax.fault(pattern, false))
        .hasValue("Invalid regex pattern: more than 10000 parts with its repeats written out");
  }

  @Test
  void refusesGroupsThatAreTooDeep() {
    String deep = "(".repeat(1000) + "a" + ")".repeat(1000);

    assertThat(RegexSyntax.fault(deep, true))
        .hasValue("Invalid regex pattern: more than 200 groups in groups");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "^(spam|ham){1,20}$", "(?i)[^\\]]+", "\\Q(((\\E", "a{1000}"})
  void acceptsWhatIsUsual(String pattern) {
    assertThat(RegexSyntax.fault(pattern, false)).isEmpty();
    assertThat(RegexSyntax.fault(pattern, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "a**", "\\", "[\\", "(?P<n", "\\p{", "\\Q"})
  void survivesPatternsThatAreBroken(String pattern) {
    assertThat(RegexSize.of(pattern).atoms()).isLessThan(10);
  }
}
