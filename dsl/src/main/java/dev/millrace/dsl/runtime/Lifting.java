package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Operators;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import java.util.List;

/**
 * Operators over values that are known only when the plan runs. They work by value, not by syntax:
 * inline, in a constant, in a function.
 */
final class Lifting implements Operators {

  private final Symbols symbols;

  Lifting(Symbols symbols) {
    this.symbols = symbols;
  }

  @Override
  public Value binary(String operator, Value left, Value right, Place at) {
    return switch (operator) {
      case "+" -> arithmetic(Expr.BinaryOp.ADD, left, right, at);
      case "-" -> arithmetic(Expr.BinaryOp.SUB, left, right, at);
      case "*" -> arithmetic(Expr.BinaryOp.MUL, left, right, at);
      case "/" -> arithmetic(Expr.BinaryOp.DIV, left, right, at);
      case "==", "===" -> equality(true, left, right, at);
      case "!=", "!==" -> equality(false, left, right, at);
      case "<" -> compared(Pred.CmpOp.LT, left, right, at);
      case "<=" -> compared(Pred.CmpOp.LE, left, right, at);
      case ">" -> compared(Pred.CmpOp.GT, left, right, at);
      case ">=" -> compared(Pred.CmpOp.GE, left, right, at);
      case "&", "|" ->
          throw at.refuse(
              "expressions have no '%s'; did you mean '%s%s'?", operator, operator, operator);
      default ->
          throw at.refuse(
              "expressions have no '%s'; there is + - * / == != < <= > >= && || ! ?? and ? :",
              operator);
    };
  }

  private Value arithmetic(Expr.BinaryOp op, Value left, Value right, Place at) {
    return symbols.arithmetic(op, symbols.expr(left, at), symbols.expr(right, at), at);
  }

  private Value compared(Pred.CmpOp op, Value left, Value right, Place at) {
    return symbols.compared(op, symbols.expr(left, at), symbols.expr(right, at), at);
  }

  private Value equality(boolean equal, Value left, Value right, Place at) {
    if (left.isNothing() || right.isNothing()) {
      refuseUndefined(left, at);
      refuseUndefined(right, at);
      Value tested = left.isNothing() ? right : left;
      return symbols.isNull(symbols.expr(tested, at), equal, at);
    }
    return compared(equal ? Pred.CmpOp.EQ : Pred.CmpOp.NE, left, right, at);
  }

  private static void refuseUndefined(Value value, Place at) {
    if (value instanceof Value.Undefined) {
      throw at.refuse("rows have null, not undefined; compare with null");
    }
  }

  @Override
  public Value unary(String operator, Value operand, Place at) {
    return switch (operator) {
      case "-" -> symbols.unary(Expr.UnaryOp.NEG, symbols.expr(operand, at), at);
      case "+" -> operand;
      case "!" -> symbols.not(symbols.pred(operand, at), at);
      default -> throw at.refuse("expressions have no '%s'", operator);
    };
  }

  @Override
  public Value logical(String operator, Value left, Value right, Place at) {
    if (operator.equals("??")) {
      return symbols.coalesce(symbols.expr(left, at), symbols.expr(right, at), at);
    }
    boolean and = operator.equals("&&");
    Symbol.OfPred test = symbols.pred(left, at);
    if (right instanceof Value.Bool known) {
      return known.value() == and ? test : known;
    }
    return symbols.both(and, test, symbols.pred(right, at), at);
  }

  @Override
  public Value choose(Value test, Value then, Value otherwise, Place at) {
    Symbol.OfPred pred = symbols.pred(test, at);
    if (isTruth(then) && isTruth(otherwise)) {
      Symbol.OfPred holds = symbols.both(true, pred, symbols.pred(then, at), at);
      Symbol.OfPred fails =
          symbols.both(true, symbols.not(pred, at), symbols.pred(otherwise, at), at);
      return symbols.both(false, holds, fails, at);
    }
    return symbols.choice(pred, symbols.expr(then, at), symbols.expr(otherwise, at), at);
  }

  /** Whether it is a predicate, so that the choice is one too. */
  private static boolean isTruth(Value value) {
    return value instanceof Symbol.OfPred || value instanceof Value.Bool;
  }

  @Override
  public Value oneOf(Value item, List<Value> list, Place at) {
    return symbols.oneOf(symbols.expr(item, at), list, at);
  }

  @Override
  public Value math(String function, List<Value> arguments, Place at) {
    return switch (function) {
      case "abs" -> symbols.unary(Expr.UnaryOp.ABS, only(arguments, function, at), at);
      case "log1p" -> symbols.unary(Expr.UnaryOp.LOG1P, only(arguments, function, at), at);
      case "min" -> folded(Expr.BinaryOp.MIN, arguments, at);
      case "max" -> folded(Expr.BinaryOp.MAX, arguments, at);
      default ->
          throw at.refuse(
              "Math.%s is not there for values of rows; there is abs, log1p, min and max",
              function);
    };
  }

  private Symbol.OfExpr only(List<Value> arguments, String function, Place at) {
    if (arguments.size() != 1) {
      throw at.refuse("Math.%s takes one value", function);
    }
    return symbols.expr(arguments.getFirst(), at);
  }

  Value folded(Expr.BinaryOp op, List<Value> arguments, Place at) {
    Symbol.OfExpr result = symbols.expr(arguments.getFirst(), at);
    for (Value next : arguments.subList(1, arguments.size())) {
      result = symbols.arithmetic(op, result, symbols.expr(next, at), at);
    }
    return result;
  }
}
