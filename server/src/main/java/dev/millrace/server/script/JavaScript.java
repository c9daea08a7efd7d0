package dev.millrace.server.script;

import static java.util.Objects.requireNonNull;

import dev.millrace.dsl.source.Refusal;
import dev.millrace.server.flow.ScriptEngine;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates JavaScript: what workflows have in INLINE, SWITCH and DO_WHILE tasks. A script is
 * compiled once and sees its values, the language's own functions and nothing else; {@code Date} is
 * the only thing that is not the same each time. Thread-safe.
 */
public final class JavaScript implements ScriptEngine {

  private static final int SCRIPTS_KEPT = 1_000;

  private final ScriptLimits limits;
  private final LongSupplier nanoClock;
  private final InstantSource dates;
  private final Kept<Compiled> scripts;

  private JavaScript(ScriptLimits limits, LongSupplier nanoClock, InstantSource dates) {
    this.limits = requireNonNull(limits, "limits is null");
    this.nanoClock = nanoClock;
    this.dates = dates;
    this.scripts = new Kept<>(SCRIPTS_KEPT, this::compile);
  }

  public static JavaScript within(ScriptLimits limits) {
    return new JavaScript(limits, System::nanoTime, InstantSource.system());
  }

  JavaScript withClocks(LongSupplier newNanoClock, InstantSource newDates) {
    return new JavaScript(limits, newNanoClock, newDates);
  }

  /** What came of reading a script. */
  private sealed interface Compiled {

    record Right(Script script) implements Compiled {}

    record Wrong(String message) implements Compiled {}
  }

  private Compiled compile(String text) {
    if (text.length() > limits.sourceChars()) {
      return new Compiled.Wrong(
          "the script has more than %d characters".formatted(limits.sourceChars()));
    }
    try {
      return new Compiled.Right(Script.compile(text, limits));
    } catch (Refusal refusal) {
      var diagnostic = refusal.diagnostic();
      var span = diagnostic.span();
      return new Compiled.Wrong(
          "SyntaxError: %s (line %d, column %d)"
              .formatted(diagnostic.message(), span.line(), span.column()));
    }
  }

  @Override
  public Result evaluate(String script, Map<String, @Nullable Object> values) {
    return switch (scripts.of(script)) {
      case Compiled.Wrong wrong -> failed(wrong.message());
      case Compiled.Right right -> run(right.script(), values);
    };
  }

  private Result run(Script script, Map<String, @Nullable Object> values) {
    var machine = new Machine(limits, nanoClock, dates);
    try {
      Object value = script.run(values, machine);
      return new Result.Value(Crossing.outward(value, machine));
    } catch (Thrown thrown) {
      return failed(message(thrown, machine));
    } catch (LimitReached limit) {
      return failed("the script was ended: " + limit.getMessage());
    } catch (StackOverflowError tooSmall) {
      // The levels are bounded, but the caller's stack may be smaller than they need. All that is
      // half done belongs to the machine, which is gone.
      return failed("the script was ended: it nests too deep for the stack");
    }
  }

  private static String message(Thrown thrown, Machine machine) {
    try {
      return Conversions.text(machine, thrown.value());
    } catch (Thrown | LimitReached again) {
      return "something that cannot be shown was thrown";
    }
  }

  /** The words of the reference, which people search for. */
  private static Result failed(String message) {
    return new Result.Failed("Error evaluating the script `%s`".formatted(message));
  }
}
