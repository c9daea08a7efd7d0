package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;

/** Compiles the reading and the changing of variables, properties and elements. */
final class AssignmentCompiler {

  private final FunctionCompiler compiler;
  private final ExpressionCompiler expressions;

  AssignmentCompiler(FunctionCompiler compiler, ExpressionCompiler expressions) {
    this.compiler = compiler;
    this.expressions = expressions;
  }

  /** What becomes of the old value. */
  @FunctionalInterface
  private interface Change {
    Object changed(Object old, Scope scope, Machine machine);
  }

  /** Changes something; answers the new value. */
  @FunctionalInterface
  private interface Changing {
    Object change(Scope scope, Machine machine, Change change);
  }

  Code read(String name) {
    var found = compiler.names().find(name);
    if (found != null) {
      return read(found);
    }
    if (name.equals("arguments")) {
      return read(compiler.names().ofFunction(name));
    }
    Object builtin = Globals.of(name);
    return builtin == null ? read(compiler.names().ofScript(name)) : (_, _) -> builtin;
  }

  Code read(Names.Found found) {
    int hops = found.hops();
    int slot = found.slot();
    String name = found.name();
    return (scope, _) -> {
      Object value = scope.around(hops).slots[slot];
      if (value == null) {
        return name.equals("this") ? Nothing.UNDEFINED : unset(name);
      }
      return value;
    };
  }

  private static Object unset(String name) {
    throw Thrown.reference(name + " is not defined");
  }

  Code typeOf(String name) {
    var found = compiler.names().find(name);
    Object builtin = found == null ? Globals.of(name) : null;
    if (builtin != null) {
      return (_, _) -> Operators.typeOf(builtin);
    }
    var place = found == null ? compiler.names().ofScript(name) : found;
    return (scope, _) -> {
      Object value = scope.around(place.hops()).slots[place.slot()];
      return value == null ? "undefined" : Operators.typeOf(value);
    };
  }

  Code assign(Expression.Assignment assignment) {
    Code value = expressions.compile(assignment.value());
    String operator = assignment.operator();
    if (operator.isEmpty()) {
      var setter = setter(assignment.target());
      return (scope, machine) -> {
        Object assigned = value.value(scope, machine);
        setter.bind(scope, machine, assigned);
        return assigned;
      };
    }
    Changing changing = changing(assignment.target());
    if (Operators.isLogical(operator)) {
      return (scope, machine) ->
          changing.change(
              scope,
              machine,
              (old, in, with) -> Operators.decides(operator, old) ? old : value.value(in, with));
    }
    Operators.Binary binary = Operators.binary(operator);
    return (scope, machine) ->
        changing.change(
            scope, machine, (old, in, with) -> binary.apply(with, old, value.value(in, with)));
  }

  Code update(Expression.Update update) {
    Changing changing = changing(update.target());
    double by = update.increment() ? 1 : -1;
    Code changed =
        (scope, machine) ->
            changing.change(scope, machine, (old, _, with) -> Conversions.number(with, old) + by);
    return update.prefix()
        ? changed
        : (scope, machine) -> Operators.minus(changed.value(scope, machine), by);
  }

  /** Sets without a look at what was there. */
  PatternCompiler.Binder setter(Expression target) {
    return switch (target) {
      case Expression.Name name -> variable(name);
      case Expression.Member member -> {
        Code object = expressions.compile(member.object());
        String name = member.name();
        yield (scope, machine, value) ->
            Members.putNamed(machine, object.value(scope, machine), name, value);
      }
      case Expression.Index index -> {
        Code object = expressions.compile(index.object());
        Code key = expressions.compile(index.index());
        yield (scope, machine, value) ->
            Members.put(machine, object.value(scope, machine), key.value(scope, machine), value);
      }
      default -> throw target.at().refuse("this cannot be assigned to");
    };
  }

  private PatternCompiler.Binder variable(Expression.Name name) {
    var found = assignable(name);
    return (scope, _, value) -> {
      var slots = scope.around(found.hops()).slots;
      slots[found.slot()] = value;
    };
  }

  private Names.Found assignable(Expression.Name name) {
    var found = compiler.names().find(name.name());
    if (found != null && found.constant()) {
      throw name.at().refuse("'%s' is a constant and cannot be assigned to", name.name());
    }
    if (found == null && Globals.of(name.name()) != null) {
      throw name.at().refuse("'%s' is built in and cannot be assigned to", name.name());
    }
    return found == null ? compiler.names().ofScript(name.name()) : found;
  }

  private Changing changing(Expression target) {
    return switch (target) {
      case Expression.Name name -> {
        Code read = read(assignable(name));
        var write = variable(name);
        yield (scope, machine, change) -> {
          Object value = change.changed(read.value(scope, machine), scope, machine);
          write.bind(scope, machine, value);
          return value;
        };
      }
      case Expression.Member member -> {
        String name = member.name();
        yield property(expressions.compile(member.object()), (_, _) -> name);
      }
      case Expression.Index index ->
          property(expressions.compile(index.object()), expressions.compile(index.index()));
      default -> throw target.at().refuse("this cannot be assigned to");
    };
  }

  private static Changing property(Code object, Code key) {
    return (scope, machine, change) -> {
      Object owner = object.value(scope, machine);
      Object name = key.value(scope, machine);
      Object value = change.changed(Members.get(machine, owner, name), scope, machine);
      Members.put(machine, owner, name, value);
      return value;
    };
  }
}
