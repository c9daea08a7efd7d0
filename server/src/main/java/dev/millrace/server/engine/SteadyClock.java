package dev.millrace.server.engine;

import java.util.function.LongSupplier;

/**
 * Milliseconds since 1970 that never go back and do not jump: the wall clock is read once, and the
 * monotonic one tells what has passed since. A lease does not end because somebody set the clock.
 */
final class SteadyClock implements LongSupplier {

  private final long wallStart = System.currentTimeMillis();
  private final long start = System.nanoTime();

  @Override
  public long getAsLong() {
    return wallStart + (System.nanoTime() - start) / 1_000_000;
  }
}
