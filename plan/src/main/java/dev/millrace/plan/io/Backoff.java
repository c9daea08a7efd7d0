package dev.millrace.plan.io;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to leave a failing server alone: twice as long each time, up to a most, and up to a
 * fifth less by chance, so that many clients do not come back at the same moment. Pure; not
 * thread-safe.
 */
final class Backoff {

  private static final double SPREAD = 0.2;

  private final long first;
  private final long most;
  private final DoubleSupplier chance;
  private long next;

  /**
   * @param chance gives numbers from 0 to 1
   */
  Backoff(Duration first, Duration most, DoubleSupplier chance) {
    this.first = first.toNanos();
    this.most = most.toNanos();
    this.chance = chance;
    this.next = this.first;
  }

  long nextNanos() {
    long delay = Math.min(next, most);
    next = delay > most / 2 ? most : delay * 2;
    return delay - (long) (delay * SPREAD * chance.getAsDouble());
  }

  void reset() {
    next = first;
  }
}
