package dev.millrace.server.script;

import dev.millrace.dsl.source.SourceFile;
import dev.millrace.dsl.syntax.ScriptSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A compiled script. Immutable and thread-safe. */
final class Script {

  private final int size;
  private final int levels;
  private final int inputSlot;
  private final List<Integer> variables;
  private final Act body;

  private Script(int size, int levels, int inputSlot, List<Integer> variables, Act body) {
    this.size = size;
    this.levels = levels;
    this.inputSlot = inputSlot;
    this.variables = List.copyOf(variables);
    this.body = body;
  }

  /**
   * Compiles a script.
   *
   * @throws dev.millrace.dsl.source.Refusal if it is none
   */
  static Script compile(String text, ScriptLimits limits) {
    var source = ScriptSource.parse(new SourceFile("script", text), limits.nesting());
    var names = new Names(null, true);
    int input = names.declare("$", false);
    var compiler = new FunctionCompiler(names, true);
    List<Integer> variables = compiler.variables(source.statements());
    Act body = compiler.statements().block(source.statements());
    return new Script(names.size(), compiler.levels(), input, variables, body);
  }

  /** The value of the script: what it returns, or its last expression. */
  Object run(Map<String, @Nullable Object> values, Machine machine) {
    machine.cells(size);
    machine.enter(levels);
    var scope = new Scope(size, null);
    for (int slot : variables) {
      scope.slots[slot] = Nothing.UNDEFINED;
    }
    scope.slots[inputSlot] = new JsObject(values);
    return body.run(scope, machine) == Signal.RETURN ? machine.returned : machine.completion;
  }
}
