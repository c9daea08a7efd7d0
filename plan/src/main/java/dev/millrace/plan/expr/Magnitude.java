package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import org.jspecify.annotations.Nullable;

/**
 * How great the values of an expression can become in one run, so that results which cannot
 * overflow need no check. Rounding keeps order: if no operand is beyond its bound, then what is
 * computed of the operands is not beyond what is computed of the bounds. Thread-safe.
 */
final class Magnitude {

  private static final double OF_LONGS = 0x1p63;

  private final Code code;
  private final Layout layout;

  /**
   * What was found last: most runs have the same constants, which are those of no param. Written
   * without order: each thread may see an older one, which serves as well.
   */
  private @Nullable Known latest;

  private record Known(Constants constants, boolean finite) {}

  /** Of {@code code}, which is a number. */
  Magnitude(Code code, Layout layout) {
    this.code = code;
    this.layout = layout;
  }

  /** Whether all values that it can have with these constants are. */
  boolean isFinite(Constants constants) {
    Known known = latest;
    if (known == null || known.constants != constants) {
      known = new Known(constants, Double.isFinite(of(code, constants)));
      latest = known;
    }
    return known.finite;
  }

  /**
   * No row's value is farther from zero than this. Infinite or not a number if nothing is known,
   * which is so of everything that is computed of such a part.
   */
  private double of(Code part, Constants constants) {
    return switch (part) {
      case Code.Num(double value) -> Math.abs(value);
      case Code.Constant(int slot) -> Math.abs(constants.number(slot));
      case Code.Null _ -> 0;
      case Code.Cell(int slot) ->
          layout.columns().get(slot).type() == KeySpec.Type.INT
              ? OF_LONGS
              : Double.POSITIVE_INFINITY;
      case Code.Binary(Expr.BinaryOp op, Code a, Code b) -> binary(op, a, b, constants);
      case Code.Unary(Expr.UnaryOp op, Code x) ->
          switch (op) {
            case NEG, ABS -> of(x, constants);
            case LOG1P -> Double.POSITIVE_INFINITY; // it has no value below -1
          };
      case Code.Coalesce(Code a, Code b) -> Math.max(of(a, constants), of(b, constants));
      case Code.If(_, Code then, Code otherwise) ->
          Math.max(of(then, constants), of(otherwise, constants));
      case Code.Truth _ -> throw new IllegalStateException("no number: " + part);
    };
  }

  private double binary(Expr.BinaryOp op, Code a, Code b, Constants constants) {
    return switch (op) {
      case ADD, SUB -> of(a, constants) + of(b, constants);
      case MUL -> of(a, constants) * of(b, constants);
      case MIN, MAX -> Math.max(of(a, constants), of(b, constants));
      // Zero divides nothing: its result is null. Of other divisors it must be known how small.
      case DIV ->
          b instanceof Code.Num(double divisor) && divisor != 0
              ? of(a, constants) / Math.abs(divisor)
              : Double.POSITIVE_INFINITY;
    };
  }
}
