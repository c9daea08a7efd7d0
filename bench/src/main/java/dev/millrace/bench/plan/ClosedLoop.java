package dev.millrace.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps so many requests under way: when one ends, the thread that ended it starts the next. So no
 * thread waits, and what is measured is the work of the side that runs them. Used by one thread.
 */
final class ClosedLoop implements Load {

  private static final long LIMIT_SECONDS = 60;

  /**
   * A chain looks at the clock after its first request, and then after so many: to read it costs as
   * much as a small node.
   */
  private static final int LOOK_EVERY = 16;

  private final int inFlight;
  private final Requests requests;

  /** How a side runs a request. */
  @FunctionalInterface
  interface Requests {
    /** Starts request {@code number} and says {@code end} when it has ended, on any thread. */
    void start(long number, End end);
  }

  /** Hears of the end of a request; exactly one of its methods is called, once. */
  interface End {
    void ended();

    void failed(Throwable error);
  }

  private ClosedLoop(int inFlight, Requests requests) {
    this.inFlight = inFlight;
    this.requests = requests;
  }

  static Load of(int inFlight, Requests requests) {
    return new ClosedLoop(inFlight, requests);
  }

  @Override
  public long run(long until) throws InterruptedException {
    Finish finish = new Finish(until, new CountDownLatch(inFlight), new AtomicReference<>());
    List<Chain> chains = new ArrayList<>();
    for (int i = 0; i < inFlight; i++) {
      chains.add(new Chain(finish, (long) i << 32));
    }
    chains.forEach(Chain::begin);
    boolean over = finish.open().await(LIMIT_SECONDS, TimeUnit.SECONDS);
    Throwable error = finish.error().get();
    if (error != null || !over) {
      throw new IllegalStateException(over ? "a request failed" : "requests do not end", error);
    }
    return chains.stream().mapToLong(chain -> chain.count).sum();
  }

  /**
   * When it is over, and for whom.
   *
   * @param open counts the chains that have not ended
   */
  private record Finish(
      long until, CountDownLatch open, AtomicReference<@Nullable Throwable> error) {}

  /** Requests one after the other. */
  private final class Chain implements End {
    private final Finish finish;

    /** Ends that were not followed by a start yet; whoever counts it up from 0 starts. */
    private final AtomicInteger ends = new AtomicInteger();

    // Touched by the thread that starts; it is handed over with `ends`.
    private long number;
    private long count;

    Chain(Finish finish, long firstNumber) {
      this.finish = finish;
      this.number = firstNumber;
    }

    void begin() {
      requests.start(number++, this);
    }

    @Override
    public void ended() {
      if (ends.getAndIncrement() > 0) {
        return; // it ended before its start had returned: the thread that starts sees to it
      }
      do {
        next();
      } while (ends.decrementAndGet() > 0);
    }

    private void next() {
      boolean looks = count++ % LOOK_EVERY == 0;
      if (looks && System.nanoTime() >= finish.until()) {
        finish.open().countDown();
        return;
      }
      requests.start(number++, this);
    }

    @Override
    public void failed(Throwable error) {
      finish.error().compareAndSet(null, error);
      finish.open().countDown();
    }
  }
}
