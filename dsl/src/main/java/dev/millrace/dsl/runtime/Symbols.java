package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Numbers;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Place;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.KeySpec;
import java.util.ArrayList;
import java.util.List;

/** Makes expressions and predicates, of types that go together and within their bounds. */
final class Symbols {

  private final CompileLimits limits;

  Symbols(CompileLimits limits) {
    this.limits = limits;
  }

  /** What a value is as an expression. */
  Symbol.OfExpr expr(Value value, Place at) {
    return switch (value) {
      case Symbol.OfExpr expr -> expr;
      case Symbol.Key key -> keyRef(key.spec(), at);
      case Symbol.Param param ->
          leaf(new Expr.ParamRef(param.spec().id()), ValueType.of(param.spec().type()));
      case Symbol.OfPred pred ->
          made(
              new Expr.If(pred.pred(), new Expr.ConstBool(true), new Expr.ConstBool(false)),
              ValueType.BOOL,
              Symbol.Size.over(pred.size(), Symbol.Size.ONE, Symbol.Size.ONE),
              at);
      case Value.Num num -> number(num.value(), at);
      case Value.Str str -> leaf(new Expr.ConstString(str.value()), ValueType.STRING);
      case Value.Bool bool -> leaf(new Expr.ConstBool(bool.value()), ValueType.BOOL);
      case Value.Null _ -> leaf(new Expr.ConstNull(), ValueType.NULL);
      default -> throw at.refuse("expected an expression, not %s", value.shown());
    };
  }

  private static Symbol.OfExpr number(double value, Place at) {
    if (!Double.isFinite(value)) {
      throw at.refuse("an expression needs finite numbers, not %s", Numbers.text(value));
    }
    return leaf(new Expr.ConstNumber(value), ValueType.NUMBER);
  }

  private static Symbol.OfExpr keyRef(KeySpec key, Place at) {
    if (key.type() == KeySpec.Type.FEATURE_BUNDLE) {
      throw at.refuse("Key.%s is a feature bundle, which expressions cannot read", key.name());
    }
    return leaf(new Expr.KeyRef(key.id()), ValueType.of(key.type()));
  }

  private static Symbol.OfExpr leaf(Expr expr, ValueType type) {
    return new Symbol.OfExpr(expr, type, Symbol.Size.ONE);
  }

  /** What a value is as a predicate. */
  Symbol.OfPred pred(Value value, Place at) {
    return switch (value) {
      case Symbol.OfPred pred -> pred;
      case Value.Bool bool -> new Symbol.OfPred(new Pred.Const(bool.value()), Symbol.Size.ONE);
      case Symbol symbol -> {
        Symbol.OfExpr expr = expr(symbol, at);
        if (expr.type() != ValueType.BOOL) {
          throw at.refuse(
              "expected a predicate, not %s, which is %s; compare it with something",
              symbol.kind(), expr.type().shown());
        }
        yield compared(Pred.CmpOp.EQ, expr, leaf(new Expr.ConstBool(true), ValueType.BOOL), at);
      }
      default -> throw at.refuse("expected a predicate, not %s", value.shown());
    };
  }

  Symbol.OfExpr arithmetic(Expr.BinaryOp op, Symbol.OfExpr a, Symbol.OfExpr b, Place at) {
    requireNumber(a, at);
    requireNumber(b, at);
    var size = Symbol.Size.over(a.size(), b.size());
    return made(new Expr.Binary(op, a.expr(), b.expr()), ValueType.NUMBER, size, at);
  }

  Symbol.OfExpr unary(Expr.UnaryOp op, Symbol.OfExpr x, Place at) {
    requireNumber(x, at);
    return made(new Expr.Unary(op, x.expr()), ValueType.NUMBER, Symbol.Size.over(x.size()), at);
  }

  private static void requireNumber(Symbol.OfExpr x, Place at) {
    if (!x.type().meets(ValueType.NUMBER)) {
      throw at.refuse("arithmetic needs numbers, this is %s", x.type().shown());
    }
  }

  Symbol.OfExpr coalesce(Symbol.OfExpr a, Symbol.OfExpr b, Place at) {
    ValueType type = common(a, b, "coalesce", at);
    var size = Symbol.Size.over(a.size(), b.size());
    return made(new Expr.Coalesce(a.expr(), b.expr()), type, size, at);
  }

  Symbol.OfExpr choice(Symbol.OfPred test, Symbol.OfExpr a, Symbol.OfExpr b, Place at) {
    ValueType type = common(a, b, "'? :'", at);
    var size = Symbol.Size.over(test.size(), a.size(), b.size());
    return made(new Expr.If(test.pred(), a.expr(), b.expr()), type, size, at);
  }

  private static ValueType common(Symbol.OfExpr a, Symbol.OfExpr b, String what, Place at) {
    if (!a.type().meets(b.type())) {
      throw at.refuse(
          "both sides of %s must be of one type, not %s and %s",
          what, a.type().shown(), b.type().shown());
    }
    return a.type() == ValueType.NULL ? b.type() : a.type();
  }

  Symbol.OfPred compared(Pred.CmpOp op, Symbol.OfExpr a, Symbol.OfExpr b, Place at) {
    ValueType type = common(a, b, "a comparison", at);
    boolean ordering = op != Pred.CmpOp.EQ && op != Pred.CmpOp.NE;
    if (ordering && type == ValueType.BOOL) {
      throw at.refuse("true and false have no order; use == or !=");
    }
    var size = Symbol.Size.over(a.size(), b.size());
    return made(new Pred.Cmp(op, a.expr(), b.expr()), size, at);
  }

  Symbol.OfPred isNull(Symbol.OfExpr x, boolean wanted, Place at) {
    Pred pred = wanted ? new Pred.IsNull(x.expr()) : new Pred.NotNull(x.expr());
    return made(pred, Symbol.Size.over(x.size()), at);
  }

  Symbol.OfPred not(Symbol.OfPred x, Place at) {
    return made(new Pred.Not(x.pred()), Symbol.Size.over(x.size()), at);
  }

  Symbol.OfPred both(boolean and, Symbol.OfPred a, Symbol.OfPred b, Place at) {
    Pred pred = and ? new Pred.And(a.pred(), b.pred()) : new Pred.Or(a.pred(), b.pred());
    return made(pred, Symbol.Size.over(a.size(), b.size()), at);
  }

  /** {@code list} all numbers or all strings. */
  Symbol.OfPred oneOf(Symbol.OfExpr item, List<Value> list, Place at) {
    var numbers = new ArrayList<Double>();
    var strings = new ArrayList<String>();
    for (Value value : list) {
      switch (value) {
        case Value.Num num when Double.isFinite(num.value()) -> numbers.add(num.value());
        case Value.Str str -> strings.add(str.value());
        default ->
            throw at.refuse("a list to look in holds numbers or strings, not %s", value.shown());
      }
    }
    if (!numbers.isEmpty() && !strings.isEmpty()) {
      throw at.refuse("a list to look in holds numbers or strings, not both");
    }
    ValueType type =
        list.isEmpty() ? ValueType.NULL : strings.isEmpty() ? ValueType.NUMBER : ValueType.STRING;
    if (!item.type().meets(type)) {
      throw at.refuse("%s cannot be in a list of %ss", item.type().shown(), type.shown());
    }
    Pred pred =
        strings.isEmpty()
            ? new Pred.InNumbers(item.expr(), numbers)
            : new Pred.InStrings(item.expr(), strings);
    var size = new Symbol.Size(item.size().parts() + list.size() + 1, item.size().depth() + 1);
    return made(pred, size, at);
  }

  Symbol.OfPred regex(KeySpec key, Pred.Pattern pattern, boolean ignoreCase) {
    return new Symbol.OfPred(new Pred.Regex(key.id(), pattern, ignoreCase), Symbol.Size.ONE);
  }

  private Symbol.OfExpr made(Expr expr, ValueType type, Symbol.Size size, Place at) {
    return new Symbol.OfExpr(expr, type, checked(size, at));
  }

  private Symbol.OfPred made(Pred pred, Symbol.Size size, Place at) {
    return new Symbol.OfPred(pred, checked(size, at));
  }

  private Symbol.Size checked(Symbol.Size size, Place at) {
    if (size.parts() > limits.expressionParts()) {
      throw at.refuse("this expression has more than %d parts", limits.expressionParts());
    }
    if (size.depth() > limits.expressionDepth()) {
      throw at.refuse("this expression nests more than %d deep", limits.expressionDepth());
    }
    return size;
  }
}
