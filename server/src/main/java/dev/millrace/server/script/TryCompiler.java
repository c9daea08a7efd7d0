package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Statement;

/** Compiles try, catch and finally. Limits are not caught. */
final class TryCompiler {

  private final FunctionCompiler compiler;

  TryCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  Act compile(Statement.Try attempt) {
    Act body = compiler.statements().scoped(attempt.body().statements());
    Statement.Block handler = attempt.handler();
    Act guarded = handler == null ? body : catching(body, attempt, handler);
    Statement.Block cleanup = attempt.cleanup();
    return cleanup == null
        ? guarded
        : cleaning(guarded, compiler.statements().scoped(cleanup.statements()));
  }

  private Act catching(Act body, Statement.Try attempt, Statement.Block handler) {
    var names = new Names(compiler.names(), false);
    Declared.pattern(attempt.caught(), name -> declare(names, name));
    var caught = attempt.caught();
    var binder =
        caught == null
            ? PatternCompiler.Binder.NONE
            : compiler.within(names, () -> compiler.patterns().pattern(caught));
    Act handling = compiler.within(names, () -> compiler.statements().scoped(handler.statements()));
    return (scope, machine) -> {
      int depth = machine.depth();
      try {
        return body.run(scope, machine);
      } catch (Thrown thrown) {
        machine.step();
        machine.backTo(depth);
        var inner = new Scope(names.size(), scope);
        binder.bind(inner, machine, thrown.value());
        return handling.run(inner, machine);
      }
    };
  }

  private static void declare(Names names, String name) {
    var _ = names.declare(name, false);
  }

  private static Act cleaning(Act guarded, Act cleanup) {
    return (scope, machine) -> {
      int depth = machine.depth();
      Signal signal;
      try {
        signal = guarded.run(scope, machine);
      } catch (Thrown thrown) {
        machine.backTo(depth);
        Signal cleaned = cleanup.run(scope, machine);
        if (cleaned != Signal.NORMAL) {
          return cleaned;
        }
        throw thrown;
      }
      Object returned = machine.returned;
      Object completion = machine.completion;
      String label = machine.label;
      Signal cleaned = cleanup.run(scope, machine);
      if (cleaned != Signal.NORMAL) {
        return cleaned;
      }
      machine.returned = returned;
      machine.completion = completion;
      machine.label = label;
      return signal;
    };
  }
}
