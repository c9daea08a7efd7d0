package dev.millrace.dsl.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A call of a method of a string. */
record StringMethods(Interpreter interpreter, String text, Arguments given) {

  static final Set<String> NAMES =
      Set.of(
          "charAt",
          "at",
          "slice",
          "substring",
          "indexOf",
          "lastIndexOf",
          "includes",
          "startsWith",
          "endsWith",
          "toUpperCase",
          "toLowerCase",
          "trim",
          "trimStart",
          "trimEnd",
          "split",
          "repeat",
          "padStart",
          "padEnd",
          "replace",
          "replaceAll",
          "concat",
          "toString");

  Value call(String name) {
    interpreter.meter().steps(text.length() / 16, given.at());
    return switch (name) {
      case "indexOf" -> Values.of((double) text.indexOf(given.string(0)));
      case "lastIndexOf" -> Values.of((double) text.lastIndexOf(given.string(0)));
      case "includes" -> Values.of(text.contains(given.string(0)));
      case "startsWith" -> Values.of(text.startsWith(given.string(0)));
      case "endsWith" -> Values.of(text.endsWith(given.string(0)));
      case "charAt", "at" -> charAt(name);
      case "split" -> split();
      case "repeat" -> repeat();
      case "padStart", "padEnd" -> padded(name.equals("padStart"));
      case "replace", "replaceAll" -> replaced(name.equals("replaceAll"));
      default -> made(changed(name));
    };
  }

  private Value made(String made) {
    interpreter.meter().chars(made.length(), given.at());
    return Values.of(made);
  }

  private String changed(String name) {
    return switch (name) {
      case "toUpperCase" -> text.toUpperCase(Locale.ROOT);
      case "toLowerCase" -> text.toLowerCase(Locale.ROOT);
      case "trim" -> text.strip();
      case "trimStart" -> text.stripLeading();
      case "trimEnd" -> text.stripTrailing();
      case "slice" -> slice();
      case "substring" -> substring();
      case "concat" -> text + given.string(0);
      default -> text;
    };
  }

  private String slice() {
    int from = Ranges.clamp(given.integer(0, 0), text.length());
    int to = Ranges.clamp(given.integer(1, text.length()), text.length());
    return from < to ? text.substring(from, to) : "";
  }

  private String substring() {
    int a = Math.clamp(given.integer(0, 0), 0, text.length());
    int b = Math.clamp(given.integer(1, text.length()), 0, text.length());
    return text.substring(Math.min(a, b), Math.max(a, b));
  }

  private Value charAt(String name) {
    int index = given.integer(0, 0);
    int i = index < 0 && name.equals("at") ? text.length() + index : index;
    if (i >= 0 && i < text.length()) {
      return Values.of(text.substring(i, i + 1));
    }
    return name.equals("at") ? Values.UNDEFINED : Values.of("");
  }

  private Value split() {
    String between = given.string(0);
    interpreter.meter().cells(text.length() + 1L, given.at());
    interpreter.meter().chars(text.length(), given.at());
    List<Value> parts = new ArrayList<>();
    if (between.isEmpty()) {
      text.chars().forEach(c -> parts.add(Values.of(Character.toString(c))));
      return new ListValue(parts);
    }
    int from = 0;
    for (int at = text.indexOf(between); at >= 0; at = text.indexOf(between, from)) {
      parts.add(Values.of(text.substring(from, at)));
      from = at + between.length();
    }
    parts.add(Values.of(text.substring(from)));
    return new ListValue(parts);
  }

  private Value repeat() {
    double times = given.number(0);
    if (!(times >= 0 && times <= Integer.MAX_VALUE)) {
      throw given.at().refuse("repeat: the count must be 0 or more");
    }
    interpreter.meter().chars(((long) times) * text.length(), given.at());
    return Values.of(text.repeat((int) times));
  }

  private Value padded(boolean start) {
    String filler = given.has(1) ? given.string(1) : " ";
    long missing = (long) given.number(0) - text.length();
    if (missing <= 0 || filler.isEmpty()) {
      return Values.of(text);
    }
    interpreter.meter().chars(text.length() + 2 * missing + filler.length(), given.at());
    String padding =
        filler.repeat((int) (missing / filler.length()) + 1).substring(0, (int) missing);
    return Values.of(start ? padding + text : text + padding);
  }

  private Value replaced(boolean all) {
    String old = given.string(0);
    String with = given.string(1);
    int first = text.indexOf(old);
    if (first < 0) {
      return Values.of(text);
    }
    if (!all) {
      return made(text.substring(0, first) + with + text.substring(first + old.length()));
    }
    long hits = old.isEmpty() ? text.length() + 1L : text.length() / old.length();
    interpreter.meter().chars(text.length() + hits * with.length(), given.at());
    return Values.of(text.replace(old, with));
  }
}
