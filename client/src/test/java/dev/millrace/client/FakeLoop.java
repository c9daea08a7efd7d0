package dev.millrace.client;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An event loop that the test turns by hand, with a clock of its own. */
public final class FakeLoop implements EventLoop {

  private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<FakeTimer> timers =
      new PriorityQueue<>(Comparator.comparingLong(timer -> timer.at));
  private long now = 1_000_000_000L;

  private final class FakeTimer implements Timer {
    final long at;
    final Runnable task;

    FakeTimer(long at, Runnable task) {
      this.at = at;
      this.task = task;
    }

    @Override
    public void cancel() {
      timers.remove(this);
    }
  }

  @Override
  public void execute(Runnable task) {
    ready.add(task);
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    FakeTimer timer = new FakeTimer(now + delay.toNanos(), task);
    timers.add(timer);
    return timer;
  }

  /** Runs what is ready, until nothing is. */
  public void turn() {
    for (Runnable task = ready.poll(); task != null; task = ready.poll()) {
      task.run();
    }
  }

  /** Lets time pass, timer by timer. */
  public void advance(Duration time) {
    long end = now + time.toNanos();
    turn();
    while (!timers.isEmpty() && timers.peek().at <= end) {
      FakeTimer timer = timers.remove();
      now = Math.max(now, timer.at);
      timer.task.run();
      turn();
    }
    now = end;
  }

  public int timers() {
    return timers.size();
  }
}
