package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;

/**
 * Operators over plain values. Stricter than JavaScript: what would silently convert is refused, so
 * that a mistake is found where it is made.
 */
final class PlainOperators {

  private final Meter meter;

  PlainOperators(Meter meter) {
    this.meter = meter;
  }

  Value binary(String operator, Value a, Value b, Place at) {
    return switch (operator) {
      case "===" -> Values.of(same(a, b));
      case "!==" -> Values.of(!same(a, b));
      case "==" -> Values.of(equal(a, b, at));
      case "!=" -> Values.of(!equal(a, b, at));
      case "<", "<=", ">", ">=" -> Values.of(compare(operator, a, b, at));
      case "+" -> add(a, b, at);
      case "in" -> contains(a, b, at);
      default -> Values.of(arithmetic(operator, number(a, operator, at), number(b, operator, at)));
    };
  }

  Value unary(String operator, Value x, Place at) {
    return switch (operator) {
      case "!" -> Values.of(!truthy(x, at));
      case "-" -> Values.of(-number(x, operator, at));
      case "+" -> Values.of(number(x, operator, at));
      case "~" -> Values.of((double) ~int32(number(x, operator, at)));
      default -> Values.of(typeName(x));
    };
  }

  private static double arithmetic(String operator, double a, double b) {
    return switch (operator) {
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      case "%" -> a % b;
      case "**" -> StrictMath.pow(a, b);
      case "&" -> int32(a) & int32(b);
      case "|" -> int32(a) | int32(b);
      case "^" -> int32(a) ^ int32(b);
      case "<<" -> int32(a) << (int32(b) & 31);
      case ">>" -> int32(a) >> (int32(b) & 31);
      case ">>>" -> (int32(a) & 0xFFFFFFFFL) >>> (int32(b) & 31);
      default -> throw new IllegalStateException("operator " + operator);
    };
  }

  private static int int32(double value) {
    return Double.isFinite(value) ? (int) (long) value : 0;
  }

  private static double number(Value value, String operator, Place at) {
    if (value instanceof Value.Num num) {
      return num.value();
    }
    throw at.refuse("'%s' needs numbers, not %s", operator, value.shown());
  }

  private Value add(Value a, Value b, Place at) {
    if (a instanceof Value.Num x && b instanceof Value.Num y) {
      return Values.of(x.value() + y.value());
    }
    if (a instanceof Value.Str || b instanceof Value.Str) {
      String left = text(a, at);
      String right = text(b, at);
      meter.chars(left.length() + (long) right.length(), at);
      return Values.of(left + right);
    }
    throw at.refuse("'+' cannot add %s and %s", a.shown(), b.shown());
  }

  /** What a value is inside of a string. */
  static String text(Value value, Place at) {
    return switch (value) {
      case Value.Str str -> str.value();
      case Value.Num num -> Numbers.text(num.value());
      case Value.Bool bool -> Boolean.toString(bool.value());
      case Value.Null _ -> "null";
      case Value.Undefined _ -> "undefined";
      case ListValue _, ObjectValue _, Value.FunctionValue _, Value.HostValue _ ->
          throw at.refuse("%s cannot be part of a string", value.shown());
    };
  }

  private static boolean compare(String operator, Value a, Value b, Place at) {
    if (a instanceof Value.Num x && b instanceof Value.Num y) {
      return switch (operator) {
        case "<" -> x.value() < y.value();
        case "<=" -> x.value() <= y.value();
        case ">" -> x.value() > y.value();
        default -> x.value() >= y.value();
      };
    }
    if (a instanceof Value.Str x && b instanceof Value.Str y) {
      int order = x.value().compareTo(y.value());
      return switch (operator) {
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }
    throw at.refuse("'%s' cannot compare %s and %s", operator, a.shown(), b.shown());
  }

  static boolean same(Value a, Value b) {
    return switch (a) {
      case Value.Num x -> b instanceof Value.Num y && x.value() == y.value();
      case Value.Str x -> b instanceof Value.Str y && x.value().equals(y.value());
      case Value.Bool x -> b instanceof Value.Bool y && x.value() == y.value();
      case Value.Null _ -> b instanceof Value.Null;
      case Value.Undefined _ -> b instanceof Value.Undefined;
      case ListValue _, ObjectValue _, Value.FunctionValue _, Value.HostValue _ -> a == b;
    };
  }

  private static boolean equal(Value a, Value b, Place at) {
    if (a.isNothing() || b.isNothing()) {
      return a.isNothing() && b.isNothing();
    }
    if (!typeName(a).equals(typeName(b))) {
      throw at.refuse(
          "'==' compares values of one type, not %s and %s; '===' is false for them",
          a.shown(), b.shown());
    }
    return same(a, b);
  }

  private static Value contains(Value name, Value object, Place at) {
    if (name instanceof Value.Str key && object instanceof ObjectValue properties) {
      return Values.of(properties.has(PropertyNames.checked(key.value(), at)));
    }
    throw at.refuse(
        "'in' needs a string and an object, not %s and %s", name.shown(), object.shown());
  }

  static String typeName(Value value) {
    return switch (value) {
      case Value.Undefined _ -> "undefined";
      case Value.Bool _ -> "boolean";
      case Value.Num _ -> "number";
      case Value.Str _ -> "string";
      case Value.FunctionValue _ -> "function";
      case Value.Null _, ListValue _, ObjectValue _, Value.HostValue _ -> "object";
    };
  }

  static boolean truthy(Value value, Place at) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> false;
      case Value.Bool bool -> bool.value();
      case Value.Num num -> num.value() != 0 && !Double.isNaN(num.value());
      case Value.Str str -> !str.value().isEmpty();
      case ListValue _, ObjectValue _, Value.FunctionValue _ -> true;
      case Value.HostValue _ -> {
        refuseLifted(value, at);
        yield true;
      }
    };
  }

  static void refuseLifted(Value value, Place at) {
    if (value instanceof Value.Lifted lifted) {
      throw at.refuse(
          "%s is known only when the plan runs, for each row anew, so the plan's code cannot"
              + " branch on it here; use filter({ pred }), or 'test ? a : b' inside of an"
              + " expression",
          lifted.kind());
    }
  }
}
