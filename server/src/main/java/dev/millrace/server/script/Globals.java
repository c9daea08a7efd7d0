package dev.millrace.server.script;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is built in: immutable, shared by all scripts. There is nothing of the host among it. */
final class Globals {

  private static final int LONGEST_ARRAY = 1_000_000;

  private static final Map<String, Object> ALL = all();

  private Globals() {}

  static @Nullable Object of(String name) {
    return ALL.get(name);
  }

  private static Map<String, Object> all() {
    var all = new HashMap<String, Object>();
    all.put("undefined", Nothing.UNDEFINED);
    all.put("NaN", Double.NaN);
    all.put("Infinity", Double.POSITIVE_INFINITY);
    all.put("Math", MathFunctions.namespace());
    all.put("JSON", JsonFunctions.namespace());
    all.put("Object", ObjectFunctions.constructor());
    all.put("Array", arrays());
    all.put("String", strings());
    all.put("Number", numbers());
    all.put("Boolean", booleans());
    all.put("Date", DateMethods.constructor());
    all.put("RegExp", regexes());
    all.put("Set", sets());
    all.put("Map", maps());
    for (String name :
        List.of("Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError")) {
      all.put(name, errors(name));
    }
    all.put("console", console());
    all.putAll(functions());
    return Map.copyOf(all);
  }

  private static Map<String, Object> functions() {
    return new Methods("")
        .add("parseInt", (machine, _, args) -> NumberMethods.parseInt(machine, args))
        .add("parseFloat", (machine, _, args) -> NumberMethods.parseFloat(machine, args))
        .add("isNaN", (machine, _, args) -> Double.isNaN(args.number(machine, 0)))
        .add("isFinite", (machine, _, args) -> Double.isFinite(args.number(machine, 0)))
        .add("encodeURIComponent", (machine, _, args) -> encoded(machine, args.text(machine, 0)))
        .add("decodeURIComponent", (machine, _, args) -> decoded(machine, args.text(machine, 0)))
        .table();
  }

  private static Object encoded(Machine machine, String text) {
    machine.steps(text.length());
    String form = URLEncoder.encode(text, StandardCharsets.UTF_8);
    return machine.made(
        form.replace("+", "%20")
            .replace("%21", "!")
            .replace("%27", "'")
            .replace("%28", "(")
            .replace("%29", ")")
            .replace("%7E", "~"));
  }

  private static Object decoded(Machine machine, String text) {
    machine.steps(text.length());
    try {
      return machine.made(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException malformed) {
      throw new Thrown(Errors.of("URIError", "URI malformed"));
    }
  }

  private static Native arrays() {
    var functions =
        new Methods("Array")
            .add("isArray", (_, _, args) -> args.at(0) instanceof JsArray)
            .add("of", (m, _, args) -> JsArray.of(m, new ArrayList<>(List.of(args.values()))))
            .add("from", (machine, _, args) -> arrayFrom(machine, args))
            .put("prototype", new Frozen("Array", ArrayMethods.TABLE))
            .table();
    return Native.constructor(
        "Array",
        functions,
        (machine, _, args) ->
            args.size() == 1 && args.at(0) instanceof Number length
                ? sized(machine, length.doubleValue())
                : JsArray.of(machine, new ArrayList<>(List.of(args.values()))));
  }

  private static JsArray sized(Machine machine, double length) {
    int size = Indices.of(length);
    if (size < 0 || size > LONGEST_ARRAY) {
      throw Thrown.range("Invalid array length");
    }
    machine.cells(size);
    return new JsArray(new ArrayList<>(Collections.nCopies(size, Nothing.UNDEFINED)));
  }

  /** {@code Array.from(items, f)} and {@code Array.from({ length: 3 }, (_, i) => i)}. */
  private static Object arrayFrom(Machine machine, Args args) {
    Object from = args.at(0);
    boolean counted = from instanceof JsObject object && object.has(machine, "length");
    JsArray made =
        counted
            ? sized(machine, Conversions.number(machine, Members.named(machine, from, "length")))
            : new JsArray(Iteration.items(machine, from));
    if (counted) {
      var items = made.items(machine);
      for (int i = 0; i < items.size(); i++) {
        items.set(i, Members.get(machine, from, (double) i));
      }
    }
    return args.has(1)
        ? ((Callable) ArrayMethods.of("map")).call(machine, made, new Object[] {args.at(1)})
        : made;
  }

  private static Native strings() {
    var functions =
        new Methods("String")
            .add("fromCharCode", (machine, _, args) -> fromCodes(machine, args))
            .put("prototype", new Frozen("String", StringMethods.TABLE))
            .table();
    return Native.constructor(
        "String", functions, (m, _, args) -> args.size() == 0 ? "" : args.text(m, 0));
  }

  private static Object fromCodes(Machine machine, Args args) {
    var text = new StringBuilder();
    for (int i = 0; i < args.size(); i++) {
      text.append((char) Operators.int32(args.number(machine, i)));
    }
    return machine.made(text.toString());
  }

  private static Native numbers() {
    var functions =
        new Methods("Number")
            .add("isInteger", (m, _, args) -> number(args) && whole(args.number(m, 0)))
            .add(
                "isSafeInteger",
                (m, _, args) ->
                    number(args)
                        && whole(args.number(m, 0))
                        && Math.abs(args.number(m, 0)) < 0x1p53)
            .add("isFinite", (m, _, args) -> number(args) && Double.isFinite(args.number(m, 0)))
            .add("isNaN", (m, _, args) -> number(args) && Double.isNaN(args.number(m, 0)))
            .add("parseFloat", (machine, _, args) -> NumberMethods.parseFloat(machine, args))
            .add("parseInt", (machine, _, args) -> NumberMethods.parseInt(machine, args))
            .put("MAX_SAFE_INTEGER", 0x1p53 - 1)
            .put("MIN_SAFE_INTEGER", 1 - 0x1p53)
            .put("MAX_VALUE", Double.MAX_VALUE)
            .put("MIN_VALUE", Double.MIN_VALUE)
            .put("EPSILON", Math.ulp(1.0))
            .table();
    return Native.constructor(
        "Number", functions, (m, _, args) -> args.size() == 0 ? 0.0 : args.number(m, 0));
  }

  private static boolean number(Args args) {
    return args.at(0) instanceof Number;
  }

  private static boolean whole(double number) {
    return Double.isFinite(number) && number == Math.rint(number);
  }

  private static Native booleans() {
    return Native.constructor("Boolean", Map.of(), (_, _, args) -> Conversions.truthy(args.at(0)));
  }

  private static Native regexes() {
    return Native.constructor(
        "RegExp",
        Map.of(),
        (machine, _, args) -> {
          machine.steps(100);
          return PatternMethods.made(
              args.text(machine, 0), args.has(1) ? args.text(machine, 1) : "");
        });
  }

  private static Native sets() {
    return Native.constructor(
        "Set",
        Map.of(),
        (machine, _, args) -> {
          var set = new JsSet();
          if (!(args.at(0) instanceof Nothing)) {
            Iteration.items(machine, args.at(0)).forEach(item -> added(set, machine, item));
          }
          return set;
        });
  }

  private static void added(JsSet set, Machine machine, Object item) {
    var _ = set.add(machine, item);
  }

  private static Native maps() {
    return Native.constructor(
        "Map",
        Map.of(),
        (machine, _, args) -> {
          var map = new JsMap();
          if (!(args.at(0) instanceof Nothing)) {
            for (Object entry : Iteration.items(machine, args.at(0))) {
              var _ =
                  map.set(
                      machine, Members.get(machine, entry, 0.0), Members.get(machine, entry, 1.0));
            }
          }
          return map;
        });
  }

  private static Native errors(String name) {
    return Native.constructor(
        name,
        Map.of(),
        (machine, _, args) -> {
          machine.cells(2);
          return Errors.of(name, args.has(0) ? args.text(machine, 0) : "");
        });
  }

  /** A script that logs does no harm and is not heard. */
  private static Frozen console() {
    var methods = new Methods("console");
    for (String name : List.of("log", "info", "warn", "error", "debug")) {
      methods.add(name, (_, _, _) -> Nothing.UNDEFINED);
    }
    return new Frozen("console", methods.table());
  }
}
