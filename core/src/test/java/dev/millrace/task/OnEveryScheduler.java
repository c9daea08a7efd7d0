package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;

/** A conformance test: what every scheduler must do. One scheduler for each test method. */
abstract class OnEveryScheduler {

  final SchedulerFixture fixture;
  final Scheduler scheduler;
  private final List<Outside> outsiders = new ArrayList<>();

  OnEveryScheduler(SchedulerFixture.Kind kind) {
    fixture = kind.open();
    scheduler = fixture.scheduler();
  }

  @AfterEach
  void close() throws InterruptedException {
    for (Outside each : outsiders) {
      each.soon(() -> each.stopped = true);
      each.join();
    }
    fixture.close();
  }

  /** A thread that has nothing to do with the scheduler and runs what it is given, in order. */
  static final class Outside extends Thread {
    private final BlockingQueue<Runnable> actions = new LinkedBlockingQueue<>();

    /** Set by an action, so by this thread itself. */
    private boolean stopped;

    private Outside() {
      setDaemon(true);
    }

    void soon(Runnable action) {
      actions.add(action);
    }

    @Override
    public void run() {
      try {
        while (!stopped) {
          actions.take().run();
        }
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts this thread", e);
      }
    }
  }

  final Outside outside() {
    Outside outside = new Outside();
    outside.start();
    outsiders.add(outside);
    return outside;
  }

  final Outcome run(TaskGroup group) throws InterruptedException {
    return scheduler.schedule(group).await();
  }

  static Task finishing(Runnable action) {
    return Task.of(
        "finishing",
        (_, _) -> {
          action.run();
          return TaskStatus.FINISHED;
        });
  }

  /** Blocks each instance once, on what {@code wait} makes, and then finishes. */
  static Task blockingOnce(int count, Task.Step wait) {
    boolean[] blocked = new boolean[count]; // each entry is its instance's own
    return Task.of(
        "blocking once",
        (context, id) -> {
          if (blocked[id]) {
            return TaskStatus.FINISHED;
          }
          blocked[id] = true;
          return wait.run(context, id);
        });
  }

  static Throwable errorOf(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) outcome).error();
  }

  static Throwable causeOf(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    return ((Outcome.Cancelled) outcome).cause();
  }
}
