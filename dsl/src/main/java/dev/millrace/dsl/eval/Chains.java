package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates members, elements and calls, with {@code ?.} among them. Not thread-safe. */
final class Chains {

  private final Evaluator evaluator;
  private final Interpreter interpreter;
  private final Members members;

  Chains(Evaluator evaluator, Interpreter interpreter, Members members) {
    this.evaluator = evaluator;
    this.interpreter = interpreter;
    this.members = members;
  }

  Value value(Expression expression, Scope scope) {
    Value value = link(expression, scope);
    return value == null ? Values.UNDEFINED : value;
  }

  /** A part of a chain; null when a {@code ?.} found nothing to go on with. */
  private @Nullable Value link(Expression expression, Scope scope) {
    return switch (expression) {
      case Expression.Chain chain -> value(chain.expression(), scope);
      case Expression.Member member -> {
        Value object = object(member.object(), member.optional(), scope);
        yield object == null ? null : members.read(object, member.name(), member.at());
      }
      case Expression.Index index -> {
        Value object = object(index.object(), index.optional(), scope);
        yield object == null
            ? null
            : members.read(object, evaluator.value(index.index(), scope), index.at());
      }
      case Expression.Call call -> call(call, scope);
      default -> evaluator.value(expression, scope);
    };
  }

  /** What stands before a dot; null when there is nothing to go on with. */
  private @Nullable Value object(Expression expression, boolean optional, Scope scope) {
    Value object = counted(expression, scope);
    return object == null || (optional && object.isNothing()) ? null : object;
  }

  /** Long chains nest here, so they count as the evaluator's own recursion does. */
  private @Nullable Value counted(Expression expression, Scope scope) {
    evaluator.enter(expression.at());
    try {
      return link(expression, scope);
    } finally {
      evaluator.leave();
    }
  }

  private @Nullable Value call(Expression.Call call, Scope scope) {
    return switch (call.callee()) {
      case Expression.Member member -> {
        Value object = object(member.object(), member.optional(), scope);
        yield object == null ? null : method(object, member.name(), call, scope);
      }
      case Expression callee -> {
        Value function = object(callee, call.optional(), scope);
        yield function == null ? null : function(function, call, scope);
      }
    };
  }

  private @Nullable Value method(Value object, String name, Expression.Call call, Scope scope) {
    Place at = call.at();
    if (object instanceof ListValue || object instanceof Value.Str || object instanceof Value.Num) {
      List<Value> arguments = evaluator.items(call.arguments(), scope);
      return BuiltinMethods.call(interpreter, object, name, arguments, at);
    }
    Value function = members.read(object, name, at);
    if (call.optional() && function.isNothing()) {
      return null;
    }
    if (!(function instanceof Value.FunctionValue)) {
      throw at.refuse("'%s' is %s, not a function", name, function.shown());
    }
    return function(function, call, scope);
  }

  private Value function(Value function, Expression.Call call, Scope scope) {
    return interpreter.call(function, evaluator.items(call.arguments(), scope), call.at());
  }
}
