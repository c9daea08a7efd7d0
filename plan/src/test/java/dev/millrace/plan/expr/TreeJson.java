package dev.millrace.plan.expr;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Trees as a plan's tables have them. */
public final class TreeJson {

  private TreeJson() {}

  private static ObjectNode node(String op) {
    return JsonMapper.shared().createObjectNode().put("op", op);
  }

  private static String name(Enum<?> op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  public static ObjectNode of(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber(double value) -> node("const_number").put("value", value);
      case Expr.ConstString(String value) -> node("const_string").put("value", value);
      case Expr.ConstBool(boolean value) -> node("const_bool").put("value", value);
      case Expr.ConstNull _ -> node("const_null");
      case Expr.KeyRef(int id) -> node("key_ref").put("key_id", id);
      case Expr.ParamRef(int id) -> node("param_ref").put("param_id", id);
      case Expr.Binary(Expr.BinaryOp op, Expr a, Expr b) -> pair(name(op), of(a), of(b));
      case Expr.Unary(Expr.UnaryOp op, Expr x) -> node(name(op)).set("x", of(x));
      case Expr.Coalesce(Expr a, Expr b) -> pair("coalesce", of(a), of(b));
      case Expr.If(Pred pred, Expr then, Expr otherwise) ->
          node("if").set("pred", of(pred)).set("then", of(then)).set("else", of(otherwise));
    };
  }

  public static ObjectNode of(Pred pred) {
    return switch (pred) {
      case Pred.Const(boolean value) -> node("const_bool").put("value", value);
      case Pred.And(Pred a, Pred b) -> pair("and", of(a), of(b));
      case Pred.Or(Pred a, Pred b) -> pair("or", of(a), of(b));
      case Pred.Not(Pred x) -> node("not").set("x", of(x));
      case Pred.Cmp(Pred.CmpOp op, Expr a, Expr b) ->
          pair("cmp", of(a), of(b)).put("cmp", OpNames.of(op));
      case Pred.InNumbers(Expr lhs, var list) -> {
        ArrayNode values = JsonMapper.shared().createArrayNode();
        list.forEach(values::add);
        yield node("in").set("lhs", of(lhs)).set("list", values);
      }
      case Pred.InStrings(Expr lhs, var list) -> {
        ArrayNode values = JsonMapper.shared().createArrayNode();
        list.forEach(values::add);
        yield node("in").set("lhs", of(lhs)).set("list", values);
      }
      case Pred.IsNull(Expr x) -> node("is_null").set("x", of(x));
      case Pred.NotNull(Expr x) -> node("not_null").set("x", of(x));
      case Pred.Regex(int key, Pred.Pattern pattern, boolean ignoreCase) ->
          node("regex")
              .put("key_id", key)
              .put("flags", ignoreCase ? "i" : "")
              .set("pattern", of(pattern));
    };
  }

  private static ObjectNode of(Pred.Pattern pattern) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    return switch (pattern) {
      case Pred.Pattern.Literal(String value) -> json.put("kind", "literal").put("value", value);
      case Pred.Pattern.Param(int id) -> json.put("kind", "param").put("param_id", id);
    };
  }

  private static ObjectNode pair(String op, ObjectNode a, ObjectNode b) {
    return node(op).set("a", a).set("b", b);
  }
}
