package dev.millrace.bench.server;

import java.time.Duration;
import java.util.Set;

/**
 * How much the benchmark does.
 *
 * @param workflows of three tasks, in each round of a drain
 * @param referenceWorkflows the same on the reference server
 * @param warmups rounds that are not counted
 * @param rounds rounds that are
 * @param paced how long workflows are started at a fixed rate
 * @param updates of each kind, one after the other
 * @param running workflows that are there and do not go on
 * @param pendingEach tasks of each of them that wait
 * @param forks the smaller number of branches
 * @param forksTimes how many times as many the larger one is
 * @param only names of the sections to run, all if empty
 */
record ServerBenchOptions(
    int workflows,
    int referenceWorkflows,
    int warmups,
    int rounds,
    Duration paced,
    int updates,
    int running,
    int pendingEach,
    int forks,
    int forksTimes,
    Set<String> only) {

  ServerBenchOptions {
    if (workflows < 1 || rounds < 1 || running < 1 || pendingEach < 1) {
      throw new IllegalArgumentException("workflows, rounds and backlogs must be at least 1");
    }
    only = Set.copyOf(only);
  }

  /** Some ten minutes, most of them for the backlog of a million tasks. */
  static ServerBenchOptions defaults() {
    return new ServerBenchOptions(
        20_000, 300, 8, 5, Duration.ofSeconds(20), 2_000, 100_000, 10, 1_000, 10, Set.of());
  }

  /** Seconds: shows that everything works, the figures are worth little. */
  static ServerBenchOptions quick() {
    return new ServerBenchOptions(30, 3, 1, 1, Duration.ofMillis(500), 10, 20, 5, 20, 2, Set.of());
  }

  boolean includes(String section) {
    return only.isEmpty() || only.contains(section);
  }

  ServerBenchOptions withRounds(int newRounds) {
    return new ServerBenchOptions(
        workflows,
        referenceWorkflows,
        warmups,
        newRounds,
        paced,
        updates,
        running,
        pendingEach,
        forks,
        forksTimes,
        only);
  }

  ServerBenchOptions withWorkflows(int count) {
    return new ServerBenchOptions(
        count,
        Math.min(count, referenceWorkflows),
        warmups,
        rounds,
        paced,
        updates,
        running,
        pendingEach,
        forks,
        forksTimes,
        only);
  }

  ServerBenchOptions withBacklog(int newRunning, int newPendingEach) {
    return new ServerBenchOptions(
        workflows,
        referenceWorkflows,
        warmups,
        rounds,
        paced,
        updates,
        newRunning,
        newPendingEach,
        forks,
        forksTimes,
        only);
  }

  ServerBenchOptions withOnly(Set<String> newOnly) {
    return new ServerBenchOptions(
        workflows,
        referenceWorkflows,
        warmups,
        rounds,
        paced,
        updates,
        running,
        pendingEach,
        forks,
        forksTimes,
        newOnly);
  }
}
