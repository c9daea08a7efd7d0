package dev.millrace.server.script;

import dev.millrace.dsl.eval.Numbers;

/** What values are when another type is asked for. */
final class Conversions {

  private static final double PLAIN = 1e15;
  private static final int LONGEST_NUMBER = 400;

  private Conversions() {}

  static boolean truthy(Object value) {
    return switch (value) {
      case Boolean bool -> bool;
      case Nothing _ -> false;
      case Number number -> number.doubleValue() != 0 && !Double.isNaN(number.doubleValue());
      case String text -> !text.isEmpty();
      default -> true;
    };
  }

  static double number(Machine machine, Object value) {
    return switch (value) {
      case Double number -> number;
      case Number number -> number.doubleValue();
      case Boolean bool -> bool ? 1 : 0;
      case Nothing nothing -> nothing == Nothing.NULL ? 0 : Double.NaN;
      case String text -> parse(text);
      default -> number(machine, primitive(machine, value, true));
    };
  }

  static double parse(String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      return 0;
    }
    if (trimmed.length() > LONGEST_NUMBER) {
      return Double.NaN;
    }
    if (trimmed.length() > 2 && trimmed.charAt(0) == '0' && trimmed.charAt(1) > '9') {
      return prefixed(trimmed);
    }
    return switch (trimmed) {
      case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> decimal(trimmed);
    };
  }

  private static double prefixed(String text) {
    int radix =
        switch (text.charAt(1)) {
          case 'x', 'X' -> 16;
          case 'o', 'O' -> 8;
          case 'b', 'B' -> 2;
          default -> 0;
        };
    if (radix == 0) {
      return decimal(text);
    }
    return NumberMethods.parseInt(text.substring(2), radix, true);
  }

  private static double decimal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean part = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
      if (!part && c != 'e' && c != 'E') {
        return Double.NaN;
      }
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }

  static String text(Machine machine, Object value) {
    return switch (value) {
      case String text -> text;
      case Double number -> text(number);
      case Boolean bool -> bool.toString();
      case Nothing nothing -> nothing.text();
      case Thing thing -> own(machine, thing);
      default -> value.toString();
    };
  }

  static String text(double number) {
    return Math.abs(number) < PLAIN && number == Math.rint(number)
        ? Long.toString((long) number)
        : Numbers.text(number);
  }

  private static String own(Machine machine, Thing thing) {
    Object primitive = primitive(machine, thing, false);
    return primitive instanceof Thing ? thing.text(machine) : text(machine, primitive);
  }

  /** A value that is no object; its number rather than its text if so wished and possible. */
  static Object primitive(Machine machine, Object value, boolean asNumber) {
    if (!(value instanceof Thing thing)) {
      return value;
    }
    if (thing instanceof JsDate date && asNumber) {
      return date.time();
    }
    if (thing instanceof JsObject object) {
      for (String name : asNumber ? NUMBER_FIRST : TEXT_FIRST) {
        if (object.has(machine, name) && object.property(machine, name) instanceof Callable call) {
          Object result = call.call(machine, thing, new Object[0]);
          if (!(result instanceof Thing)) {
            return result;
          }
        }
      }
    }
    return thing.text(machine);
  }

  private static final String[] NUMBER_FIRST = {"valueOf", "toString"};
  private static final String[] TEXT_FIRST = {"toString", "valueOf"};

  /** What a value is in a message. */
  static String shown(Object value) {
    return switch (value) {
      case Nothing nothing -> nothing.text();
      case String text -> "\"" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "\"";
      case Double number -> text(number);
      case Callable _ -> "a function";
      case Thing thing -> "[object " + thing.kind() + "]";
      default -> value.toString();
    };
  }
}
