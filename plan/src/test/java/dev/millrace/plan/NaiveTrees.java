package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.expr.ParamValues;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** What expressions and predicates mean, straight from their JSON, for one row at a time. */
record NaiveTrees(ParamValues params) {

  /** A Double, a String, a Boolean, or null. */
  Object value(JsonNode expr, NaiveRows.Row row) {
    return switch (expr.get("op").stringValue()) {
      case "const_number" -> expr.get("value").doubleValue();
      case "const_string" -> expr.get("value").stringValue();
      case "const_bool" -> expr.get("value").booleanValue();
      case "const_null" -> null;
      case "key_ref" -> cell(expr.get("key_id").intValue(), row);
      case "param_ref" -> params.value(expr.get("param_id").intValue());
      case "coalesce" -> {
        Object first = value(expr.get("a"), row);
        yield first != null ? first : value(expr.get("b"), row);
      }
      case "if" -> value(expr.get(holds(expr.get("pred"), row) ? "then" : "else"), row);
      case "neg", "abs", "log1p" -> unary(expr, row);
      default -> binary(expr, row);
    };
  }

  private static Object cell(int key, NaiveRows.Row row) {
    Object cell = key == 1 ? (Long) row.id() : row.cells().get(key);
    return cell instanceof Long integer ? (Object) integer.doubleValue() : cell;
  }

  private Double unary(JsonNode expr, NaiveRows.Row row) {
    Double x = (Double) value(expr.get("x"), row);
    if (x == null) {
      return null;
    }
    return switch (expr.get("op").stringValue()) {
      case "neg" -> -x;
      case "abs" -> Math.abs(x);
      default -> Math.log1p(x);
    };
  }

  private Double binary(JsonNode expr, NaiveRows.Row row) {
    Double a = (Double) value(expr.get("a"), row);
    Double b = a == null ? null : (Double) value(expr.get("b"), row);
    if (a == null || b == null) {
      return null;
    }
    return switch (expr.get("op").stringValue()) {
      case "add" -> a + b;
      case "sub" -> a - b;
      case "mul" -> a * b;
      case "div" -> b == 0 ? null : (Double) (a / b);
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      default -> throw new AssertionError("no such expression: " + expr);
    };
  }

  boolean holds(JsonNode pred, NaiveRows.Row row) {
    return switch (pred.get("op").stringValue()) {
      case "const_bool" -> pred.get("value").booleanValue();
      case "and" -> holds(pred.get("a"), row) && holds(pred.get("b"), row);
      case "or" -> holds(pred.get("a"), row) || holds(pred.get("b"), row);
      case "not" -> !holds(pred.get("x"), row);
      case "is_null" -> value(pred.get("x"), row) == null;
      case "not_null" -> value(pred.get("x"), row) != null;
      case "cmp" -> compares(pred, row);
      case "in" -> !pred.get("list").isEmpty() && isIn(pred, row);
      case "regex" -> matches(pred, row);
      default -> throw new AssertionError("no such predicate: " + pred);
    };
  }

  private boolean isIn(JsonNode pred, NaiveRows.Row row) {
    Object value = value(pred.get("lhs"), row);
    return value != null
        && pred.get("list")
            .valueStream()
            .anyMatch(each ->
                value instanceof Double number
                    ? number == each.doubleValue()
                    : value.equals(each.stringValue()));
  }

  private boolean compares(JsonNode pred, NaiveRows.Row row) {
    String cmp = pred.get("cmp").stringValue();
    if (isNullLiteral(pred.get("a")) || isNullLiteral(pred.get("b"))) {
      return switch (cmp) {
        case "==" -> value(pred.get("a"), row) == null && value(pred.get("b"), row) == null;
        case "!=" -> (value(pred.get("a"), row) == null) != (value(pred.get("b"), row) == null);
        default -> false;
      };
    }
    Object a = value(pred.get("a"), row);
    Object b = a == null ? null : value(pred.get("b"), row);
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof Double x && b instanceof Double y && (x.isNaN() || y.isNaN())) {
      return cmp.equals("!=");
    }
    int order = order(a, b);
    return switch (cmp) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  private static boolean isNullLiteral(JsonNode expr) {
    return expr.get("op").stringValue().equals("const_null");
  }

  /** Strings by their bytes in UTF-8; both zeros are one. */
  static int order(Object a, Object b) {
    return switch (a) {
      case Double x -> x < (Double) b ? -1 : x > (Double) b ? 1 : 0;
      case Long x -> x.compareTo((Long) b);
      case Boolean x -> x.compareTo((Boolean) b);
      default -> Arrays.compareUnsigned(((String) a).getBytes(UTF_8), ((String) b).getBytes(UTF_8));
    };
  }

  /** The pattern is looked at only where there is a string. */
  private boolean matches(JsonNode pred, NaiveRows.Row row) {
    Object text = row.cells().get(pred.get("key_id").intValue());
    if (text == null) {
      return false;
    }
    JsonNode pattern = pred.get("pattern");
    Object regex =
        pattern.get("kind").stringValue().equals("literal")
            ? pattern.get("value").stringValue()
            : params.value(pattern.get("param_id").intValue());
    if (regex == null) {
      throw new NaivePlan.Failure(PlanError.Code.NODE_FAILED);
    }
    try {
      boolean ignoreCase = pred.get("flags").stringValue().equals("i");
      return Pattern.compile((String) regex, ignoreCase ? Pattern.CASE_INSENSITIVE : 0)
          .matcher((String) text)
          .find();
    } catch (PatternSyntaxException e) {
      throw new NaivePlan.Failure(PlanError.Code.NODE_FAILED);
    }
  }
}
