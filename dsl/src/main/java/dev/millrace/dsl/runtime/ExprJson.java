package dev.millrace.dsl.runtime;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Expressions and predicates as the plan's tables have them. */
final class ExprJson {

  private ExprJson() {}

  static Map<String, Object> of(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber number -> node("const_number", "value", number.value());
      case Expr.ConstString string -> node("const_string", "value", string.value());
      case Expr.ConstBool bool -> node("const_bool", "value", bool.value());
      case Expr.ConstNull _ -> node("const_null");
      case Expr.KeyRef key -> node("key_ref", "key_id", key.keyId());
      case Expr.ParamRef param -> node("param_ref", "param_id", param.paramId());
      case Expr.Binary binary -> node(name(binary.op()), "a", of(binary.a()), "b", of(binary.b()));
      case Expr.Unary unary -> node(name(unary.op()), "x", of(unary.x()));
      case Expr.Coalesce coalesce -> node("coalesce", "a", of(coalesce.a()), "b", of(coalesce.b()));
      case Expr.If choice ->
          node(
              "if",
              "pred",
              of(choice.pred()),
              "then",
              of(choice.then()),
              "else",
              of(choice.otherwise()));
    };
  }

  static Map<String, Object> of(Pred pred) {
    return switch (pred) {
      case Pred.Const constant -> node("const_bool", "value", constant.value());
      case Pred.And and -> node("and", "a", of(and.a()), "b", of(and.b()));
      case Pred.Or or -> node("or", "a", of(or.a()), "b", of(or.b()));
      case Pred.Not not -> node("not", "x", of(not.x()));
      case Pred.Cmp cmp -> node("cmp", "cmp", sign(cmp.op()), "a", of(cmp.a()), "b", of(cmp.b()));
      case Pred.InNumbers in -> node("in", "lhs", of(in.lhs()), "list", in.list());
      case Pred.InStrings in -> node("in", "lhs", of(in.lhs()), "list", in.list());
      case Pred.IsNull test -> node("is_null", "x", of(test.x()));
      case Pred.NotNull test -> node("not_null", "x", of(test.x()));
      case Pred.Regex regex ->
          node(
              "regex",
              "key_id",
              regex.keyId(),
              "pattern",
              pattern(regex.pattern()),
              "flags",
              regex.ignoreCase() ? "i" : "");
    };
  }

  private static Object pattern(Pred.Pattern pattern) {
    var json = new LinkedHashMap<String, Object>();
    switch (pattern) {
      case Pred.Pattern.Literal literal -> {
        json.put("kind", "literal");
        json.put("value", literal.value());
      }
      case Pred.Pattern.Param param -> {
        json.put("kind", "param");
        json.put("param_id", param.paramId());
      }
    }
    return json;
  }

  static String sign(Pred.CmpOp op) {
    return switch (op) {
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
    };
  }

  private static String name(Enum<?> op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> node(String op, Object... fields) {
    var json = new LinkedHashMap<String, Object>();
    json.put("op", op);
    for (int i = 0; i < fields.length; i += 2) {
      json.put((String) fields[i], fields[i + 1]);
    }
    return json;
  }
}
