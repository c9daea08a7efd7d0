package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles loops. Each round is a step. */
final class LoopCompiler {

  private final FunctionCompiler compiler;

  LoopCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  /** What a round's end means for the loop. */
  private enum Next {
    ROUND,
    END,
    /** The signal is for somebody around the loop. */
    OUT
  }

  private static Next next(Signal signal, @Nullable String label, Machine machine) {
    if (signal == Signal.NORMAL) {
      return Next.ROUND;
    }
    if (signal == Signal.RETURN) {
      return Next.OUT;
    }
    boolean mine = machine.label == null || machine.label.equals(label);
    if (!mine) {
      return Next.OUT;
    }
    machine.label = null;
    return signal == Signal.BREAK ? Next.END : Next.ROUND;
  }

  Act whileHolds(Statement.While loop, @Nullable String label) {
    Code test = compiler.expressions().compile(loop.test());
    Act body = compiler.statements().compile(loop.body());
    boolean testFirst = loop.testFirst();
    return (scope, machine) -> {
      boolean go = !testFirst || Conversions.truthy(test.value(scope, machine));
      while (go) {
        machine.step();
        Signal signal = body.run(scope, machine);
        Next next = next(signal, label, machine);
        if (next != Next.ROUND) {
          return next == Next.END ? Signal.NORMAL : signal;
        }
        go = Conversions.truthy(test.value(scope, machine));
      }
      return Signal.NORMAL;
    };
  }

  Act counting(Statement.For loop, @Nullable String label) {
    if (!(loop.init() instanceof Statement.Declare declare)
        || declare.kind() == Statement.Kind.VAR) {
      return rounds(loop, label, false);
    }
    var names = new Names(compiler.names(), false);
    Declared.lexical(List.of(declare), names);
    Act rounds = compiler.within(names, () -> rounds(loop, label, true));
    return (scope, machine) -> rounds.run(new Scope(names.size(), scope), machine);
  }

  private Act rounds(Statement.For loop, @Nullable String label, boolean lexical) {
    int before = compiler.closures();
    Act init = loop.init() == null ? Act.NONE : init(loop.init());
    Code test = orElse(loop.test());
    Code update = orElse(loop.update());
    Act body = compiler.statements().compile(loop.body());
    // Closures of one round see the counter as it was in that round.
    boolean copies = lexical && compiler.closures() > before;
    return (outer, machine) -> {
      Scope scope = outer;
      var _ = init.run(scope, machine);
      while (Conversions.truthy(test.value(scope, machine))) {
        machine.step();
        Signal signal = body.run(scope, machine);
        Next next = next(signal, label, machine);
        if (next != Next.ROUND) {
          return next == Next.END ? Signal.NORMAL : signal;
        }
        if (copies) {
          machine.cells(scope.slots.length);
          scope = scope.copy();
        }
        var _ = update.value(scope, machine);
      }
      return Signal.NORMAL;
    };
  }

  /** The start of a loop is never its result. */
  private Act init(Statement init) {
    if (init instanceof Statement.Evaluate evaluate) {
      Code code = compiler.expressions().compile(evaluate.expression());
      return (scope, machine) -> {
        var _ = code.value(scope, machine);
        return Signal.NORMAL;
      };
    }
    return compiler.statements().compile(init);
  }

  private Code orElse(@Nullable Expression expression) {
    return expression == null ? (_, _) -> true : compiler.expressions().compile(expression);
  }

  Act each(Statement.ForEach loop, @Nullable String label) {
    Code over = compiler.expressions().compile(loop.over());
    boolean lexical = loop.kind() == Statement.Kind.CONST || loop.kind() == Statement.Kind.LET;
    if (!lexical) {
      return eachIn(loop, label, over, 0);
    }
    var names = new Names(compiler.names(), false);
    Declared.pattern(loop.target(), name -> declare(names, name, loop.constant()));
    return compiler.within(names, () -> eachIn(loop, label, over, names.size()));
  }

  private static void declare(Names names, String name, boolean constant) {
    var _ = names.declare(name, constant);
  }

  /**
   * @param size of the scope that each round has; none if it is 0
   */
  private Act eachIn(Statement.ForEach loop, @Nullable String label, Code over, int size) {
    var binder = compiler.patterns().pattern(loop.target());
    Act body = compiler.statements().compile(loop.body());
    boolean keys = loop.keys();
    return (scope, machine) -> {
      Object subject = over.value(scope, machine);
      List<Object> items =
          keys ? Iteration.keys(machine, subject) : Iteration.items(machine, subject);
      for (Object item : items) {
        machine.step();
        Scope round = scope;
        if (size > 0) {
          machine.cells(size);
          round = new Scope(size, scope);
        }
        binder.bind(round, machine, item);
        Signal signal = body.run(round, machine);
        Next next = next(signal, label, machine);
        if (next != Next.ROUND) {
          return next == Next.END ? Signal.NORMAL : signal;
        }
      }
      return Signal.NORMAL;
    };
  }
}
