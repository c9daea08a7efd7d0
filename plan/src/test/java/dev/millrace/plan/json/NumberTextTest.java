package dev.millrace.plan.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberTextTest {

  private static final Pattern FORMAT =
      Pattern.compile("-?(\\d+\\.\\d+|\\d(\\.\\d+)?e[+-]\\d{2,3})");

  private static String text(double value) {
    return new JsonBuffer().number(value).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "-7, -7.0",
    "1.5, 1.5",
    "0.1, 0.1",
    "0.3333333333333333, 0.3333333333333333",
    "100.60000000000001, 100.60000000000001",
    "12345678.25, 12345678.25",
    "123456789012345.6, 123456789012345.6",
    "999999999999999, 999999999999999.0",
    "1e15, 1e+15",
    "1.5e15, 1.5e+15",
    "1e16, 1e+16",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "0.0001, 0.0001",
    "0.00012345, 0.00012345",
    "0.00009999, 9.999e-05",
    "1e-5, 1e-05",
    "-1.25e-7, -1.25e-07",
    "1e-100, 1e-100",
    "4.9e-324, 4.9e-324",
    "NaN, null",
    "Infinity, null",
  })
  void numbersLookAsTheFormatSays(double value, String expected) {
    assertThat(text(value)).isEqualTo(expected);
  }

  @Test
  void everyNumberReadsAsItself() {
    long seed = 20_260_101;
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 200_000; i++) {
      double value =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextDouble(1000);
            case 2 -> random.nextInt(100_000) / 100.0;
            default -> random.nextDouble() * Math.pow(10, random.nextInt(-8, 18));
          };
      if (Double.isFinite(value)) {
        String text = text(value);
        boolean isScientific = value != 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15);
        if (Double.parseDouble(text) != value
            || !FORMAT.matcher(text).matches()
            || text.contains("e") != isScientific) {
          fail("seed %d: %s was written as %s", seed, value, text);
        }
      }
    }
  }
}
