package dev.millrace.dsl.eval;

import java.math.BigDecimal;

/** Numbers as JavaScript writes and reads them. */
public final class Numbers {

  private static final double LARGEST_PLAIN = 1e21;
  private static final double SMALLEST_PLAIN = 1e-6;

  private Numbers() {}

  /** The shortest text that reads back as the number. */
  public static String text(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    if (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN) {
      return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
    String text = Double.toString(value).replace(".0E", "E").replace("E-", "e-");
    return text.replace("E", "e+");
  }

  /** What a text is as a number; NaN if it is none. */
  static double parse(String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      return 0;
    }
    boolean plain = trimmed.length() <= 100 && trimmed.matches("[+-]?[0-9.]+([eE][+-]?[0-9]+)?");
    if (!plain) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(trimmed);
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }
}
