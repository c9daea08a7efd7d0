package dev.millrace.server.engine;

import dev.millrace.server.flow.Ids;
import dev.millrace.server.store.TaskId;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Ids that sort by time: UUIDs of version 8 with 48 bits of time, 12 bits that count within a
 * millisecond, 30 random bits, and 32 bits for the number of a task. Thread-safe.
 */
final class TimeOrderedIds implements Ids {

  private static final int COUNTS = 1 << 12;
  private static final long VERSION = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final LongSupplier clock;
  private final RandomGenerator random;
  private long lastTime;
  private int count;

  TimeOrderedIds(LongSupplier clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  synchronized UUID next() {
    long now = clock.getAsLong();
    if (now > lastTime) {
      lastTime = now;
      count = 0;
    } else if (++count == COUNTS) {
      // More than 4,096 in a millisecond: borrow the next one.
      lastTime++;
      count = 0;
    }
    long high = lastTime << 16 | VERSION | count;
    long low = VARIANT | (random.nextLong() & 0x3FFF_FFFFL) << 32;
    return new UUID(high, low);
  }

  @Override
  public String workflow() {
    return next().toString();
  }

  @Override
  public String task(String workflowId, int number) {
    return new TaskId(UUID.fromString(workflowId), number).toString();
  }
}
