package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.Suggestion;
import java.util.List;
import java.util.Set;

/** The methods of arrays, strings and numbers. */
final class BuiltinMethods {

  private BuiltinMethods() {}

  static Value call(
      Interpreter interpreter, Value object, String name, List<Value> arguments, Place at) {
    PropertyNames.checked(name, at);
    if (!has(object, name)) {
      throw unknown(object, name, at);
    }
    interpreter.meter().step(at);
    var given = new Arguments(name, arguments, at);
    return switch (object) {
      case ListValue list -> new ListMethods(interpreter, list, given).call(name);
      case Value.Str str -> new StringMethods(interpreter, str.value(), given).call(name);
      case Value.Num num -> number(num.value(), name, given, interpreter.meter());
      default -> throw unknown(object, name, at);
    };
  }

  static boolean has(Value object, String name) {
    return names(object).contains(name);
  }

  static Refusal unknown(Value object, String name, Place at) {
    return at.refuse("%s has no '%s'%s", object.shown(), name, Suggestion.of(name, names(object)));
  }

  private static Set<String> names(Value object) {
    return switch (object) {
      case ListValue _ -> ListMethods.NAMES;
      case Value.Str _ -> StringMethods.NAMES;
      case Value.Num _ -> Set.of("toFixed", "toString");
      default -> Set.of();
    };
  }

  private static Value number(double value, String name, Arguments given, Meter meter) {
    if (name.equals("toString")) {
      return Values.of(Numbers.text(value));
    }
    int digits = given.integer(0, 0);
    if (digits < 0 || digits > 100 || !(Math.abs(value) < 1e21)) {
      throw given.at().refuse("toFixed takes 0 to 100 digits of a number below 1e21");
    }
    String text =
        new java.math.BigDecimal(value)
            .setScale(digits, java.math.RoundingMode.HALF_UP)
            .toPlainString();
    meter.chars(text.length(), given.at());
    return Values.of(text);
  }
}
