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
    if (to - from > FEW) {
      double greatest = 0;
      for (int row = from; row < to; row++) { // no jump in here: it becomes vector code
        greatest = Math.max(greatest, Math.abs(values[row]));
      }
      if (Double.isFinite(greatest)) {
        return;
      }
    }
    for (int row = from; row < to; row++) {
      double _ = finite(values[row], row);
    }
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
