package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How soon an idle pool reacts: a thread from outside wakes one task about every millisecond, while
 * nothing else happens.
 *
 * <p>An operation: one wake. Its time is from just before the call that wakes to the first
 * instruction of the step. Ours: raising the signal of a blocked lone task. Rivals: {@code
 * execute}; pinned pools take their threads in turn. The first batches begin with wakes that do not
 * count, until their code is compiled. They come sooner, because one a millisecond would take
 * minutes; but each finds a pool that sleeps, because how it falls asleep and is woken is what has
 * to be compiled.
 */
final class WakeLatencyWorkload implements Workload {
  private static final long PAUSE_NANOS = 1_000_000;
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final int WAKES_TO_WARM_UP = 10_000;
  private static final int WARM_UP_AT_ONCE = 2_000;

  /**
   * Longer than those spin who do before they sleep: ours for 20 µs, the JCTools pool for a few.
   */
  private static final long WARM_UP_PAUSE_NANOS = 50_000;

  @Override
  public String name() {
    return "wake_latency";
  }

  @Override
  public Goal goal() {
    return new Goal(1, 1);
  }

  @Override
  public BatchSize batchSize() {
    return BatchSize.exactly(250);
  }

  /** Some two thousand wakes: the 99th percentile of few tells how often the system disturbed. */
  @Override
  public int roundTimes() {
    return 10;
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    Bell bell = new Bell();
    TaskHandle handle =
        executor.submit(
            Task.of(
                "bell",
                (context, taskId) -> {
                  bell.run();
                  return TaskStatus.BLOCKED_ON_SIGNAL;
                }));
    return new Ringing(bell, handle::raise);
  }

  @Override
  public Scenario rival(RivalPool pool) {
    Bell bell = new Bell();
    Executor executor = pool.shared();
    return new Ringing(bell, () -> executor.execute(bell));
  }

  /** Notes when it was heard. Written by the pool, read and cleared by the ringing thread. */
  private static final class Bell implements Runnable {
    volatile long heardNanos;

    @Override
    public void run() {
      heardNanos = System.nanoTime();
    }
  }

  /** The thread from outside. */
  private static final class Ringing implements Scenario {
    private final Bell bell;
    private final Runnable wake;
    private final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
    private int wakesToWarmUp = WAKES_TO_WARM_UP;

    Ringing(Bell bell, Runnable wake) {
      this.bell = bell;
      this.wake = wake;
    }

    @SuppressWarnings("ThreadPriorityCheck") // with fewer cores than threads spinning alone is slow
    private void warmUp() throws InterruptedException {
      for (int i = 0; i < WARM_UP_AT_ONCE; i++) {
        bell.heardNanos = 0;
        wake.run();
        while (bell.heardNanos == 0) {
          Thread.yield();
          ensureNotInterrupted();
        }
        LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
      }
      wakesToWarmUp -= WARM_UP_AT_ONCE;
    }

    @Override
    public void run(int operations) throws InterruptedException {
      if (wakesToWarmUp > 0) {
        warmUp();
      }
      latencies.reset();
      for (int i = 0; i < operations; i++) {
        pause();
        bell.heardNanos = 0;
        long rung = System.nanoTime();
        wake.run();
        pause();
        while (bell.heardNanos == 0) {
          pause();
        }
        latencies.recordValue(Math.max(0, bell.heardNanos - rung));
      }
    }

    @Override
    public Histogram latencies() {
      return latencies;
    }

    private static void pause() throws InterruptedException {
      LockSupport.parkNanos(PAUSE_NANOS / 2);
      ensureNotInterrupted();
    }

    private static void ensureNotInterrupted() throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
