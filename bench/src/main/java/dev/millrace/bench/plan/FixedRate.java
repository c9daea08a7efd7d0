package dev.millrace.bench.plan;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests at a fixed rate, whether or not the last ones are back: so many every millisecond.
 * A request is timed from the moment at which it should have been sent, so that a pause counts for
 * all that wait through it, and nobody is fast by leaving others behind. Used by one thread.
 */
final class FixedRate implements Load {

  private static final long TICK_NANOS = 1_000_000;
  private static final int MOST_UNDER_WAY = 100_000;
  private static final long LIMIT_SECONDS = 60;
  private static final int DIGITS = 3;

  private final ClosedLoop.Requests requests;
  private final int everyTick;
  private @Nullable Histogram latencies;

  FixedRate(ClosedLoop.Requests requests, int everyTick) {
    this.requests = requests;
    this.everyTick = everyTick;
  }

  /** So many a second, at least one a millisecond. */
  static Load of(ClosedLoop.Requests requests, double perSecond) {
    return new FixedRate(requests, Math.max(1, (int) (perSecond * TICK_NANOS / 1e9)));
  }

  @Override
  public @Nullable Histogram latencies() {
    return latencies;
  }

  @Override
  public long run(long until) throws InterruptedException {
    Histogram histogram = new ConcurrentHistogram(DIGITS);
    Semaphore room = new Semaphore(MOST_UNDER_WAY);
    AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    long number = 0;
    long due = System.nanoTime();
    do {
      sleepUntil(due);
      for (int i = 0; i < everyTick; i++) {
        room.acquire();
        requests.start(number++, new Timed(due, histogram, room, error));
      }
      due += TICK_NANOS;
    } while (due < until);
    boolean over = room.tryAcquire(MOST_UNDER_WAY, LIMIT_SECONDS, TimeUnit.SECONDS);
    Throwable failure = error.get();
    if (failure != null || !over) {
      throw new IllegalStateException(over ? "a request failed" : "requests do not end", failure);
    }
    latencies = histogram;
    return number;
  }

  private static void sleepUntil(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** One request. */
  private record Timed(
      long due, Histogram histogram, Semaphore room, AtomicReference<@Nullable Throwable> error)
      implements ClosedLoop.End {

    @Override
    public void ended() {
      histogram.recordValue(System.nanoTime() - due);
      room.release();
    }

    @Override
    public void failed(Throwable cause) {
      boolean _ = error.compareAndSet(null, cause);
      room.release();
    }
  }
}
