package dev.millrace.stress.executor;

import java.util.concurrent.atomic.LongAdder;

/** What a soak has counted: how much it did, and what went wrong. Thread-safe. */
final class Findings {

  /** Steps that did what was expected of them. */
  final LongAdder ops = new LongAdder();

  /** A step of one instance while another of the same ran, or a wait that ended twice. */
  final LongAdder duplicated = new LongAdder();

  /** A step before what it waits for, or a continuation before the last instance. */
  final LongAdder early = new LongAdder();

  /** A run that did not see what its waker, or the run before it, had written. */
  final LongAdder stale = new LongAdder();

  /** Ends that were not the expected ones. */
  final LongAdder wrongEnds = new LongAdder();

  /** Tasks that were owed a wake-up which did not come: those that still live then. */
  final LongAdder lost = new LongAdder();

  /** Sums that do not come out even once everything has ended. */
  final LongAdder unbalanced = new LongAdder();

  long faults() {
    return duplicated.sum()
        + early.sum()
        + stale.sum()
        + wrongEnds.sum()
        + lost.sum()
        + unbalanced.sum();
  }

  @Override
  public String toString() {
    return "%,d lost, %,d duplicated, %,d early, %,d stale, %,d wrong ends, %,d unbalanced"
        .formatted(
            lost.sum(),
            duplicated.sum(),
            early.sum(),
            stale.sum(),
            wrongEnds.sum(),
            unbalanced.sum());
  }

  String json(SoakPlan plan, double seconds) {
    return """
    {"soak": "executor", "seed": %d, "workers": %d, "ops": %d, "seconds": %.3f,
     "lost": %d, "duplicated": %d, "early": %d, "stale": %d, "wrongEnds": %d, "unbalanced": %d}\
    """
        .formatted(
            plan.seed(),
            plan.workers(),
            ops.sum(),
            seconds,
            lost.sum(),
            duplicated.sum(),
            early.sum(),
            stale.sum(),
            wrongEnds.sum(),
            unbalanced.sum());
  }
}
