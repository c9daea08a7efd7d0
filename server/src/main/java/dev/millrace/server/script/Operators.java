package dev.millrace.server.script;

/** Operators over values, with JavaScript's conversions. */
final class Operators {

  private Operators() {}

  @FunctionalInterface
  interface Binary {
    Object apply(Machine machine, Object a, Object b);
  }

  @FunctionalInterface
  private interface Arithmetic {
    double apply(double a, double b);
  }

  static Binary binary(String operator) {
    return switch (operator) {
      case "===" -> (_, a, b) -> same(a, b);
      case "!==" -> (_, a, b) -> !same(a, b);
      case "==" -> Operators::equal;
      case "!=" -> (machine, a, b) -> !equal(machine, a, b);
      case "<" -> (machine, a, b) -> less(machine, a, b, false);
      case ">" -> (machine, a, b) -> less(machine, b, a, false);
      case "<=" -> (machine, a, b) -> less(machine, a, b, true);
      case ">=" -> (machine, a, b) -> less(machine, b, a, true);
      case "+" -> Operators::add;
      case "in" -> Operators::in;
      case "instanceof" -> (_, a, b) -> instance(a, b);
      case "-" -> arithmetic((a, b) -> a - b);
      case "*" -> arithmetic((a, b) -> a * b);
      case "/" -> arithmetic((a, b) -> a / b);
      case "%" -> arithmetic((a, b) -> a % b);
      case "**" -> arithmetic(StrictMath::pow);
      case "&" -> arithmetic((a, b) -> int32(a) & int32(b));
      case "|" -> arithmetic((a, b) -> int32(a) | int32(b));
      case "^" -> arithmetic((a, b) -> int32(a) ^ int32(b));
      case "<<" -> arithmetic((a, b) -> int32(a) << (int32(b) & 31));
      case ">>" -> arithmetic((a, b) -> int32(a) >> (int32(b) & 31));
      case ">>>" -> arithmetic((a, b) -> (int32(a) & 0xFFFFFFFFL) >>> (int32(b) & 31));
      default -> throw new IllegalStateException("operator " + operator);
    };
  }

  private static Binary arithmetic(Arithmetic arithmetic) {
    return (machine, a, b) ->
        arithmetic.apply(Conversions.number(machine, a), Conversions.number(machine, b));
  }

  static int int32(double value) {
    if (!Double.isFinite(value)) {
      return 0;
    }
    if (Math.abs(value) < Long.MAX_VALUE) {
      return (int) (long) value;
    }
    return (int) (long) Math.IEEEremainder(value, 0x1p32);
  }

  /** The number before it was changed by so much. */
  static Object minus(Object changed, double by) {
    return changed instanceof Number number ? number.doubleValue() - by : Double.NaN;
  }

  private static Object add(Machine machine, Object a, Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      return x + y;
    }
    Object left = Conversions.primitive(machine, a, false);
    Object right = Conversions.primitive(machine, b, false);
    if (left instanceof String || right instanceof String) {
      String x = Conversions.text(machine, left);
      String y = Conversions.text(machine, right);
      machine.chars(x.length() + (long) y.length());
      return x + y;
    }
    return Conversions.number(machine, left) + Conversions.number(machine, right);
  }

  private static boolean less(Machine machine, Object a, Object b, boolean orEqual) {
    if (a instanceof Double x && b instanceof Double y) {
      return orEqual ? x <= y : x < y;
    }
    Object left = Conversions.primitive(machine, a, true);
    Object right = Conversions.primitive(machine, b, true);
    if (left instanceof String x && right instanceof String y) {
      int order = x.compareTo(y);
      return orEqual ? order <= 0 : order < 0;
    }
    double x = Conversions.number(machine, left);
    double y = Conversions.number(machine, right);
    return orEqual ? x <= y : x < y;
  }

  /** {@code ===}. */
  static boolean same(Object a, Object b) {
    return switch (a) {
      case Number x -> b instanceof Number y && x.doubleValue() == y.doubleValue();
      case String x -> x.equals(b);
      case Boolean x -> x.equals(b);
      default -> a == b;
    };
  }

  /** {@code ==}. */
  private static boolean equal(Machine machine, Object a, Object b) {
    if (a instanceof Nothing || b instanceof Nothing) {
      return a instanceof Nothing && b instanceof Nothing;
    }
    boolean bothThings = a instanceof Thing && b instanceof Thing;
    if (bothThings || a.getClass() == b.getClass()) {
      return same(a, b);
    }
    Object x = Conversions.primitive(machine, a, true);
    Object y = Conversions.primitive(machine, b, true);
    return (x instanceof String && y instanceof String)
        ? x.equals(y)
        : Conversions.number(machine, x) == Conversions.number(machine, y);
  }

  private static Object in(Machine machine, Object key, Object object) {
    if (object instanceof Thing thing) {
      return thing.has(machine, Conversions.text(machine, key));
    }
    throw Thrown.type("Cannot use 'in' operator on " + Conversions.shown(object));
  }

  private static Object instance(Object value, Object type) {
    if (!(type instanceof Native constructor)) {
      if (type instanceof Callable) {
        return false;
      }
      throw Thrown.type("Right-hand-side of instanceof is not callable");
    }
    if (!(value instanceof Thing thing)) {
      return false;
    }
    String name = constructor.name();
    return name.equals("Object")
        || name.equals(thing.kind())
        || (name.equals("Error") && thing instanceof Errors);
  }

  static String typeOf(Object value) {
    return switch (value) {
      case Nothing nothing -> nothing == Nothing.NULL ? "object" : "undefined";
      case Boolean _ -> "boolean";
      case Number _ -> "number";
      case String _ -> "string";
      case Callable _ -> "function";
      default -> "object";
    };
  }

  static boolean isLogical(String operator) {
    return operator.equals("&&") || operator.equals("||") || operator.equals("??");
  }

  /** Whether the left side of a logical operator is the result already. */
  static boolean decides(String operator, Object left) {
    return switch (operator) {
      case "&&" -> !Conversions.truthy(left);
      case "||" -> Conversions.truthy(left);
      default -> !(left instanceof Nothing);
    };
  }
}
