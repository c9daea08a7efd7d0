package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the language itself provides, and what is said about what it does not. */
public final class Globals {

  private static final String NO_HOST = "plan code has no access to the machine it is compiled on";
  private static final String NO_CODE = "plan code cannot make code";
  private static final String SAME_PLAN = "the same source must always give the same plan";
  private static final String NO_WAITING = "a plan is built at once, the engine does the waiting";
  private static final String PLAIN_DATA = "use objects and arrays";

  /** Names of JavaScript that are not there. */
  static final Map<String, String> ABSENT =
      Map.ofEntries(
          Map.entry("eval", NO_CODE),
          Map.entry("Function", NO_CODE),
          Map.entry("Date", SAME_PLAN),
          Map.entry("Intl", SAME_PLAN),
          Map.entry("performance", SAME_PLAN),
          Map.entry("crypto", SAME_PLAN),
          Map.entry("Symbol", PLAIN_DATA),
          Map.entry("Proxy", PLAIN_DATA),
          Map.entry("Reflect", PLAIN_DATA),
          Map.entry("Map", PLAIN_DATA),
          Map.entry("Set", PLAIN_DATA),
          Map.entry("WeakMap", PLAIN_DATA),
          Map.entry("BigInt", "use numbers"),
          Map.entry("RegExp", "use regex(Key.title, \"pattern\", \"i\")"),
          Map.entry("Promise", NO_WAITING),
          Map.entry("setTimeout", NO_WAITING),
          Map.entry("setInterval", NO_WAITING),
          Map.entry("queueMicrotask", NO_WAITING),
          Map.entry("fetch", NO_HOST),
          Map.entry("console", NO_HOST),
          Map.entry("process", NO_HOST),
          Map.entry("require", NO_HOST),
          Map.entry("module", NO_HOST),
          Map.entry("exports", NO_HOST),
          Map.entry("global", NO_HOST),
          Map.entry("globalThis", NO_HOST),
          Map.entry("window", NO_HOST),
          Map.entry("self", NO_HOST),
          Map.entry("Java", NO_HOST),
          Map.entry("Packages", NO_HOST),
          Map.entry("WebAssembly", NO_HOST),
          Map.entry("arguments", "use a rest parameter (...values)"));

  private Globals() {}

  /** The names that all plan code sees. */
  public static Map<String, Value> all() {
    var globals = new HashMap<String, Value>();
    globals.put("undefined", Values.UNDEFINED);
    globals.put("NaN", Values.of(Double.NaN));
    globals.put("Infinity", Values.of(Double.POSITIVE_INFINITY));
    globals.put("Object", new Namespace("Object", ObjectFunctions.all(), Map.of()));
    globals.put("Array", new Namespace("Array", arrays(), Map.of()));
    globals.put("Math", MathFunctions.namespace());
    globals.put("Number", new Conversion("Number", numbers(), Globals::toNumber));
    globals.put("String", new Conversion("String", Map.of(), Globals::toText));
    globals.put(
        "Boolean",
        new Conversion(
            "Boolean",
            Map.of(),
            (_, given) -> Values.of(PlainOperators.truthy(given.value(0), given.at()))));
    globals.put(
        "Error", new NativeFunction("Error", (in, values, at) -> error(values, in.meter(), at)));
    return globals;
  }

  static Value error(List<Value> arguments, Meter meter, Place at) {
    var error = new ObjectValue();
    meter.cells(2, at);
    error.put("name", Values.of("Error"), at);
    String message = arguments.isEmpty() ? "" : PlainOperators.text(arguments.getFirst(), at);
    error.put("message", Values.of(message), at);
    return error;
  }

  private static Value toNumber(Interpreter interpreter, Arguments given) {
    return switch (given.value(0)) {
      case Value.Num num -> num;
      case Value.Str str -> Values.of(Numbers.parse(str.value()));
      case Value.Bool bool -> Values.of(bool.value() ? 1.0 : 0.0);
      case Value.Null _ -> Values.of(0.0);
      default -> throw given.wrong(0, "a number, a string or a boolean");
    };
  }

  private static Value toText(Interpreter interpreter, Arguments given) {
    return Values.of(PlainOperators.text(given.value(0), given.at()));
  }

  private static Map<String, Value> numbers() {
    return Map.of(
        "isInteger",
        test("isInteger", num -> Double.isFinite(num) && num == Math.rint(num)),
        "isFinite",
        test("isFinite", Double::isFinite),
        "isNaN",
        test("isNaN", num -> Double.isNaN(num)),
        "MAX_SAFE_INTEGER",
        Values.of(9007199254740991.0),
        "EPSILON",
        Values.of(Math.ulp(1.0)));
  }

  private static Value test(String name, java.util.function.DoublePredicate predicate) {
    return new NativeFunction(
        name,
        (_, values, at) ->
            Values.of(
                new Arguments(name, values, at).value(0) instanceof Value.Num num
                    && predicate.test(num.value())));
  }

  private static Map<String, Value> arrays() {
    return Map.of(
        "isArray",
        new NativeFunction(
            "isArray",
            (_, values, at) ->
                Values.of(new Arguments("isArray", values, at).value(0) instanceof ListValue)),
        "of",
        new NativeFunction(
            "of",
            (in, values, at) -> {
              in.meter().cells(values.size(), at);
              return new ListValue(values);
            }),
        "from",
        new NativeFunction("from", Globals::arrayFrom));
  }

  /** {@code Array.from(items, f)} and {@code Array.from({ length: 3 }, (_, i) => i)}. */
  private static Value arrayFrom(Interpreter interpreter, List<Value> values, Place at) {
    var given = new Arguments("from", values, at);
    List<Value> items;
    if (given.value(0) instanceof ObjectValue object
        && object.value("length") instanceof Value.Num length) {
      long size = (long) Math.max(0, length.value());
      interpreter.meter().cells(size, at);
      items = new ArrayList<>(java.util.Collections.nCopies((int) size, Values.UNDEFINED));
    } else {
      items = Iteration.items(given.value(0), interpreter.meter(), at);
    }
    if (!given.has(1)) {
      return new ListValue(items);
    }
    var function = new Arguments("from", List.of(given.value(1)), at);
    return new ListCallbacks(interpreter, function).call("map", items);
  }
}
