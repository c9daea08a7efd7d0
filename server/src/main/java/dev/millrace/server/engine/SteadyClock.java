package dev.millrace.server.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * Milliseconds since 1970 that never go back and do not jump: the wall clock is read once, and the
 * monotonic one tells what has passed since. A lease does not end because somebody set the clock.
 */
final class SteadyClock implements LongSupplier {

  // As exact as it can be had: what is cut off here would be missing for good.
  private final long wallStart = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  private final long start = System.nanoTime();

  @Override
  public long getAsLong() {
    return (wallStart + (System.nanoTime() - start) / 1_000) / 1_000;
  }
}
