package dev.millrace.server.script;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;

/** Methods of strings. Those that take patterns are in {@link PatternMethods}. */
final class StringMethods {

  static final Map<String, Object> TABLE = table();

  private StringMethods() {}

  static Object of(String name) {
    Object own = TABLE.get(name);
    return own == null ? ObjectMethods.of(name) : own;
  }

  @FunctionalInterface
  private interface Body {
    Object call(Machine machine, String self, Args args);
  }

  private static Native.Body on(Body body) {
    return (machine, self, args) -> {
      if (self instanceof Nothing) {
        throw Thrown.type("String method called on " + Conversions.shown(self));
      }
      String text = Conversions.text(machine, self);
      machine.steps(text.length() / 16);
      return body.call(machine, text, args);
    };
  }

  private static Map<String, Object> table() {
    var methods = PatternMethods.addTo(new Methods(""));
    cuts(methods);
    looks(methods);
    return methods
        .add("toString", on((_, text, _) -> text))
        .add("valueOf", on((_, text, _) -> text))
        .add("concat", on(StringMethods::concat))
        .add("repeat", on(StringMethods::repeat))
        .add("padStart", on((m, text, args) -> padding(m, text, args) + text))
        .add("padEnd", on((m, text, args) -> text + padding(m, text, args)))
        .add("toUpperCase", on((m, text, _) -> m.made(text.toUpperCase(Locale.ROOT))))
        .add("toLowerCase", on((m, text, _) -> m.made(text.toLowerCase(Locale.ROOT))))
        .add("toLocaleUpperCase", on((m, text, _) -> m.made(text.toUpperCase(Locale.ROOT))))
        .add("toLocaleLowerCase", on((m, text, _) -> m.made(text.toLowerCase(Locale.ROOT))))
        .add(
            "normalize",
            on((m, text, _) -> m.made(Normalizer.normalize(text, Normalizer.Form.NFC))))
        .table();
  }

  private static void cuts(Methods methods) {
    methods
        .add("trim", on((m, text, _) -> m.made(text.strip())))
        .add("trimStart", on((m, text, _) -> m.made(text.stripLeading())))
        .add("trimEnd", on((m, text, _) -> m.made(text.stripTrailing())))
        .add("slice", on(StringMethods::slice))
        .add("substring", on(StringMethods::substring))
        .add("substr", on(StringMethods::substr))
        .add("charAt", on((m, text, args) -> character(m, text, args)))
        .add("at", on(StringMethods::at));
  }

  private static void looks(Methods methods) {
    methods
        .add("charCodeAt", on((m, text, args) -> code(text, args.number(m, 0, 0), false)))
        .add("codePointAt", on((m, text, args) -> code(text, args.number(m, 0, 0), true)))
        .add(
            "indexOf",
            on((m, text, args) ->
                (double)
                    text.indexOf(
                        args.text(m, 0), Indices.within(args.number(m, 1, 0), text.length()))))
        .add("lastIndexOf", on((m, text, args) -> (double) text.lastIndexOf(args.text(m, 0))))
        .add("includes", on((m, text, args) -> text.contains(args.text(m, 0))))
        .add(
            "startsWith",
            on((m, text, args) -> text.startsWith(args.text(m, 0), (int) args.number(m, 1, 0))))
        .add("endsWith", on((m, text, args) -> text.endsWith(args.text(m, 0))))
        .add(
            "localeCompare",
            on((m, text, args) -> (double) Integer.signum(text.compareTo(args.text(m, 0)))));
  }

  private static Object concat(Machine machine, String text, Args args) {
    var all = new StringBuilder(machine.made(text));
    for (int i = 0; i < args.size(); i++) {
      all.append(machine.made(args.text(machine, i)));
    }
    return all.toString();
  }

  private static Object repeat(Machine machine, String text, Args args) {
    double count = args.number(machine, 0, 0);
    if (!(count >= 0 && count < Integer.MAX_VALUE)) {
      throw Thrown.range("Invalid count value: " + Conversions.text(count));
    }
    machine.chars(text.length() * (long) count);
    return text.repeat((int) count);
  }

  private static String padding(Machine machine, String text, Args args) {
    double missing = args.number(machine, 0, 0) - text.length();
    String with = args.has(1) ? args.text(machine, 1) : " ";
    if (!(missing > 0) || with.isEmpty()) {
      return "";
    }
    machine.chars((long) missing + text.length());
    int size = (int) missing;
    return with.repeat(size / with.length() + 1).substring(0, size);
  }

  private static Object slice(Machine machine, String text, Args args) {
    int from = Indices.within(args.number(machine, 0, 0), text.length());
    int to = Indices.within(args.number(machine, 1, text.length()), text.length());
    return machine.made(text.substring(from, Math.max(from, to)));
  }

  private static Object substring(Machine machine, String text, Args args) {
    int a = Indices.within(Math.max(0, args.number(machine, 0, 0)), text.length());
    int b = Indices.within(Math.max(0, args.number(machine, 1, text.length())), text.length());
    return machine.made(text.substring(Math.min(a, b), Math.max(a, b)));
  }

  private static Object substr(Machine machine, String text, Args args) {
    int from = Indices.within(args.number(machine, 0, 0), text.length());
    double count = Math.max(0, args.number(machine, 1, text.length()));
    return machine.made(text.substring(from, (int) Math.min(text.length(), from + count)));
  }

  private static Object character(Machine machine, String text, Args args) {
    int index = Indices.of(Math.floor(args.number(machine, 0, 0)));
    return index >= 0 && index < text.length() ? text.substring(index, index + 1) : "";
  }

  private static Object at(Machine machine, String text, Args args) {
    double index = args.number(machine, 0, 0);
    int from = (int) (index < 0 ? index + text.length() : index);
    return from >= 0 && from < text.length() ? text.substring(from, from + 1) : Nothing.UNDEFINED;
  }

  private static Object code(String text, double position, boolean whole) {
    int index = Indices.of(position);
    if (index < 0 || index >= text.length()) {
      return whole ? Nothing.UNDEFINED : (Object) Double.NaN;
    }
    return (double) (whole ? text.codePointAt(index) : text.charAt(index));
  }

  /** Each UTF-16 unit by itself, as {@code split("")} gives them. */
  static Object units(Machine machine, String text) {
    machine.chars(text.length());
    var units = new ArrayList<Object>();
    for (int i = 0; i < text.length(); i++) {
      units.add(text.substring(i, i + 1));
    }
    return JsArray.of(machine, units);
  }
}
