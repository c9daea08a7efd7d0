package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * From one to 64 and back to one: 64 instances with nothing to do are started at once, from inside,
 * and the last one to finish starts the next 64.
 *
 * <p>An operation: one round of 64. Ours: a group of 64 whose continuation schedules the group
 * again. Rivals: 64 times {@code execute} of one runnable that decrements an atomic counter, the
 * one that brings it to zero submits the next 64; pinned pools take their threads in turn.
 */
final class FanWorkload implements Workload {
  private static final int WIDTH = 64;

  @Override
  public String name() {
    return "fan";
  }

  @Override
  public Goal goal() {
    return new Goal(8, 4);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(200, 100_000);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    return operations -> new OurRounds(executor, operations).await();
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return operations -> new RivalRounds(pool.shared(), operations).await();
  }

  /** Written by the continuation of one round, read by the next: one thread at a time. */
  private static final class OurRounds {
    private final MillraceExecutor executor;
    private final TaskGroup group;
    private final Semaphore end = new Semaphore(0);
    private int remaining;

    OurRounds(MillraceExecutor executor, int rounds) {
      this.executor = executor;
      group =
          TaskGroup.of(Task.of("leaf", (context, taskId) -> TaskStatus.FINISHED), WIDTH)
              .withContinuation(context -> startNext());
      remaining = rounds;
    }

    void await() throws InterruptedException {
      executor.execute(this::startNext);
      end.acquire();
    }

    private void startNext() {
      if (remaining-- > 0) {
        var _ = executor.schedule(group);
      } else {
        end.release();
      }
    }
  }

  /** The remaining rounds are handed on from round to round by {@code unfinished}. */
  private static final class RivalRounds implements Runnable {
    private final Executor executor;
    private final Semaphore end = new Semaphore(0);
    private final AtomicInteger unfinished = new AtomicInteger();
    private int remaining;

    RivalRounds(Executor executor, int rounds) {
      this.executor = executor;
      remaining = rounds;
    }

    void await() throws InterruptedException {
      executor.execute(this::startNext);
      end.acquire();
    }

    @Override
    public void run() {
      if (unfinished.decrementAndGet() == 0) {
        startNext();
      }
    }

    private void startNext() {
      if (remaining-- == 0) {
        end.release();
        return;
      }
      unfinished.set(WIDTH);
      for (int i = 0; i < WIDTH; i++) {
        executor.execute(this);
      }
    }
  }
}
