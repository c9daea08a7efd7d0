package dev.millrace.server.script;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much one evaluation may cost. All but the time hold by counting, so a script that ends, ends
 * the same everywhere.
 *
 * @param sourceChars the size of a script
 * @param nesting how deep its syntax may nest
 * @param steps calls, rounds of loops, and elements that built-in functions look at
 * @param depth how deep evaluation may nest; a call costs as much as its function is nested
 * @param cells elements, properties and variables that are made, dead ones included
 * @param textChars characters of all strings that are made, dead ones included
 * @param resultSize elements, properties and characters of the result
 * @param time of the wall clock; a backstop far above what the steps take
 */
public record ScriptLimits(
    int sourceChars,
    int nesting,
    long steps,
    int depth,
    long cells,
    long textChars,
    long resultSize,
    Duration time) {

  public ScriptLimits {
    requireNonNull(time, "time is null");
    if (sourceChars < 1 || nesting < 1 || steps < 1 || depth < 1 || cells < 1 || textChars < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** Plenty for a script in a workflow, little for a machine. */
  public static ScriptLimits standard() {
    return new ScriptLimits(
        64 * 1024, 300, 1_000_000, 1_500, 500_000, 16_000_000, 4_000_000, Duration.ofSeconds(2));
  }

  public ScriptLimits withSteps(long newSteps) {
    return new ScriptLimits(
        sourceChars, nesting, newSteps, depth, cells, textChars, resultSize, time);
  }

  public ScriptLimits withResultSize(long newSize) {
    return new ScriptLimits(sourceChars, nesting, steps, depth, cells, textChars, newSize, time);
  }

  public ScriptLimits withTime(Duration newTime) {
    return new ScriptLimits(
        sourceChars, nesting, steps, depth, cells, textChars, resultSize, newTime);
  }
}
