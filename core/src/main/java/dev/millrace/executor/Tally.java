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

  /** Tasks; runnables are counted by the lane. */
  static final int SUBMITTED = PAD + 1;

  static final int FINISHED = PAD + 2;
  static final int FAILED = PAD + 3;
  static final int CANCELLED = PAD + 4;
  static final int PARKS = PAD + 5;
  static final int PERMITS = PAD + 6;
  static final int STEALS = PAD + 7;
  static final int YIELDS = PAD + 8;

  /** Tasks that have ended, and everybody has been told: continuations have returned. */
  private static final int SETTLED = PAD + 9;

  /** Plain runnables that have finished: one number for two, because there may be many. */
  private static final int RAN = PAD + 10;

  private final long[] counters = new long[PAD + 11 + PAD];

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

  void settled(int tasks) {
    add(SETTLED, tasks);
  }

  /** Everything that has ended, and everybody has been told. */
  long settled() {
    return read(SETTLED) + read(RAN);
  }

  /** A plain runnable has finished, and nobody has to be told. */
  void ran() {
    add(RAN, 1);
  }

  WorkerCounters counters(long submitted) {
    return new WorkerCounters(
        read(SLICES),
        submitted,
        read(FINISHED) + read(RAN),
        read(FAILED),
        read(CANCELLED),
        read(PARKS),
        read(PERMITS),
        read(STEALS),
        read(YIELDS));
  }
}
