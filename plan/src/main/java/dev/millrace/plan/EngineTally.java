package dev.millrace.plan;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one engine. Thread-safe. */
final class EngineTally {

  final LongAdder requests = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  final LongAdder refused = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder nodesStarted = new LongAdder();
  private final LongAdder nodesCancelled = new LongAdder();
  private final LongAdder lateCompletions = new LongAdder();

  /**
   * @param count 1, or -1 to take it back: it was not the answer after all
   */
  void answered(PlanAnswer answer, int count) {
    answered.add(count);
    if (answer instanceof PlanAnswer.Failed) {
      failed.add(count);
    }
  }

  /** A request has ended, and with it these nodes. */
  void ended(int started, int cancelled, int late) {
    nodesStarted.add(started);
    if (cancelled + late > 0) {
      nodesCancelled.add(cancelled);
      lateCompletions.add(late);
    }
    ended.increment();
  }

  /** How many requests have not ended. */
  long live() {
    long over = ended.sum(); // first, so that nobody who comes and goes makes it less than none
    return requests.sum() - over;
  }

  EngineCounters snapshot() {
    long live = live();
    long cancelled = nodesCancelled.sum();
    long started = nodesStarted.sum();
    return new EngineCounters(
        requests.sum(),
        answered.sum(),
        failed.sum(),
        refused.sum(),
        live,
        started,
        started - cancelled,
        cancelled,
        lateCompletions.sum());
  }
}
