package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.syntax.Module;
import dev.millrace.dsl.syntax.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the plan language over its syntax tree. Code sees its own values, the globals and what it
 * imports; there is no way to the host. Not thread-safe; one for each compilation.
 */
public final class Interpreter {

  private final Meter meter;
  private final Operators operators;
  private final Map<String, String> hints;
  private final Evaluator evaluator;
  private final Runner runner;

  /**
   * @param hints what is said about names that are not declared and could be
   */
  public Interpreter(Meter meter, Operators operators, Map<String, String> hints) {
    this.meter = meter;
    this.hints = Map.copyOf(hints);
    this.operators = operators;
    this.evaluator = new Evaluator(this);
    this.runner = new Runner(evaluator);
  }

  public Meter meter() {
    return meter;
  }

  public Operators operators() {
    return operators;
  }

  /** What is said about a name that is not declared; null if there is nothing to say. */
  @Nullable String hint(String name) {
    String absent = Globals.ABSENT.get(name);
    return absent == null
        ? hints.get(name)
        : "the plan language has no %s: %s".formatted(name, absent);
  }

  Runner runner() {
    return runner;
  }

  Evaluator evaluator() {
    return evaluator;
  }

  /**
   * Runs a file and answers what it exports; its default is called {@code default}.
   *
   * @param imports what the file that an import names exports
   */
  public Map<String, Value> run(
      Module module,
      Map<String, Value> globals,
      Function<Statement.Import, Map<String, Value>> imports) {
    var world = new Scope(null);
    Place start = module.file().at(0);
    globals.forEach((name, value) -> world.declare(name, value, true, start));
    var run = new ModuleRun(runner, new Scope(world), new HashMap<>(), imports);
    return guarded(() -> run.all(module));
  }

  /** Calls a function from outside of the code, e.g. the one that builds the plan. */
  public Value callFromHost(Value function, List<Value> arguments, Place at) {
    return guarded(() -> call(function, arguments, at));
  }

  /** Calls a function from within a call. */
  public Value call(Value function, List<Value> arguments, Place at) {
    if (!(function instanceof Value.FunctionValue callable)) {
      throw at.refuse("%s cannot be called", function.shown());
    }
    meter.step(at);
    meter.enter(at);
    try {
      return callable.call(this, arguments, at);
    } finally {
      meter.leave();
    }
  }

  /** What the code threw and did not catch is the plan's error. */
  private static <T> T guarded(Supplier<T> code) {
    try {
      return code.get();
    } catch (ThrownValue thrown) {
      throw uncaught(thrown);
    }
  }

  private static Refusal uncaught(ThrownValue thrown) {
    Value value = thrown.value();
    if (value instanceof ObjectValue error && error.value("message") instanceof Value.Str message) {
      return thrown.at().refuse("the plan's code threw: %s", message.value());
    }
    String text = value instanceof Value.Str str ? str.value() : value.shown();
    return thrown.at().refuse("the plan's code threw: %s", text);
  }
}
