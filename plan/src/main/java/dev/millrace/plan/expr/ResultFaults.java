package dev.millrace.plan.expr;

/** What may not come out of an expression. Generated code calls this, too. */
final class ResultFaults {

  private ResultFaults() {}

  /** {@code value}, which is to be stored at the physical row {@code row}. */
  static double finite(double value, int row) {
    if (!Double.isFinite(value)) {
      throw new ExprFault("expression produced non-finite value at row " + row);
    }
    return value;
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
