package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import dev.millrace.dsl.syntax.Expression;
import java.util.ArrayList;
import java.util.List;

/** Evaluates expressions. Not thread-safe. */
final class Evaluator {

  private final Interpreter interpreter;
  private final Meter meter;
  private final PlainOperators plain;
  private final Members members;
  private final Binder binder;
  private final Chains chains;
  private final Assignments assignments;

  Evaluator(Interpreter interpreter) {
    this.interpreter = interpreter;
    this.meter = interpreter.meter();
    this.plain = new PlainOperators(meter);
    this.members = new Members(meter);
    this.binder = new Binder(this, meter);
    this.chains = new Chains(this, interpreter, members);
    this.assignments = new Assignments(this, members);
  }

  Members members() {
    return members;
  }

  Binder binder() {
    return binder;
  }

  Value value(Expression expression, Scope scope) {
    enter(expression.at());
    try {
      return evaluate(expression, scope);
    } finally {
      leave();
    }
  }

  /** One more step, one level deeper. */
  void enter(Place at) {
    meter.step(at);
    meter.enter(at);
  }

  void leave() {
    meter.leave();
  }

  List<Value> iterated(Value over, Place at) {
    return Iteration.items(over, meter, at);
  }

  private Value evaluate(Expression expression, Scope scope) {
    return switch (expression) {
      case Expression.NumberLiteral number -> Values.of(number.value());
      case Expression.StringLiteral string -> Values.of(string.value());
      case Expression.BooleanLiteral bool -> Values.of(bool.value());
      case Expression.NullLiteral _ -> Values.NULL;
      case Expression.Template template -> template(template, scope);
      case Expression.Name name -> name(name, scope);
      case Expression.ArrayLiteral array -> list(array.elements(), scope, array.at());
      case Expression.ObjectLiteral object -> object(object, scope);
      case Expression.Spread spread -> throw spread.at().refuse("'...' has no meaning here");
      case Expression.Function function -> new Closure(function, scope);
      case Expression.Unary unary -> unary(unary, scope);
      case Expression.Update update -> assignments.update(update, scope);
      case Expression.Binary binary ->
          binary(
              binary.operator(),
              value(binary.left(), scope),
              value(binary.right(), scope),
              binary.at());
      case Expression.Logical logical -> logical(logical, scope);
      case Expression.Conditional conditional -> conditional(conditional, scope);
      case Expression.Assignment assignment -> assignments.assign(assignment, scope);
      case Expression.Member _, Expression.Index _, Expression.Call _, Expression.Chain _ ->
          chains.value(expression, scope);
      case Expression.NewError error -> newError(error, scope);
      case Expression.ScriptOnly other ->
          throw other.at().refuse("only scripts have this, plans have not");
    };
  }

  private Value name(Expression.Name name, Scope scope) {
    Value value = scope.lookup(name.name());
    if (value != null) {
      return value;
    }
    String hint = interpreter.hint(name.name());
    if (hint != null) {
      throw name.at().refuse("%s", hint);
    }
    throw name.at()
        .refuse("'%s' is not declared%s", name.name(), Suggestion.of(name.name(), scope.names()));
  }

  Value binary(String operator, Value left, Value right, Place at) {
    return left instanceof Value.Lifted || right instanceof Value.Lifted
        ? interpreter.operators().binary(operator, left, right, at)
        : plain.binary(operator, left, right, at);
  }

  private Value unary(Expression.Unary unary, Scope scope) {
    Value operand = value(unary.operand(), scope);
    return operand instanceof Value.Lifted
        ? interpreter.operators().unary(unary.operator(), operand, unary.at())
        : plain.unary(unary.operator(), operand, unary.at());
  }

  private Value logical(Expression.Logical logical, Scope scope) {
    Value left = value(logical.left(), scope);
    if (left instanceof Value.Lifted) {
      Value right = value(logical.right(), scope);
      return interpreter.operators().logical(logical.operator(), left, right, logical.at());
    }
    return decides(logical.operator(), left, logical.at()) ? left : value(logical.right(), scope);
  }

  /** Whether the left side alone is the result. */
  static boolean decides(String operator, Value left, Place at) {
    return switch (operator) {
      case "&&" -> !PlainOperators.truthy(left, at);
      case "||" -> PlainOperators.truthy(left, at);
      default -> !left.isNothing();
    };
  }

  private Value conditional(Expression.Conditional conditional, Scope scope) {
    Value test = value(conditional.test(), scope);
    if (test instanceof Value.Lifted) {
      Value then = value(conditional.then(), scope);
      Value otherwise = value(conditional.otherwise(), scope);
      return interpreter.operators().choose(test, then, otherwise, conditional.at());
    }
    boolean holds = PlainOperators.truthy(test, conditional.at());
    return value(holds ? conditional.then() : conditional.otherwise(), scope);
  }

  private Value template(Expression.Template template, Scope scope) {
    var text = new StringBuilder(template.texts().getFirst());
    for (int i = 0; i < template.values().size(); i++) {
      Expression part = template.values().get(i);
      String shown = PlainOperators.text(value(part, scope), part.at());
      String after = template.texts().get(i + 1);
      meter.chars(shown.length() + (long) after.length(), template.at());
      text.append(shown).append(after);
    }
    return Values.of(text.toString());
  }

  private ListValue list(List<Expression> elements, Scope scope, Place at) {
    List<Value> items = items(elements, scope);
    meter.cells(items.size(), at);
    return new ListValue(items);
  }

  /** Elements or arguments, with spread ones in their place. */
  List<Value> items(List<Expression> elements, Scope scope) {
    var items = new ArrayList<Value>(elements.size());
    for (Expression element : elements) {
      if (element instanceof Expression.Spread spread) {
        items.addAll(Iteration.items(value(spread.value(), scope), meter, spread.at()));
      } else {
        items.add(value(element, scope));
      }
    }
    return items;
  }

  private ObjectValue object(Expression.ObjectLiteral literal, Scope scope) {
    var object = new ObjectValue();
    for (var property : literal.properties()) {
      switch (property) {
        case Expression.Property.Named named -> {
          String name = PropertyNames.checked(named.name(), named.at());
          put(object, name, named.value(), scope);
        }
        case Expression.Property.Computed computed -> {
          String name = Members.propertyName(value(computed.name(), scope), computed.at());
          put(object, name, computed.value(), scope);
        }
        case Expression.Property.SpreadAll spread ->
            members.copyAll(value(spread.value(), scope), object, spread.at());
      }
    }
    return object;
  }

  private void put(ObjectValue object, String name, Expression expression, Scope scope) {
    meter.cells(1, expression.at());
    object.put(name, value(expression, scope), expression.at());
  }

  private Value newError(Expression.NewError error, Scope scope) {
    var arguments = items(error.arguments(), scope);
    return Globals.error(arguments, meter, error.at());
  }
}
