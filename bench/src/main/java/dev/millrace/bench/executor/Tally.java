package dev.millrace.bench.executor;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts runnables that have run, on many threads, without making them fight for one counter.
 * Thread-safe.
 */
final class Tally implements Runnable {
  private static final long POLL_NANOS = 50_000;

  private final LongAdder count = new LongAdder();

  /** The trivial runnable: counts itself. */
  @Override
  public void run() {
    count.increment();
  }

  long total() {
    return count.sum();
  }

  /** Looks every 50 µs and leaves the cores to the workers in between. */
  void awaitTotal(long total) throws InterruptedException {
    while (count.sum() < total) {
      LockSupport.parkNanos(POLL_NANOS);
      ensureNotInterrupted();
    }
  }

  /** Looks all the time: for waits of a few microseconds, which a parked thread would stretch. */
  @SuppressWarnings("ThreadPriorityCheck") // with fewer cores than threads spinning alone is slow
  void spinUntilTotal(long total) throws InterruptedException {
    while (count.sum() < total) {
      Thread.yield();
      ensureNotInterrupted();
    }
  }

  private static void ensureNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
