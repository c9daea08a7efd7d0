package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Place;
import java.util.function.LongSupplier;

/**
 * Counts what a plan's code costs and ends it at the limits. Everything that is evaluated passes
 * here, so there is nothing that loops or grows without being counted. Not thread-safe.
 */
public final class Meter {

  /** How many steps go by between two looks at the clock. */
  private static final int STEPS_PER_LOOK = 1024;

  private final CompileLimits limits;
  private final LongSupplier nanoClock;
  private final long startNanos;
  private long steps;
  private long cells;
  private long chars;
  private int depth;

  public Meter(CompileLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  public CompileLimits limits() {
    return limits;
  }

  public void step(Place at) {
    if (++steps > limits.steps()) {
      throw at.refuse(
          "the plan's code ran for more than %d steps; is there a loop without an end?",
          limits.steps());
    }
    if (steps % STEPS_PER_LOOK == 0) {
      look(at);
    }
  }

  /** Work that is done in one go, e.g. over all elements of an array. */
  public void steps(long more, Place at) {
    steps += more;
    step(at);
    look(at);
  }

  private void look(Place at) {
    if (nanoClock.getAsLong() - startNanos > limits.time().toNanos()) {
      throw at.refuse("the plan's code ran for more than %d ms", limits.time().toMillis());
    }
  }

  /** Elements, properties or variables that are about to be made. */
  public void cells(long more, Place at) {
    if (more > limits.cells() - cells) {
      throw at.refuse(
          "the plan's code made more than %d array elements, properties and variables",
          limits.cells());
    }
    cells += more;
  }

  /** Characters of a string that is about to be made. */
  public void chars(long more, Place at) {
    if (more > limits.textChars() - chars) {
      throw at.refuse(
          "the plan's code made strings of more than %d characters in all", limits.textChars());
    }
    chars += more;
  }

  void enter(Place at) {
    if (++depth > limits.depth()) {
      throw at.refuse(
          "calls nest too deep here (limit %d); does a function call itself without an end?",
          limits.depth());
    }
  }

  void leave() {
    depth--;
  }
}
