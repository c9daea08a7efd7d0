package dev.millrace.plan.expr;

/** What a part of a tree depends on. */
enum Reads {
  KEYS,
  PARAMS;

  boolean in(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber _, Expr.ConstString _, Expr.ConstBool _, Expr.ConstNull _ -> false;
      case Expr.KeyRef _ -> this == KEYS;
      case Expr.ParamRef _ -> this == PARAMS;
      case Expr.Binary(_, Expr a, Expr b) -> in(a) || in(b);
      case Expr.Unary(_, Expr x) -> in(x);
      case Expr.Coalesce(Expr a, Expr b) -> in(a) || in(b);
      case Expr.If(Pred pred, Expr then, Expr otherwise) -> in(pred) || in(then) || in(otherwise);
    };
  }

  boolean in(Pred pred) {
    return switch (pred) {
      case Pred.Const _ -> false;
      case Pred.And(Pred a, Pred b) -> in(a) || in(b);
      case Pred.Or(Pred a, Pred b) -> in(a) || in(b);
      case Pred.Not(Pred x) -> in(x);
      case Pred.Cmp(_, Expr a, Expr b) -> in(a) || in(b);
      case Pred.InNumbers(Expr lhs, _) -> in(lhs);
      case Pred.InStrings(Expr lhs, _) -> in(lhs);
      case Pred.IsNull(Expr x) -> in(x);
      case Pred.NotNull(Expr x) -> in(x);
      case Pred.Regex regex -> this == KEYS || regex.pattern() instanceof Pred.Pattern.Param;
    };
  }
}
