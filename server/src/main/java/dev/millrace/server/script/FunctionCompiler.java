package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Pattern;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Compiles one function, or the script around all functions. Not thread-safe. */
final class FunctionCompiler {

  private final boolean top;
  private final ExpressionCompiler expressions;
  private final StatementCompiler statements;
  private final PatternCompiler patterns;
  private Names names;
  private int depth;
  private int deepest;

  /** How many functions were found within so far. */
  private int closures;

  FunctionCompiler(Names names, boolean top) {
    this.names = names;
    this.top = top;
    this.patterns = new PatternCompiler(this);
    this.expressions = new ExpressionCompiler(this);
    this.statements = new StatementCompiler(this);
  }

  /** Whether this is the script, whose expression statements are its result. */
  boolean top() {
    return top;
  }

  Names names() {
    return names;
  }

  ExpressionCompiler expressions() {
    return expressions;
  }

  StatementCompiler statements() {
    return statements;
  }

  PatternCompiler patterns() {
    return patterns;
  }

  int levels() {
    return deepest;
  }

  int closures() {
    return closures;
  }

  /** Compiles something that lies one level deeper. */
  <T> T deeper(Supplier<T> compile) {
    deepest = Math.max(deepest, ++depth);
    T compiled = compile.get();
    depth--;
    return compiled;
  }

  /** Compiles something that has a scope of its own. */
  <T> T within(Names inner, Supplier<T> compile) {
    Names saved = names;
    names = inner;
    T compiled = compile.get();
    names = saved;
    return compiled;
  }

  /** Declares what belongs to the whole function; answers the slots that begin as undefined. */
  List<Integer> variables(List<Statement> body) {
    var slots = new ArrayList<Integer>();
    Declared.variables(body, name -> slots.add(names.declare(name, false)));
    Declared.lexical(body, names);
    return slots;
  }

  Code function(Expression.Function function) {
    closures++;
    var inner = new Names(names, !function.arrow());
    FunctionCode code = new FunctionCompiler(inner, false).code(function);
    return (scope, machine) -> {
      machine.cells(1);
      return new Closure(code, scope);
    };
  }

  private FunctionCode code(Expression.Function function) {
    function.parameters().forEach(one -> Declared.pattern(one.target(), this::declare));
    boolean named = !function.name().isEmpty();
    var variables = variables(function.body().statements());
    // A function sees itself by its name, unless a variable of it is called so.
    boolean free = named && names.slot(function.name()) < 0;
    int nameSlot = free ? names.declare(function.name(), false) : -1;
    var parameters = parameters(function.parameters());
    Code body = body(function.body());
    return new FunctionCode(
        function.name(),
        names.size(),
        deepest + 3,
        List.copyOf(variables),
        parameters,
        body,
        function.arrow() ? -1 : names.slot("this"),
        nameSlot,
        function.arrow() ? -1 : names.slot("arguments"));
  }

  private void declare(String name) {
    var _ = names.declare(name, false);
  }

  private Code body(Expression.Body body) {
    Expression value = body.value();
    if (value != null) {
      return expressions.compile(value);
    }
    Act act = statements.block(body.statements());
    return (scope, machine) ->
        act.run(scope, machine) == Signal.RETURN ? machine.returned : Nothing.UNDEFINED;
  }

  private FunctionCode.Parameters parameters(List<Pattern.Binding> parameters) {
    var binders = new ArrayList<PatternCompiler.Binder>();
    int rest = -1;
    for (int i = 0; i < parameters.size(); i++) {
      binders.add(patterns.binding(parameters.get(i)));
      rest = parameters.get(i).rest() ? i : rest;
    }
    var all = binders.toArray(PatternCompiler.Binder[]::new);
    int restAt = rest;
    return (scope, machine, arguments) -> {
      for (int i = 0; i < all.length; i++) {
        Object value =
            i == restAt
                ? rest(machine, arguments, i)
                : i < arguments.length ? arguments[i] : Nothing.UNDEFINED;
        all[i].bind(scope, machine, value);
      }
    };
  }

  private static Object rest(Machine machine, Object[] arguments, int from) {
    var rest = new ArrayList<Object>();
    for (int i = from; i < arguments.length; i++) {
      rest.add(arguments[i]);
    }
    return JsArray.of(machine, rest);
  }
}
