package dev.millrace.server.script;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One evaluation: what it has cost so far, and what its statements leave for each other. Everything
 * that loops, calls or grows passes here before it does. Not thread-safe.
 */
final class Machine {

  /** How many steps go by between two looks at the clock. */
  private static final int STEPS_PER_LOOK = 1024;

  private final ScriptLimits limits;
  private final LongSupplier nanoClock;
  private final InstantSource dates;
  private final long startNanos;
  private long steps;
  private long cells;
  private long chars;
  private int depth;

  /** The value of the last expression statement outside of functions: the script's result. */
  Object completion = Nothing.UNDEFINED;

  /** With {@link Signal#RETURN}. */
  Object returned = Nothing.UNDEFINED;

  /** With {@link Signal#BREAK} and {@link Signal#CONTINUE}; null for the innermost loop. */
  @Nullable String label;

  Machine(ScriptLimits limits, LongSupplier nanoClock, InstantSource dates) {
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.dates = dates;
    this.startNanos = nanoClock.getAsLong();
  }

  ScriptLimits limits() {
    return limits;
  }

  Instant now() {
    return dates.instant();
  }

  void step() {
    if (++steps > limits.steps()) {
      throw new LimitReached("it ran for more than %d steps".formatted(limits.steps()));
    }
    if (steps % STEPS_PER_LOOK == 0) {
      look();
    }
  }

  /** Work that is done in one go, e.g. over all elements of an array. */
  void steps(long more) {
    steps += more;
    step();
    if (more > STEPS_PER_LOOK) {
      look();
    }
  }

  private void look() {
    if (nanoClock.getAsLong() - startNanos > limits.time().toNanos()) {
      throw new LimitReached("it ran for more than %d ms".formatted(limits.time().toMillis()));
    }
  }

  /** Elements, properties or variables that are about to be made. */
  void cells(long more) {
    if (more > limits.cells() - cells) {
      throw new LimitReached(
          "it made more than %d elements, properties and variables".formatted(limits.cells()));
    }
    cells += more;
  }

  /** Characters of a string that is about to be made. */
  void chars(long more) {
    if (more > limits.textChars() - chars) {
      throw new LimitReached(
          "it made strings of more than %d characters in all".formatted(limits.textChars()));
    }
    chars += more;
  }

  /** A string that was made of parts, none of which is longer than what was counted before. */
  String made(String text) {
    chars(text.length());
    return text;
  }

  /** Goes so many levels deeper. */
  void enter(int levels) {
    depth += levels;
    if (depth > limits.depth()) {
      throw new LimitReached("calls nest too deep; does a function call itself without an end?");
    }
  }

  void leave(int levels) {
    depth -= levels;
  }

  int depth() {
    return depth;
  }

  /** What was thrown left no level by itself. */
  void backTo(int oldDepth) {
    depth = oldDepth;
  }
}
