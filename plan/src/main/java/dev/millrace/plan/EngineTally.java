package dev.millrace.plan;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one engine. Thread-safe. */
final class EngineTally {

  final LongAdder requests = new LongAdder();

  /** Answered with rows, and ended: all nodes are done then. */
  private final LongAdder succeeded = new LongAdder();

  private final LongAdder failed = new LongAdder();
  final LongAdder refused = new LongAdder();

  /** Ended after another answer than rows. */
  private final LongAdder endedOtherwise = new LongAdder();

  private final LongAdder nodesStarted = new LongAdder();
  private final LongAdder nodesCancelled = new LongAdder();
  private final LongAdder lateCompletions = new LongAdder();

  // Both are counted before the answer is given, so that whoever sees it sees it counted; and
  // taken back, with a count of -1, if it was not the answer after all.

  void succeeded(int count, int nodes) {
    succeeded.add(count);
    nodesStarted.add((long) count * nodes);
  }

  void failed(int count) {
    failed.add(count);
  }

  /** A request that had no rows for an answer has ended, and with it these nodes. */
  void endedOtherwise(int started, int cancelled, int late) {
    nodesStarted.add(started);
    nodesCancelled.add(cancelled);
    lateCompletions.add(late);
    endedOtherwise.increment();
  }

  /** How many requests have not ended. */
  long live() {
    // What is over comes first, so that nobody who comes and goes makes it less than none.
    long over = succeeded.sum() + endedOtherwise.sum();
    return requests.sum() - over;
  }

  EngineCounters snapshot() {
    long live = live();
    long failures = failed.sum();
    long cancelled = nodesCancelled.sum();
    long started = nodesStarted.sum();
    return new EngineCounters(
        requests.sum(),
        succeeded.sum() + failures,
        failures,
        refused.sum(),
        live,
        started,
        started - cancelled,
        cancelled,
        lateCompletions.sum());
  }
}
