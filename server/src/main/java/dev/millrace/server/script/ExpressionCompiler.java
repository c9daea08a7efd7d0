package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import java.util.ArrayList;
import java.util.List;

/** Compiles expressions. Not thread-safe. */
final class ExpressionCompiler {

  private final FunctionCompiler compiler;
  private final AssignmentCompiler assignments;
  private final ChainCompiler chains;

  ExpressionCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
    this.assignments = new AssignmentCompiler(compiler, this);
    this.chains = new ChainCompiler(this);
  }

  AssignmentCompiler assignments() {
    return assignments;
  }

  Code compile(Expression expression) {
    return compiler.deeper(() -> one(expression));
  }

  private Code one(Expression expression) {
    return switch (expression) {
      case Expression.NumberLiteral number -> constant(number.value());
      case Expression.StringLiteral string -> constant(string.value());
      case Expression.BooleanLiteral bool -> constant(bool.value());
      case Expression.NullLiteral _ -> constant(Nothing.NULL);
      case Expression.Template template -> template(template);
      case Expression.Name name -> assignments.read(name.name());
      case Expression.This _ -> assignments.read(compiler.names().ofFunction("this"));
      case Expression.ArrayLiteral array -> array(array);
      case Expression.ObjectLiteral object -> object(object);
      case Expression.Spread spread -> throw spread.at().refuse("'...' has no meaning here");
      case Expression.Function function -> compiler.function(function);
      case Expression.Unary unary -> unary(unary);
      case Expression.Update update -> assignments.update(update);
      case Expression.Binary binary -> binary(binary);
      case Expression.Logical logical -> logical(logical);
      case Expression.Conditional conditional -> conditional(conditional);
      case Expression.Assignment assignment -> assignments.assign(assignment);
      case Expression.TakeApart apart -> takeApart(apart);
      case Expression.Member _, Expression.Index _, Expression.Call _, Expression.Chain _ ->
          chains.compile(expression);
      case Expression.New made -> made(compile(made.callee()), list(made.arguments()));
      case Expression.NewError error -> made(assignments.read("Error"), list(error.arguments()));
      case Expression.RegexLiteral regex -> regex(regex);
      case Expression.Sequence sequence -> sequence(sequence);
    };
  }

  private static Code constant(Object value) {
    return (_, _) -> value;
  }

  private Code template(Expression.Template template) {
    var texts = template.texts();
    var values = template.values().stream().map(this::compile).toArray(Code[]::new);
    return (scope, machine) -> {
      var text = new StringBuilder(texts.getFirst());
      for (int i = 0; i < values.length; i++) {
        String part = Conversions.text(machine, values[i].value(scope, machine));
        machine.chars(part.length() + (long) texts.get(i + 1).length());
        text.append(part).append(texts.get(i + 1));
      }
      return text.toString();
    };
  }

  /** Makes the elements or arguments, spread ones included. */
  interface Listing {
    List<Object> values(Scope scope, Machine machine);
  }

  Listing list(List<Expression> expressions) {
    int count = expressions.size();
    var codes = new Code[count];
    var spread = new boolean[count];
    for (int i = 0; i < count; i++) {
      spread[i] = expressions.get(i) instanceof Expression.Spread;
      codes[i] =
          expressions.get(i) instanceof Expression.Spread one
              ? compile(one.value())
              : compile(expressions.get(i));
    }
    return (scope, machine) -> {
      var values = new ArrayList<Object>(count);
      for (int i = 0; i < count; i++) {
        Object value = codes[i].value(scope, machine);
        if (spread[i]) {
          values.addAll(Iteration.items(machine, value));
        } else {
          values.add(value);
        }
      }
      return values;
    };
  }

  private Code array(Expression.ArrayLiteral array) {
    Listing elements = list(array.elements());
    return (scope, machine) -> JsArray.of(machine, elements.values(scope, machine));
  }

  /** Adds a property, or several, to an object that is being made. */
  private interface Filling {
    void fill(JsObject object, Scope scope, Machine machine);
  }

  private Code object(Expression.ObjectLiteral literal) {
    var fillings = literal.properties().stream().map(this::filling).toArray(Filling[]::new);
    return (scope, machine) -> {
      machine.cells(1);
      var object = new JsObject();
      for (Filling filling : fillings) {
        filling.fill(object, scope, machine);
      }
      return object;
    };
  }

  private Filling filling(Expression.Property property) {
    return switch (property) {
      case Expression.Property.Named named -> {
        String name = named.name();
        Code value = compile(named.value());
        yield (object, scope, machine) -> object.put(machine, name, value.value(scope, machine));
      }
      case Expression.Property.Computed computed -> {
        Code name = compile(computed.name());
        Code value = compile(computed.value());
        yield (object, scope, machine) ->
            object.put(
                machine,
                Conversions.text(machine, name.value(scope, machine)),
                value.value(scope, machine));
      }
      case Expression.Property.SpreadAll spread -> {
        Code value = compile(spread.value());
        yield (object, scope, machine) ->
            ObjectFunctions.assign(machine, object, value.value(scope, machine));
      }
    };
  }

  private Code unary(Expression.Unary unary) {
    if (unary.operator().equals("delete")) {
      return chains.delete(unary);
    }
    if (unary.operator().equals("typeof") && unary.operand() instanceof Expression.Name name) {
      return assignments.typeOf(name.name());
    }
    Code operand = compile(unary.operand());
    return switch (unary.operator()) {
      case "!" -> (scope, machine) -> !Conversions.truthy(operand.value(scope, machine));
      case "-" -> (scope, machine) -> -Conversions.number(machine, operand.value(scope, machine));
      case "+" -> (scope, machine) -> Conversions.number(machine, operand.value(scope, machine));
      case "~" ->
          (scope, machine) ->
              (double) ~Operators.int32(Conversions.number(machine, operand.value(scope, machine)));
      case "void" ->
          (scope, machine) -> {
            var _ = operand.value(scope, machine);
            return Nothing.UNDEFINED;
          };
      default -> (scope, machine) -> Operators.typeOf(operand.value(scope, machine));
    };
  }

  private Code binary(Expression.Binary binary) {
    Operators.Binary operator = Operators.binary(binary.operator());
    Code left = compile(binary.left());
    Code right = compile(binary.right());
    return (scope, machine) ->
        operator.apply(machine, left.value(scope, machine), right.value(scope, machine));
  }

  private Code logical(Expression.Logical logical) {
    Code left = compile(logical.left());
    Code right = compile(logical.right());
    String operator = logical.operator();
    return (scope, machine) -> {
      Object first = left.value(scope, machine);
      return Operators.decides(operator, first) ? first : right.value(scope, machine);
    };
  }

  private Code conditional(Expression.Conditional conditional) {
    Code test = compile(conditional.test());
    Code then = compile(conditional.then());
    Code otherwise = compile(conditional.otherwise());
    return (scope, machine) ->
        Conversions.truthy(test.value(scope, machine))
            ? then.value(scope, machine)
            : otherwise.value(scope, machine);
  }

  private Code takeApart(Expression.TakeApart apart) {
    Code value = compile(apart.value());
    var binder = compiler.patterns().target(apart.target());
    return (scope, machine) -> {
      Object taken = value.value(scope, machine);
      binder.bind(scope, machine, taken);
      return taken;
    };
  }

  private static Code made(Code callee, Listing arguments) {
    return (scope, machine) -> {
      Object constructor = callee.value(scope, machine);
      if (constructor instanceof Callable callable) {
        return callable.construct(machine, arguments.values(scope, machine).toArray());
      }
      throw Thrown.type(Conversions.shown(constructor) + " is not a constructor");
    };
  }

  private static Code regex(Expression.RegexLiteral literal) {
    var compiled = Regex.compile(literal.pattern(), literal.flags());
    if (compiled instanceof Regex.Compiled.Wrong wrong) {
      throw literal.at().refuse("%s", wrong.message());
    }
    var pattern = (Regex.Compiled.Right) compiled;
    return (_, machine) -> {
      machine.cells(1);
      return new Regex(pattern);
    };
  }

  private Code sequence(Expression.Sequence sequence) {
    var codes = sequence.expressions().stream().map(this::compile).toArray(Code[]::new);
    return (scope, machine) -> {
      Object last = Nothing.UNDEFINED;
      for (Code code : codes) {
        last = code.value(scope, machine);
      }
      return last;
    };
  }
}
