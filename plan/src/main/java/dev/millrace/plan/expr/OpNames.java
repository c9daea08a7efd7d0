package dev.millrace.plan.expr;

import java.util.Locale;

/** What the nodes of a tree are called in a plan's JSON. */
final class OpNames {

  private OpNames() {}

  static String of(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber _ -> "const_number";
      case Expr.ConstString _ -> "const_string";
      case Expr.ConstBool _ -> "const_bool";
      case Expr.ConstNull _ -> "const_null";
      case Expr.KeyRef _ -> "key_ref";
      case Expr.ParamRef _ -> "param_ref";
      case Expr.Binary binary -> binary.op().name().toLowerCase(Locale.ROOT);
      case Expr.Unary unary -> unary.op().name().toLowerCase(Locale.ROOT);
      case Expr.Coalesce _ -> "coalesce";
      case Expr.If _ -> "if";
    };
  }

  static String of(Pred.CmpOp op) {
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
