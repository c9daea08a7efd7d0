package dev.millrace.plan.expr;

/** What may not come out of an expression. Generated code calls this, too. */
final class ResultFaults {

  /** So many rows are looked at one by one. */
  private static final int FEW = 32;

  private ResultFaults() {}

  /** {@code value}, which is to be stored at the physical row {@code row}. */
  static double finite(double value, int row) {
    if (!Double.isFinite(value)) {
      throw new ExprFault("expression produced non-finite value at row " + row);
    }
    return value;
  }

  /** The same for all rows from {@code from} to {@code to}, exclusive. */
  static void allFinite(double[] values, int from, int to) {
    // What is not finite makes every sum that has it not finite either. So may great values.
    if (to - from > FEW && Double.isFinite(sum(values, from, to))) {
      return;
    }
    for (int row = from; row < to; row++) {
      double _ = finite(values[row], row);
    }
  }

  /** In several sums at a time, which need not wait for each other. */
  private static double sum(double[] values, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    int row = from;
    for (; row <= to - 8; row += 8) {
      a += values[row];
      b += values[row + 1];
      c += values[row + 2];
      d += values[row + 3];
      e += values[row + 4];
      f += values[row + 5];
      g += values[row + 6];
      h += values[row + 7];
    }
    for (; row < to; row++) {
      a += values[row];
    }
    return a + b + c + d + e + f + g + h;
  }

  /** {@code value} as an integer. */
  static long integral(double value, int row) {
    double finite = finite(value, row);
    if (finite != Math.rint(finite) || finite < -0x1p63 || finite >= 0x1p63) {
      throw new ExprFault(
          "expression produced %s, which is no 64-bit integer, at row %d".formatted(finite, row));
    }
    return (long) finite;
  }

  /** To be thrown for a null in a key that has none. */
  static ExprFault nullResult(String key) {
    return new ExprFault("null result for non-nullable key '%s'".formatted(key));
  }
}
