package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.Pred.CmpOp;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of expressions and predicates: what {@link ExprReader} reads. */
final class ExprJson {
  /** Whole numbers up to here are exact, and written without a fraction. */
  private static final double MOST_EXACT = 1L << 53;

  private ExprJson() {}

  private static ObjectNode op(String op) {
    return JsonNodeFactory.instance.objectNode().put("op", op);
  }

  static ObjectNode of(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber(double value) -> number(op("const_number"), value);
      case Expr.ConstString(String value) -> op("const_string").put("value", value);
      case Expr.ConstBool(boolean value) -> op("const_bool").put("value", value);
      case Expr.ConstNull() -> op("const_null");
      case Expr.KeyRef(int id) -> op("key_ref").put("key_id", id);
      case Expr.ParamRef(int id) -> op("param_ref").put("param_id", id);
      case Expr.Binary(var op, Expr a, Expr b) -> with(op(text(op)), "a", of(a), "b", of(b));
      case Expr.Unary(var op, Expr x) -> with(op(text(op)), "x", of(x));
      case Expr.Coalesce(Expr a, Expr b) -> with(op("coalesce"), "a", of(a), "b", of(b));
      case Expr.If(Pred pred, Expr then, Expr otherwise) ->
          with(with(op("if"), "pred", of(pred)), "then", of(then), "else", of(otherwise));
    };
  }

  static ObjectNode of(Pred pred) {
    return switch (pred) {
      case Pred.Const(boolean value) -> op("const_bool").put("value", value);
      case Pred.And(Pred a, Pred b) -> with(op("and"), "a", of(a), "b", of(b));
      case Pred.Or(Pred a, Pred b) -> with(op("or"), "a", of(a), "b", of(b));
      case Pred.Not(Pred x) -> with(op("not"), "x", of(x));
      case Pred.Cmp(CmpOp op, Expr a, Expr b) ->
          with(op("cmp").put("cmp", symbol(op)), "a", of(a), "b", of(b));
      case Pred.InNumbers in -> {
        ObjectNode node = with(op("in"), "lhs", of(in.lhs()));
        ArrayNode list = node.putArray("list");
        in.list().forEach(value -> add(list, value));
        yield node;
      }
      case Pred.InStrings in -> {
        ObjectNode node = with(op("in"), "lhs", of(in.lhs()));
        ArrayNode list = node.putArray("list");
        in.list().forEach(list::add);
        yield node;
      }
      case Pred.IsNull(Expr x) -> with(op("is_null"), "x", of(x));
      case Pred.NotNull(Expr x) -> with(op("not_null"), "x", of(x));
      case Pred.Regex regex -> regex(regex);
    };
  }

  private static ObjectNode with(ObjectNode node, String field, ObjectNode value) {
    node.set(field, value);
    return node;
  }

  private static ObjectNode with(
      ObjectNode node, String first, ObjectNode a, String second, ObjectNode b) {
    return with(with(node, first, a), second, b);
  }

  private static ObjectNode regex(Pred.Regex regex) {
    ObjectNode node = op("regex").put("key_id", regex.keyId());
    ObjectNode pattern = node.putObject("pattern");
    switch (regex.pattern()) {
      case Pred.Pattern.Literal(String value) -> pattern.put("kind", "literal").put("value", value);
      case Pred.Pattern.Param(int id) -> pattern.put("kind", "param").put("param_id", id);
    }
    return node.put("flags", regex.ignoreCase() ? "i" : "");
  }

  private static boolean isWhole(double value) {
    boolean negativeZero = value == 0 && 1 / value < 0;
    return !negativeZero && Math.rint(value) == value && Math.abs(value) <= MOST_EXACT;
  }

  private static ObjectNode number(ObjectNode node, double value) {
    return isWhole(value) ? node.put("value", (long) value) : node.put("value", value);
  }

  private static void add(ArrayNode list, double value) {
    if (isWhole(value)) {
      list.add((long) value);
    } else {
      list.add(value);
    }
  }

  private static String text(Enum<?> op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  private static String symbol(CmpOp op) {
    return switch (op) {
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
    };
  }
}
