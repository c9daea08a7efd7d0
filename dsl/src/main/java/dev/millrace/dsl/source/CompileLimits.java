package dev.millrace.dsl.source;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much one plan may cost to compile. Each bound holds by counting, not by watching: what would
 * pass it is refused before it is done.
 *
 * @param sourceChars the size of one file
 * @param files how many files a plan may need, itself included
 * @param nesting how deep the syntax may nest
 * @param steps expressions and statements that are evaluated
 * @param depth how deep evaluation may nest; a call costs several levels
 * @param cells elements, properties and variables that are made, dead ones included
 * @param textChars characters of all strings that are made, dead ones included
 * @param nodes nodes of the plan
 * @param expressionParts parts of one expression or predicate
 * @param expressionDepth how deep an expression or predicate may nest
 * @param outputChars the size of the plan JSON
 * @param time of the wall clock; a backstop, far above what the steps take, so that a machine that
 *     is overloaded does not refuse good plans
 */
public record CompileLimits(
    int sourceChars,
    int files,
    int nesting,
    long steps,
    int depth,
    long cells,
    long textChars,
    int nodes,
    int expressionParts,
    int expressionDepth,
    int outputChars,
    Duration time) {

  public CompileLimits {
    requireNonNull(time, "time is null");
  }

  /** Plenty for a plan that somebody wrote, little for a machine. */
  public static CompileLimits standard() {
    return new CompileLimits(
        256 * 1024,
        64,
        600,
        1_000_000,
        5_000,
        1_000_000,
        4_000_000,
        10_000,
        10_000,
        150,
        8_000_000,
        Duration.ofSeconds(30));
  }

  public CompileLimits withSteps(long newSteps) {
    return new CompileLimits(
        sourceChars,
        files,
        nesting,
        newSteps,
        depth,
        cells,
        textChars,
        nodes,
        expressionParts,
        expressionDepth,
        outputChars,
        time);
  }

  public CompileLimits withTime(Duration newTime) {
    return new CompileLimits(
        sourceChars,
        files,
        nesting,
        steps,
        depth,
        cells,
        textChars,
        nodes,
        expressionParts,
        expressionDepth,
        outputChars,
        newTime);
  }
}
