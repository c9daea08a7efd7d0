package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Ledger;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One worker's counters: written by it alone, read by anybody. */
final class Tally implements Ledger {

  private static final VarHandle COUNTER = MethodHandles.arrayElementVarHandle(long[].class);

  /** A cache line before and after, against the neighbours. */
  private static final int PAD = 8;

  static final int SLICES = PAD;
  static final int SUBMITTED = PAD + 1;
  static final int FINISHED = PAD + 2;
  static final int FAILED = PAD + 3;
  static final int CANCELLED = PAD + 4;
  static final int PARKS = PAD + 5;
  static final int PERMITS = PAD + 6;
  static final int STEALS = PAD + 7;
  static final int YIELDS = PAD + 8;

  /** Ended, and everybody has been told: continuations have returned. */
  static final int SETTLED = PAD + 9;

  private final long[] counters = new long[PAD + 10 + PAD];

  void add(int counter, long more) {
    COUNTER.setRelease(counters, counter, counters[counter] + more); // one writer
  }

  long read(int counter) {
    return (long) COUNTER.getAcquire(counters, counter);
  }

  @Override
  public void ended(Disposition end) {
    switch (end) {
      case FINISHED -> add(FINISHED, 1);
      case FAILED -> add(FAILED, 1);
      case CANCELLED -> add(CANCELLED, 1);
      case AGAIN, YIELDED, PARKED -> throw new AssertionError(end + " is no end");
    }
  }

  WorkerCounters snapshot() {
    return new WorkerCounters(
        read(SLICES),
        read(SUBMITTED),
        read(FINISHED),
        read(FAILED),
        read(CANCELLED),
        read(PARKS),
        read(PERMITS),
        read(STEALS),
        read(YIELDS));
  }
}
