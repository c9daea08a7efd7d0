package dev.millrace.task.engine;

/**
 * How long one instance may answer Continue before others get their turn.
 *
 * @param steps at most so many steps
 * @param nanos and not much longer than this; looked at after so many steps as should fit into it
 */
public record StepBudget(int steps, long nanos) {
  public StepBudget {
    if (steps < 1) {
      throw new IllegalArgumentException("steps is " + steps + ", must be at least 1");
    }
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos is " + nanos + ", must not be negative");
    }
  }
}
