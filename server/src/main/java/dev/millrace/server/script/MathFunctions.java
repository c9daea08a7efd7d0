package dev.millrace.server.script;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** {@code Math}, without chance: a decision must come out the same when it is made again. */
final class MathFunctions {

  private MathFunctions() {}

  static Frozen namespace() {
    var methods = new Methods("Math");
    unary(methods, "abs", Math::abs);
    unary(methods, "floor", Math::floor);
    unary(methods, "ceil", Math::ceil);
    unary(methods, "round", x -> Math.floor(x + 0.5));
    unary(methods, "trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
    unary(methods, "sign", Math::signum);
    unary(methods, "fround", x -> (float) x);
    // The strict ones give the same bits on every machine.
    unary(methods, "sqrt", StrictMath::sqrt);
    unary(methods, "cbrt", StrictMath::cbrt);
    unary(methods, "exp", StrictMath::exp);
    unary(methods, "log", StrictMath::log);
    unary(methods, "log1p", StrictMath::log1p);
    unary(methods, "log2", x -> StrictMath.log(x) / StrictMath.log(2));
    unary(methods, "log10", StrictMath::log10);
    unary(methods, "sin", StrictMath::sin);
    unary(methods, "cos", StrictMath::cos);
    unary(methods, "tan", StrictMath::tan);
    unary(methods, "atan", StrictMath::atan);
    fold(methods, "min", Double.POSITIVE_INFINITY, Math::min);
    fold(methods, "max", Double.NEGATIVE_INFINITY, Math::max);
    fold(methods, "hypot", 0, StrictMath::hypot);
    methods
        .add("pow", (m, _, args) -> StrictMath.pow(args.number(m, 0), args.number(m, 1)))
        .add("atan2", (m, _, args) -> StrictMath.atan2(args.number(m, 0), args.number(m, 1)))
        .add("random", (_, _, _) -> noChance())
        .put("PI", Math.PI)
        .put("E", Math.E);
    return new Frozen("Math", methods.table());
  }

  private static Object noChance() {
    throw Thrown.type(
        "Math.random is not there: the same script with the same input must give the same result");
  }

  private static void unary(Methods methods, String name, DoubleUnaryOperator operator) {
    methods.add(name, (machine, _, args) -> operator.applyAsDouble(args.number(machine, 0)));
  }

  private static void fold(
      Methods methods, String name, double start, DoubleBinaryOperator operator) {
    methods.add(
        name,
        (machine, _, args) -> {
          machine.steps(args.size());
          double result = start;
          for (int i = 0; i < args.size(); i++) {
            result = operator.applyAsDouble(result, args.number(machine, i));
          }
          return result;
        });
  }
}
