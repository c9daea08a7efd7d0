package dev.millrace.dsl.eval;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** {@code Math}, without chance. */
final class MathFunctions {

  private MathFunctions() {}

  static Value namespace() {
    var members = new HashMap<String, Value>();
    unary(members, "abs", Math::abs);
    unary(members, "floor", Math::floor);
    unary(members, "ceil", Math::ceil);
    unary(members, "round", x -> Math.floor(x + 0.5));
    unary(members, "trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
    unary(members, "sign", Math::signum);
    // The strict ones give the same bits on every machine.
    unary(members, "sqrt", StrictMath::sqrt);
    unary(members, "exp", StrictMath::exp);
    unary(members, "log", StrictMath::log);
    unary(members, "log1p", StrictMath::log1p);
    unary(members, "log2", x -> StrictMath.log(x) / StrictMath.log(2));
    unary(members, "log10", StrictMath::log10);
    fold(members, "min", Double.POSITIVE_INFINITY, Math::min);
    fold(members, "max", Double.NEGATIVE_INFINITY, Math::max);
    members.put(
        "pow",
        new NativeFunction(
            "Math.pow",
            (_, values, at) -> {
              var given = new Arguments("Math.pow", values, at);
              return Values.of(StrictMath.pow(given.number(0), given.number(1)));
            }));
    members.put("PI", Values.of(Math.PI));
    members.put("E", Values.of(Math.E));
    return new Namespace(
        "Math",
        members,
        Map.of(
            "random", "Math.random is not there: the same source must always give the same plan"));
  }

  private static void unary(Map<String, Value> members, String name, DoubleUnaryOperator operator) {
    members.put(
        name,
        new NativeFunction(
            "Math." + name,
            (in, values, at) ->
                values.stream().anyMatch(Value.Lifted.class::isInstance)
                    ? in.operators().math(name, values, at)
                    : Values.of(
                        operator.applyAsDouble(
                            new Arguments("Math." + name, values, at).number(0)))));
  }

  private static void fold(
      Map<String, Value> members, String name, double start, DoubleBinaryOperator operator) {
    members.put(
        name,
        new NativeFunction(
            "Math." + name,
            (in, values, at) -> {
              if (values.stream().anyMatch(Value.Lifted.class::isInstance)) {
                return in.operators().math(name, values, at);
              }
              in.meter().steps(values.size(), at);
              var given = new Arguments("Math." + name, values, at);
              double result = start;
              for (int i = 0; i < values.size(); i++) {
                result = operator.applyAsDouble(result, given.number(i));
              }
              return Values.of(result);
            }));
  }
}
