package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Two tasks wake each other in turn, and nothing else happens in the pool.
 *
 * <p>An operation: one hop. Ours: two lone tasks blocked on their signals; a step raises the
 * other's signal and blocks again. Rivals: each hop is an {@code execute} of the partner's
 * runnable.
 *
 * <p>In {@code pingpong} the two may stay together: ours are submitted one after the other from
 * outside, pinned pools keep both on one thread. In {@code pingpong_cross} they come from apart:
 * ours are submitted by two workers that run at that moment, pinned pools keep them on two threads.
 */
record PingPongWorkload(String name, Goal goal, boolean apart) implements Workload {

  static Workload together() {
    return new PingPongWorkload("pingpong", new Goal(4, 2), false);
  }

  static Workload crossing() {
    return new PingPongWorkload("pingpong_cross", new Goal(3, 10), true);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(1_000, 1_000_000);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) throws InterruptedException {
    SignalTable table = new SignalTable();
    if (apart) {
      table.seatApart(executor);
    } else {
      table.seat(executor);
    }
    return table::play;
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return operations -> {
      Ball ball = new Ball(operations);
      Player first = new Player(ball, pool.lane(0));
      Player second = new Player(ball, pool.lane(apart ? 1 : 0));
      first.hitTo(second);
      second.hitTo(first);
      first.lane.execute(first);
      ball.end.acquire();
    };
  }

  /** Touched by whoever has it, handed on through the pool's queue. */
  private static final class Ball {
    final Semaphore end = new Semaphore(0);
    int remaining;

    Ball(int hops) {
      remaining = hops;
    }
  }

  private static final class Player implements Runnable {
    private final Ball ball;
    private final Executor lane;
    private Player partner = this;

    Player(Ball ball, Executor lane) {
      this.ball = ball;
      this.lane = lane;
    }

    void hitTo(Player newPartner) {
      partner = newPartner;
    }

    @Override
    public void run() {
      if (--ball.remaining == 0) {
        ball.end.release();
      } else {
        partner.lane.execute(partner);
      }
    }
  }
}
