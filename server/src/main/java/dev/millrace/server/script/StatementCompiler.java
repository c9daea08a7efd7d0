package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles statements. Not thread-safe. */
final class StatementCompiler {

  private final FunctionCompiler compiler;
  private final LoopCompiler loops;

  StatementCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
    this.loops = new LoopCompiler(compiler);
  }

  /** Statements whose names are declared already; functions come first. */
  Act block(List<Statement> statements) {
    var acts = new ArrayList<Act>();
    for (Statement statement : statements) {
      if (statement instanceof Statement.DeclareFunction declared) {
        acts.add(declareFunction(declared));
      }
    }
    for (Statement statement : statements) {
      Act act = compile(statement);
      if (act != Act.NONE) {
        acts.add(act);
      }
    }
    return sequence(acts.toArray(Act[]::new));
  }

  private static Act sequence(Act[] acts) {
    if (acts.length == 1) {
      return acts[0];
    }
    return (scope, machine) -> {
      for (Act act : acts) {
        Signal signal = act.run(scope, machine);
        if (signal != Signal.NORMAL) {
          return signal;
        }
      }
      return Signal.NORMAL;
    };
  }

  private Act declareFunction(Statement.DeclareFunction declared) {
    Code function = compiler.function(declared.function());
    int slot = compiler.names().declare(declared.function().name(), false);
    return (scope, machine) -> {
      scope.slots[slot] = function.value(scope, machine);
      return Signal.NORMAL;
    };
  }

  Act compile(Statement statement) {
    return compiler.deeper(() -> one(statement));
  }

  private Act one(Statement statement) {
    return switch (statement) {
      case Statement.Empty _, Statement.DeclareFunction _ -> Act.NONE;
      case Statement.Evaluate evaluate -> evaluate(evaluate.expression());
      case Statement.Declare declare -> declare(declare);
      case Statement.Block block -> scoped(block.statements());
      case Statement.If branch -> branch(branch);
      case Statement.For loop -> loops.counting(loop, null);
      case Statement.ForEach loop -> loops.each(loop, null);
      case Statement.While loop -> loops.whileHolds(loop, null);
      case Statement.Labelled labelled -> labelled(labelled);
      case Statement.Switch choice -> new SwitchCompiler(compiler).compile(choice);
      case Statement.Return returned -> returned(returned);
      case Statement.Break jump -> jump(Signal.BREAK, jump.label());
      case Statement.Continue jump -> jump(Signal.CONTINUE, jump.label());
      case Statement.Throw thrown -> thrown(thrown);
      case Statement.Try attempt -> new TryCompiler(compiler).compile(attempt);
      case Statement.DeclareEnum _,
          Statement.Import _,
          Statement.Export _,
          Statement.ExportNames _,
          Statement.ExportDefault _ ->
          throw statement.at().refuse("this is no part of a script");
    };
  }

  private Act evaluate(Expression expression) {
    Code code = compiler.expressions().compile(expression);
    if (compiler.top()) {
      return (scope, machine) -> {
        machine.completion = code.value(scope, machine);
        return Signal.NORMAL;
      };
    }
    return (scope, machine) -> {
      var _ = code.value(scope, machine);
      return Signal.NORMAL;
    };
  }

  Act declare(Statement.Declare declare) {
    var acts = new ArrayList<Act>();
    for (var declarator : declare.declarators()) {
      Expression value = declarator.value();
      if (value == null && declare.kind() == Statement.Kind.VAR) {
        continue;
      }
      Code code =
          value == null ? (_, _) -> Nothing.UNDEFINED : compiler.expressions().compile(value);
      var binder = compiler.patterns().pattern(declarator.target());
      acts.add((scope, machine) -> {
        binder.bind(scope, machine, code.value(scope, machine));
        return Signal.NORMAL;
      });
    }
    return acts.isEmpty() ? Act.NONE : sequence(acts.toArray(Act[]::new));
  }

  /** A block: it has a scope if it declares something. */
  Act scoped(List<Statement> statements) {
    if (!Declared.anyLexical(statements)) {
      return block(statements);
    }
    var names = new Names(compiler.names(), false);
    Declared.lexical(statements, names);
    Act body = compiler.within(names, () -> block(statements));
    return (scope, machine) -> {
      machine.cells(names.size());
      return body.run(new Scope(names.size(), scope), machine);
    };
  }

  private Act branch(Statement.If branch) {
    Code test = compiler.expressions().compile(branch.test());
    Act then = compile(branch.then());
    Statement otherwise = branch.otherwise();
    Act other = otherwise == null ? Act.NONE : compile(otherwise);
    boolean top = compiler.top();
    return (scope, machine) -> {
      boolean holds = Conversions.truthy(test.value(scope, machine));
      if (top) {
        machine.completion = Nothing.UNDEFINED;
      }
      return (holds ? then : other).run(scope, machine);
    };
  }

  private Act labelled(Statement.Labelled labelled) {
    String label = labelled.label();
    Act body =
        switch (labelled.body()) {
          case Statement.For loop -> loops.counting(loop, label);
          case Statement.ForEach loop -> loops.each(loop, label);
          case Statement.While loop -> loops.whileHolds(loop, label);
          default -> compile(labelled.body());
        };
    return (scope, machine) -> {
      Signal signal = body.run(scope, machine);
      if (signal == Signal.BREAK && label.equals(machine.label)) {
        machine.label = null;
        return Signal.NORMAL;
      }
      return signal;
    };
  }

  private static Act jump(Signal signal, @Nullable String label) {
    return (_, machine) -> {
      machine.label = label;
      return signal;
    };
  }

  private Act returned(Statement.Return returned) {
    Expression value = returned.value();
    Code code = value == null ? (_, _) -> Nothing.UNDEFINED : compiler.expressions().compile(value);
    return (scope, machine) -> {
      machine.returned = code.value(scope, machine);
      return Signal.RETURN;
    };
  }

  private Act thrown(Statement.Throw thrown) {
    Code code = compiler.expressions().compile(thrown.value());
    return (scope, machine) -> {
      throw new Thrown(code.value(scope, machine));
    };
  }
}
