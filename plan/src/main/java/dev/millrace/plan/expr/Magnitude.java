package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;

/**
 * How great the values of an expression can become in one run, so that results which cannot
 * overflow need no check. Rounding keeps order: if no operand is beyond its bound, then what is
 * computed of the operands is not beyond what is computed of the bounds.
 */
final class Magnitude {

  private static final double OF_LONGS = 0x1p63;

  private final Frame frame;

  private Magnitude(Frame frame) {
    this.frame = frame;
  }

  /** Whether all values that {@code code}, a number, can have in the run on {@code frame} are. */
  static boolean isFinite(Code code, Frame frame) {
    return Double.isFinite(new Magnitude(frame).of(code));
  }

  /**
   * No row's value is farther from zero than this. Infinite or not a number if nothing is known,
   * which is so of everything that is computed of such a part.
   */
  private double of(Code code) {
    return switch (code) {
      case Code.Num(double value) -> Math.abs(value);
      case Code.Constant(int slot) -> Math.abs(frame.number(slot));
      case Code.Null _ -> 0;
      case Code.Cell(int slot) ->
          frame.type(slot) == KeySpec.Type.INT
              ? OF_LONGS
              : Double.POSITIVE_INFINITY;
      case Code.Binary(Expr.BinaryOp op, Code a, Code b) -> binary(op, a, b);
      case Code.Unary(Expr.UnaryOp op, Code x) ->
          switch (op) {
            case NEG, ABS -> of(x);
            case LOG1P -> Double.POSITIVE_INFINITY; // it has no value below -1
          };
      case Code.Coalesce(Code a, Code b) -> Math.max(of(a), of(b));
      case Code.If(_, Code then, Code otherwise) -> Math.max(of(then), of(otherwise));
      case Code.Truth _ -> throw new IllegalStateException("no number: " + code);
    };
  }

  private double binary(Expr.BinaryOp op, Code a, Code b) {
    return switch (op) {
      case ADD, SUB -> of(a) + of(b);
      case MUL -> of(a) * of(b);
      case MIN, MAX -> Math.max(of(a), of(b));
      // Zero divides nothing: its result is null. Of other divisors it must be known how small.
      case DIV ->
          b instanceof Code.Num(double divisor) && divisor != 0
              ? of(a) / Math.abs(divisor)
              : Double.POSITIVE_INFINITY;
    };
  }
}
