package dev.millrace.server.flow;

/**
 * Bounds of one decision.
 *
 * @param maxSteps how many tasks one event may create or end; a loop that never waits ends there
 * @param maxForks how many branches a dynamic fork may have
 */
public record Limits(int maxSteps, int maxForks) {

  public Limits {
    if (maxSteps < 1 || maxForks < 1) {
      throw new IllegalArgumentException("limits must be positive: " + maxSteps + ", " + maxForks);
    }
  }

  public static Limits defaults() {
    return new Limits(200_000, 100_000);
  }

  public Limits withMaxSteps(int newMaxSteps) {
    return new Limits(newMaxSteps, maxForks);
  }
}
