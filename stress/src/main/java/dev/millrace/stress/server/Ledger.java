package dev.millrace.stress.server;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the driver knows of its own work, whatever servers say later. Thread-safe. */
final class Ledger {

  /** By their numbers, the ids of all starts that a server acknowledged. */
  private final Map<Long, String> started = new ConcurrentHashMap<>();

  /** How often each step of each workflow was begun. */
  private final Map<Step, Integer> executions = new ConcurrentHashMap<>();

  /** The attempts that were begun, by their ids. */
  private final Set<String> attempts = ConcurrentHashMap.newKeySet();

  /** Attempts that were begun twice: two workers had one lease, or one had it twice. */
  final LongAdder begunTwice = new LongAdder();

  /** Starts that were acknowledged with another id before. */
  final LongAdder doubleStarts = new LongAdder();

  /** Answers to starts that say that the server is not there, or not able at the moment. */
  final LongAdder unanswered = new LongAdder();

  final LongAdder unavailable = new LongAdder();

  /** Answers that nothing excuses. */
  final LongAdder wrongAnswers = new LongAdder();

  final LongAdder lastSteps = new LongAdder();

  private record Step(String workflow, String ref) {}

  void acknowledged(long n, String id) {
    var before = started.putIfAbsent(n, id);
    if (before != null && !before.equals(id)) {
      doubleStarts.increment();
    }
  }

  void begun(String workflow, String ref, String task) {
    if (!attempts.add(task)) {
      begunTwice.increment();
    }
    int times = executions.merge(new Step(workflow, ref), 1, Integer::sum);
    if (times == 1 && ref.equals(SumFlow.LAST)) {
      lastSteps.increment();
    }
  }

  /** Notes what a start failed with. */
  void refused(int status) {
    switch (status) {
      case 0 -> unanswered.increment();
      case 429, 503 -> unavailable.increment();
      default -> wrongAnswers.increment();
    }
  }

  boolean wasBegun(String task) {
    return attempts.contains(task);
  }

  Map<Long, String> started() {
    return Map.copyOf(started);
  }

  /** How many workflows have not come to their last step. */
  long open() {
    return started.size() - lastSteps.sum();
  }

  /** Steps that were begun, again or not. */
  long executions() {
    return executions.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** Steps that were begun again. */
  long duplicates() {
    return executions() - executions.size();
  }

  @Override
  public String toString() {
    return "%,d workflows started, %,d open, %,d steps, %,d of them again"
        .formatted(started.size(), open(), executions(), duplicates());
  }
}
