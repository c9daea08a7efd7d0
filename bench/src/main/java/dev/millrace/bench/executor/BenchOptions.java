package dev.millrace.bench.executor;

import java.time.Duration;
import java.util.Set;

/**
 * How the short form runs.
 *
 * @param workers threads of every contender
 * @param warmups rounds of every contender that are not counted
 * @param rounds rounds of every contender that are
 * @param roundTime how long a round lasts at least, but for {@link Workload#roundTimes}; it ends
 *     with the batch under way
 * @param limit after which a round is given up as hung
 * @param only names of what to run, everything if empty
 * @param contenders who takes part
 */
record BenchOptions(
    int workers,
    int warmups,
    int rounds,
    Duration roundTime,
    Duration limit,
    Set<String> only,
    Set<Contender> contenders) {

  BenchOptions {
    if (workers < 1 || warmups < 1 || rounds < 1) {
      throw new IllegalArgumentException("workers, warm-ups and rounds must be at least 1");
    }
    only = Set.copyOf(only);
    contenders = Set.copyOf(contenders);
  }

  /** About seven minutes. */
  static BenchOptions defaults() {
    return new BenchOptions(
        2,
        5,
        7,
        Duration.ofMillis(200),
        Duration.ofSeconds(20),
        Set.of(),
        Set.of(Contender.values()));
  }

  /** Half a minute: shows that everything works, the figures are worth little. */
  static BenchOptions quick() {
    return defaults().withWarmups(1).withRounds(2).withRoundTime(Duration.ofMillis(10));
  }

  boolean includes(String name) {
    return only.isEmpty() || only.contains(name);
  }

  BenchOptions withWorkers(int newWorkers) {
    return new BenchOptions(newWorkers, warmups, rounds, roundTime, limit, only, contenders);
  }

  BenchOptions withWarmups(int newWarmups) {
    return new BenchOptions(workers, newWarmups, rounds, roundTime, limit, only, contenders);
  }

  BenchOptions withRounds(int newRounds) {
    return new BenchOptions(workers, warmups, newRounds, roundTime, limit, only, contenders);
  }

  BenchOptions withRoundTime(Duration newRoundTime) {
    return new BenchOptions(workers, warmups, rounds, newRoundTime, limit, only, contenders);
  }

  BenchOptions withLimit(Duration newLimit) {
    return new BenchOptions(workers, warmups, rounds, roundTime, newLimit, only, contenders);
  }

  BenchOptions withOnly(Set<String> newOnly) {
    return new BenchOptions(workers, warmups, rounds, roundTime, limit, newOnly, contenders);
  }

  BenchOptions withContenders(Set<Contender> newContenders) {
    return new BenchOptions(workers, warmups, rounds, roundTime, limit, only, newContenders);
  }
}
