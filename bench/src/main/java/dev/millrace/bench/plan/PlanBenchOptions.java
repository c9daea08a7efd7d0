package dev.millrace.bench.plan;

import java.time.Duration;
import java.util.Set;

/**
 * How the benchmark runs.
 *
 * @param warmups rounds of every side that are not counted
 * @param rounds rounds of every side that are
 * @param roundTime how long a round lasts at least
 * @param deadlineBursts how often the requests of {@link DeadlineSection} are sent
 * @param only names of the sections to run, all if empty
 */
record PlanBenchOptions(
    int warmups, int rounds, Duration roundTime, int deadlineBursts, Set<String> only) {

  /** Threads that compute, on either side. */
  static final int WORKERS = 2;

  PlanBenchOptions {
    if (warmups < 1 || rounds < 1 || deadlineBursts < 1) {
      throw new IllegalArgumentException("warm-ups, rounds and bursts must be at least 1");
    }
    only = Set.copyOf(only);
  }

  /** Below five minutes. */
  static PlanBenchOptions defaults() {
    return new PlanBenchOptions(6, 9, Duration.ofMillis(500), 40, Set.of());
  }

  /** Some seconds: shows that everything works, the figures are worth little. */
  static PlanBenchOptions quick() {
    return new PlanBenchOptions(1, 2, Duration.ofMillis(20), 1, Set.of());
  }

  boolean includes(String section) {
    return only.isEmpty() || only.contains(section);
  }

  PlanBenchOptions withRounds(int newRounds) {
    return new PlanBenchOptions(warmups, newRounds, roundTime, deadlineBursts, only);
  }

  PlanBenchOptions withOnly(Set<String> newOnly) {
    return new PlanBenchOptions(warmups, rounds, roundTime, deadlineBursts, newOnly);
  }
}
