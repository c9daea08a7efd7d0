package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Expression;
import java.util.List;

/** A function that was written in a plan, with the variables it sees. */
record Closure(Expression.Function function, Scope scope) implements Value.FunctionValue {

  @Override
  public String name() {
    return function.name();
  }

  @Override
  public Value call(Interpreter interpreter, List<Value> arguments, Place at) {
    var inner = new Scope(scope);
    interpreter.evaluator().binder().parameters(function.parameters(), arguments, inner);
    Expression value = function.body().value();
    if (value != null) {
      return interpreter.evaluator().value(value, inner);
    }
    Completion completion = interpreter.runner().all(function.body().statements(), inner);
    return switch (completion) {
      case Completion.Returned returned -> returned.value();
      case Completion.Normal _ -> Values.UNDEFINED;
      case Completion.Left _, Completion.Continued _ ->
          throw at.refuse("break and continue have no meaning outside of a loop");
    };
  }
}
