package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Arguments;
import dev.millrace.dsl.eval.ListValue;
import dev.millrace.dsl.eval.Namespace;
import dev.millrace.dsl.eval.NativeFunction;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** {@code E}, {@code Pred}, {@code coalesce} and {@code regex}. */
final class Builders {

  private static final Map<String, Pred.CmpOp> COMPARISONS =
      Map.of(
          "==", Pred.CmpOp.EQ,
          "===", Pred.CmpOp.EQ,
          "!=", Pred.CmpOp.NE,
          "!==", Pred.CmpOp.NE,
          "<", Pred.CmpOp.LT,
          "<=", Pred.CmpOp.LE,
          ">", Pred.CmpOp.GT,
          ">=", Pred.CmpOp.GE);

  private final Symbols symbols;

  Builders(Symbols symbols) {
    this.symbols = symbols;
  }

  Value expressions() {
    var members = new HashMap<String, Value>();
    put(members, "E", "key", given -> expr(require(given, Symbol.Key.class, "Key.…"), given));
    put(members, "E", "param", given -> expr(require(given, Symbol.Param.class, "P.…"), given));
    put(members, "E", "const", given -> expr(given.value(0), given));
    put(members, "E", "constNull", given -> expr(new Value.Null(), given));
    binary(members, "add", Expr.BinaryOp.ADD);
    binary(members, "sub", Expr.BinaryOp.SUB);
    binary(members, "mul", Expr.BinaryOp.MUL);
    binary(members, "div", Expr.BinaryOp.DIV);
    binary(members, "min", Expr.BinaryOp.MIN);
    binary(members, "max", Expr.BinaryOp.MAX);
    unary(members, "neg", Expr.UnaryOp.NEG);
    unary(members, "abs", Expr.UnaryOp.ABS);
    unary(members, "log1p", Expr.UnaryOp.LOG1P);
    members.put("coalesce", coalesce());
    put(
        members,
        "E",
        "if",
        given ->
            symbols.choice(
                symbols.pred(given.value(0), given.at()),
                symbols.expr(given.value(1), given.at()),
                symbols.expr(given.value(2), given.at()),
                given.at()));
    return new Namespace("E", members, Map.of());
  }

  Value predicates() {
    var members = new HashMap<String, Value>();
    put(members, "Pred", "cmp", this::compared);
    put(members, "Pred", "and", given -> combined(true, given));
    put(members, "Pred", "or", given -> combined(false, given));
    put(
        members,
        "Pred",
        "not",
        given -> symbols.not(symbols.pred(given.value(0), given.at()), given.at()));
    put(
        members,
        "Pred",
        "in",
        given -> symbols.oneOf(expr(given.value(0), given), given.list(1).items(), given.at()));
    put(
        members,
        "Pred",
        "isNull",
        given -> symbols.isNull(expr(given.value(0), given), true, given.at()));
    put(
        members,
        "Pred",
        "notNull",
        given -> symbols.isNull(expr(given.value(0), given), false, given.at()));
    put(members, "Pred", "const", given -> symbols.pred(given.value(0), given.at()));
    members.put("regex", regex());
    return new Namespace("Pred", members, Map.of());
  }

  Value coalesce() {
    return function("coalesce", this::coalesced);
  }

  Value regex() {
    return function("regex", this::matched);
  }

  private static void put(
      Map<String, Value> members, String space, String name, Function<Arguments, Value> code) {
    members.put(name, function(space + "." + name, code));
  }

  private static Value function(String name, Function<Arguments, Value> code) {
    return new NativeFunction(name, (_, values, at) -> code.apply(new Arguments(name, values, at)));
  }

  private void binary(Map<String, Value> members, String name, Expr.BinaryOp op) {
    put(
        members,
        "E",
        name,
        given ->
            symbols.arithmetic(
                op, expr(given.value(0), given), expr(given.value(1), given), given.at()));
  }

  private void unary(Map<String, Value> members, String name, Expr.UnaryOp op) {
    put(members, "E", name, given -> symbols.unary(op, expr(given.value(0), given), given.at()));
  }

  private Symbol.OfExpr expr(Value value, Arguments given) {
    return symbols.expr(value, given.at());
  }

  private static Value require(Arguments given, Class<? extends Symbol> type, String expected) {
    if (!type.isInstance(given.value(0))) {
      throw given.wrong(0, expected);
    }
    return given.value(0);
  }

  private Value compared(Arguments given) {
    Place at = given.at();
    if (!(given.value(0) instanceof Value.Str)) {
      throw given.wrong(0, "the comparison as a string, as in Pred.cmp(\">\", a, b)");
    }
    String operator = given.string(0);
    Pred.CmpOp op = COMPARISONS.get(operator);
    if (op == null) {
      throw at.refuse(
          "Pred.cmp: unknown comparison '%s'%s",
          operator, Suggestion.of(operator, COMPARISONS.keySet()));
    }
    Symbol.OfExpr left = expr(given.value(1), given);
    return symbols.compared(op, left, expr(given.value(2), given), at);
  }

  private Value combined(boolean and, Arguments given) {
    List<Value> preds =
        given.values().size() == 1 && given.value(0) instanceof ListValue list
            ? list.items()
            : given.values();
    if (preds.isEmpty()) {
      throw given.at().refuse("%s: expected predicates", given.function());
    }
    Symbol.OfPred result = symbols.pred(preds.getFirst(), given.at());
    for (Value next : preds.subList(1, preds.size())) {
      result = symbols.both(and, result, symbols.pred(next, given.at()), given.at());
    }
    return result;
  }

  private Value coalesced(Arguments given) {
    if (given.values().size() < 2) {
      throw given.at().refuse("coalesce: expected two values or more");
    }
    Symbol.OfExpr result = expr(given.values().getLast(), given);
    for (int i = given.values().size() - 2; i >= 0; i--) {
      result = symbols.coalesce(expr(given.value(i), given), result, given.at());
    }
    return result;
  }

  private Value matched(Arguments given) {
    if (!(given.value(0) instanceof Symbol.Key key) || key.spec().type() != KeySpec.Type.STRING) {
      throw given.wrong(0, "the key of a string, such as Key.title");
    }
    String flags = given.has(2) ? given.string(2) : "";
    if (!flags.isEmpty() && !flags.equals("i")) {
      throw given.at().refuse("regex: the flags are \"\" or \"i\", not \"%s\"", flags);
    }
    return symbols.regex(key.spec(), pattern(given), flags.equals("i"));
  }

  private static Pred.Pattern pattern(Arguments given) {
    return switch (given.value(1)) {
      case Value.Str str -> new Pred.Pattern.Literal(str.value());
      case Symbol.Param param when param.spec().type() == ParamSpec.Type.STRING ->
          new Pred.Pattern.Param(param.spec().id());
      default -> throw given.wrong(1, "a pattern as a string, or a param that is one");
    };
  }
}
