package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Compiles switches. */
final class SwitchCompiler {

  private final FunctionCompiler compiler;

  SwitchCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  Act compile(Statement.Switch choice) {
    Code value = compiler.expressions().compile(choice.value());
    var names = new Names(compiler.names(), false);
    choice.cases().forEach(one -> Declared.lexical(one.statements(), names));
    var tests = new ArrayList<@Nullable Code>();
    var bodies = new ArrayList<Act>();
    int otherwise = -1;
    for (var one : choice.cases()) {
      Expression test = one.test();
      otherwise = test == null ? bodies.size() : otherwise;
      tests.add(
          test == null ? null : compiler.within(names, () -> compiler.expressions().compile(test)));
      bodies.add(compiler.within(names, () -> compiler.statements().block(one.statements())));
    }
    var cases = new Cases(tests, bodies, otherwise, compiler.top());
    return (scope, machine) -> {
      Object subject = value.value(scope, machine);
      return cases.run(subject, new Scope(names.size(), scope), machine);
    };
  }

  private record Cases(
      ArrayList<@Nullable Code> tests, ArrayList<Act> bodies, int otherwise, boolean top) {

    Signal run(Object subject, Scope scope, Machine machine) {
      if (top) {
        machine.completion = Nothing.UNDEFINED;
      }
      int start = start(subject, scope, machine);
      for (int i = start; i >= 0 && i < bodies.size(); i++) {
        Signal signal = bodies.get(i).run(scope, machine);
        if (signal == Signal.BREAK && machine.label == null) {
          return Signal.NORMAL;
        }
        if (signal != Signal.NORMAL) {
          return signal;
        }
      }
      return Signal.NORMAL;
    }

    private int start(Object subject, Scope scope, Machine machine) {
      for (int i = 0; i < tests.size(); i++) {
        Code test = tests.get(i);
        if (test != null && Operators.same(subject, test.value(scope, machine))) {
          return i;
        }
      }
      return otherwise;
    }
  }
}
