package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Our side of {@link PingPongWorkload}: two lone tasks that raise each other's signal. Who may
 * touch the ball is whose turn it is; the raise hands it on.
 */
final class SignalTable {

  private static final int NOBODY = -1;

  /** How long a worker waits for another one to take part; there may be only one. */
  private static final long MEET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Ball ball = new Ball();
  private final CountDownLatch seated = new CountDownLatch(2);
  private final Player[] players = {new Player(ball, 0, seated), new Player(ball, 1, seated)};
  private final TaskHandle[] handles = new TaskHandle[2];

  /** Submits both players from this thread. */
  void seat(MillraceExecutor executor) throws InterruptedException {
    submit(executor, 0);
    submit(executor, 1);
    introduce();
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
    introduce();
  }

  /** Plays so many hops and waits for the last. */
  void play(int hops) throws InterruptedException {
    ball.remaining = hops;
    ball.holder = 0;
    handles[0].raise();
    ball.end.acquire();
  }

  private void submit(MillraceExecutor executor, int player) {
    handles[player] = executor.submit(Task.of("player", players[player]));
  }

  /** When both wait for their first turn; {@link #play} shows them what is written here. */
  private void introduce() throws InterruptedException {
    seated.await();
    players[0].hitsTo(handles[1]);
    players[1].hitsTo(handles[0]);
  }

  private static void spinUntilMet(CountDownLatch met) {
    long giveUp = System.nanoTime() + MEET_NANOS;
    while (met.getCount() > 0 && System.nanoTime() - giveUp < 0) {
      Thread.onSpinWait();
    }
  }

  private static final class Ball {
    final Semaphore end = new Semaphore(0);
    int remaining;

    /** A number: what storing a reference costs depends on the collector, and where things lie. */
    int holder;
  }

  /** As a rival's player: knows the ball, and where it hits it to. */
  private static final class Player implements Task.Step {
    private final Ball ball;
    private final int side;
    private final CountDownLatch seated;
    private @Nullable TaskSignal signal;

    Player(Ball ball, int side, CountDownLatch seated) {
      this.ball = ball;
      this.side = side;
      this.seated = seated;
    }

    void hitsTo(TaskSignal partner) {
      signal = partner;
    }

    @Override
    public TaskStatus run(TaskContext context, int taskId) {
      TaskSignal next = signal;
      if (next == null) {
        seated.countDown();
      } else if (ball.holder == side) {
        hit(next);
      }
      return TaskStatus.BLOCKED_ON_SIGNAL;
    }

    private void hit(TaskSignal next) {
      if (--ball.remaining == 0) {
        ball.holder = NOBODY;
        ball.end.release();
      } else {
        ball.holder = 1 - side;
        next.raise();
      }
    }
  }
}
