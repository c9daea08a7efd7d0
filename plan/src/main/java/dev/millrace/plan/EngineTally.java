package dev.millrace.plan;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one engine. Thread-safe. */
final class EngineTally {

  final LongAdder requests = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  final LongAdder refused = new LongAdder();
  private final LongAdder nodesStarted = new LongAdder();
  private final LongAdder nodesEnded = new LongAdder();
  private final LongAdder nodesCancelled = new LongAdder();
  private final LongAdder lateCompletions = new LongAdder();

  void answered(PlanAnswer answer) {
    answered.increment();
    if (answer instanceof PlanAnswer.Failed) {
      failed.increment();
    }
  }

  /** A request has ended, and with it these nodes. */
  void nodes(int started, int ended, int cancelled, int late) {
    nodesStarted.add(started);
    nodesEnded.add(ended);
    if (cancelled + late > 0) {
      nodesCancelled.add(cancelled);
      lateCompletions.add(late);
    }
  }

  EngineCounters snapshot(long live) {
    return new EngineCounters(
        requests.sum(),
        answered.sum(),
        failed.sum(),
        refused.sum(),
        live,
        nodesStarted.sum(),
        nodesEnded.sum(),
        nodesCancelled.sum(),
        lateCompletions.sum());
  }
}
