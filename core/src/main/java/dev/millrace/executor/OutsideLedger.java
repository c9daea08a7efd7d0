package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Ledger;
import java.util.concurrent.atomic.LongAdder;

/** Counts what ends beside the workers, and what never began. Thread-safe. */
final class OutsideLedger implements Ledger {

  final LongAdder finished = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder cancelled = new LongAdder();
  final LongAdder rejected = new LongAdder();

  /** Ended, and everybody has been told: continuations have returned. */
  final LongAdder settled = new LongAdder();

  @Override
  public void ended(Disposition end) {
    switch (end) {
      case FINISHED -> finished.increment();
      case FAILED -> failed.increment();
      case CANCELLED -> cancelled.increment();
      case AGAIN, YIELDED, PARKED -> throw new AssertionError(end + " is no end");
    }
  }
}
