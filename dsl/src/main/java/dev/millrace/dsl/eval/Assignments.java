package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Expression;
import java.util.function.UnaryOperator;

/** Changes variables, properties and elements. Not thread-safe. */
final class Assignments {

  private final Evaluator evaluator;
  private final Members members;

  Assignments(Evaluator evaluator, Members members) {
    this.evaluator = evaluator;
    this.members = members;
  }

  Value assign(Expression.Assignment assignment, Scope scope) {
    return change(assignment.target(), scope, old -> newValue(assignment, old, scope));
  }

  private Value newValue(Expression.Assignment assignment, Value old, Scope scope) {
    String operator = assignment.operator();
    Place at = assignment.at();
    return switch (operator) {
      case "" -> evaluator.value(assignment.value(), scope);
      case "&&", "||", "??" ->
          Evaluator.decides(operator, old, at) ? old : evaluator.value(assignment.value(), scope);
      default -> evaluator.binary(operator, old, evaluator.value(assignment.value(), scope), at);
    };
  }

  Value update(Expression.Update update, Scope scope) {
    String operator = update.increment() ? "+" : "-";
    Value[] before = {Values.UNDEFINED};
    Value after =
        change(
            update.target(),
            scope,
            old -> {
              if (!(old instanceof Value.Num)) {
                throw update.at().refuse("'++' and '--' need a number, not %s", old.shown());
              }
              before[0] = old;
              return evaluator.binary(operator, old, Values.of(1), update.at());
            });
    return update.prefix() ? after : before[0];
  }

  private Value change(Expression target, Scope scope, UnaryOperator<Value> changed) {
    return switch (target) {
      case Expression.Name name -> {
        Value value = changed.apply(evaluator.value(name, scope));
        scope.assign(name.name(), value, name.at());
        yield value;
      }
      case Expression.Member member -> {
        Value object = evaluator.value(member.object(), scope);
        yield put(object, Values.of(member.name()), member.at(), changed);
      }
      case Expression.Index index -> {
        Value object = evaluator.value(index.object(), scope);
        yield put(object, evaluator.value(index.index(), scope), index.at(), changed);
      }
      default -> throw target.at().refuse("this cannot be assigned to");
    };
  }

  private Value put(Value object, Value name, Place at, UnaryOperator<Value> changed) {
    Value value = changed.apply(members.current(object, name, at));
    members.write(object, name, value, at);
    return value;
  }
}
