package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;

/** Compiles members, elements and calls, and how far a {@code ?.} reaches. */
final class ChainCompiler {

  private final ExpressionCompiler expressions;

  ChainCompiler(ExpressionCompiler expressions) {
    this.expressions = expressions;
  }

  /** The value of a chain that ended at a {@code ?.}; never seen outside of it. */
  private enum Ended {
    ENDED
  }

  Code compile(Expression expression) {
    return switch (expression) {
      case Expression.Member member -> {
        String name = member.name();
        yield link(
            expressions.compile(member.object()),
            member.optional(),
            (_, machine, object) -> Members.named(machine, object, name));
      }
      case Expression.Index index -> {
        Code key = expressions.compile(index.index());
        yield link(
            expressions.compile(index.object()),
            index.optional(),
            (scope, machine, object) -> Members.get(machine, object, key.value(scope, machine)));
      }
      case Expression.Call call -> call(call);
      case Expression.Chain chain -> {
        Code links = expressions.compile(chain.expression());
        yield (scope, machine) -> {
          Object value = links.value(scope, machine);
          return value == Ended.ENDED ? Nothing.UNDEFINED : value;
        };
      }
      default -> throw new IllegalStateException("no chain: " + expression);
    };
  }

  @FunctionalInterface
  private interface Link {
    Object follow(Scope scope, Machine machine, Object from);
  }

  private static Code link(Code from, boolean optional, Link link) {
    return (scope, machine) -> {
      Object object = from.value(scope, machine);
      if (object == Ended.ENDED || (optional && object instanceof Nothing)) {
        return Ended.ENDED;
      }
      return link.follow(scope, machine, object);
    };
  }

  private Code call(Expression.Call call) {
    var arguments = expressions.list(call.arguments());
    boolean optional = call.optional();
    return switch (call.callee()) {
      case Expression.Member member -> {
        String name = member.name();
        Code object = expressions.compile(member.object());
        yield link(
            object,
            member.optional(),
            (scope, machine, self) -> {
              Object function = Members.named(machine, self, name);
              return function instanceof Callable callable
                  ? callable.call(machine, self, arguments.values(scope, machine).toArray())
                  : notCalled(function, optional, name);
            });
      }
      case Expression.Index index -> {
        Code key = expressions.compile(index.index());
        yield link(
            expressions.compile(index.object()),
            index.optional(),
            (scope, machine, self) -> {
              Object name = key.value(scope, machine);
              Object function = Members.get(machine, self, name);
              return function instanceof Callable callable
                  ? callable.call(machine, self, arguments.values(scope, machine).toArray())
                  : notCalled(function, optional, Conversions.text(machine, name));
            });
      }
      default -> plainCall(call, arguments);
    };
  }

  private Code plainCall(Expression.Call call, ExpressionCompiler.Listing arguments) {
    String name = call.callee() instanceof Expression.Name named ? named.name() : "expression";
    boolean optional = call.optional();
    return link(
        expressions.compile(call.callee()),
        optional,
        (scope, machine, function) ->
            function instanceof Callable callable
                ? callable.call(
                    machine, Nothing.UNDEFINED, arguments.values(scope, machine).toArray())
                : notCalled(function, optional, name));
  }

  private static Object notCalled(Object function, boolean optional, String name) {
    if (optional && function instanceof Nothing) {
      return Ended.ENDED;
    }
    throw Thrown.type(name + " is not a function");
  }

  /** {@code delete a.b}. */
  Code delete(Expression.Unary unary) {
    return switch (unary.operand()) {
      case Expression.Member member -> {
        String name = member.name();
        yield deleting(expressions.compile(member.object()), (_, _) -> name);
      }
      case Expression.Index index ->
          deleting(expressions.compile(index.object()), expressions.compile(index.index()));
      default -> throw unary.at().refuse("only properties can be deleted");
    };
  }

  private static Code deleting(Code object, Code key) {
    return (scope, machine) -> {
      if (object.value(scope, machine) instanceof Thing thing) {
        thing.remove(machine, Conversions.text(machine, key.value(scope, machine)));
      }
      return true;
    };
  }
}
