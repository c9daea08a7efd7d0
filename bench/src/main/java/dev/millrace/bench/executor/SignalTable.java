package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Our side of {@link PingPongWorkload}: two lone tasks that raise each other's signal. Who may
 * touch the fields is whose turn it is; the raise hands them on.
 */
final class SignalTable {
  private static final int NOBODY = -1;

  /** How long a worker waits for another one to take part; there may be only one. */
  private static final long MEET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Semaphore end = new Semaphore(0);
  private final CountDownLatch seated = new CountDownLatch(2);
  private final TaskSignal[] signals = new TaskSignal[2];
  private int turn = NOBODY;
  private int remaining;

  /** Submits both players from this thread. */
  void seat(MillraceExecutor executor) throws InterruptedException {
    submit(executor, 0);
    submit(executor, 1);
    seated.await();
  }

  /** Lets two workers that run at the same time submit a player each. */
  void seatApart(MillraceExecutor executor) throws InterruptedException {
    CountDownLatch met = new CountDownLatch(2);
    Task usher =
        Task.of(
            "usher",
            (context, taskId) -> {
              met.countDown();
              spinUntilMet(met);
              submit(executor, taskId);
              return TaskStatus.FINISHED;
            });
    var _ = executor.schedule(TaskGroup.of(usher, 2)).await();
    seated.await();
  }

  /** Plays so many hops and waits for the last. */
  void play(int hops) throws InterruptedException {
    remaining = hops;
    turn = 0;
    signals[0].raise();
    end.acquire();
  }

  private void submit(MillraceExecutor executor, int player) {
    signals[player] = executor.submit(Task.of("player", new Player(player)));
  }

  private static void spinUntilMet(CountDownLatch met) {
    long giveUp = System.nanoTime() + MEET_NANOS;
    while (met.getCount() > 0 && System.nanoTime() - giveUp < 0) {
      Thread.onSpinWait();
    }
  }

  private final class Player implements Task.Step {
    private final int self;
    private boolean sits;

    Player(int self) {
      this.self = self;
    }

    @Override
    public TaskStatus run(TaskContext context, int taskId) {
      if (!sits) {
        sits = true;
        seated.countDown();
      } else if (turn == self) {
        hit();
      }
      return TaskStatus.BLOCKED_ON_SIGNAL;
    }

    private void hit() {
      if (--remaining == 0) {
        turn = NOBODY;
        end.release();
      } else {
        turn = 1 - self;
        signals[1 - self].raise();
      }
    }
  }
}
