package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that falls asleep, played by the test's own thread. */
@Timeout(60)
class SleepTest {

  private static final int SLEEPER = 0;
  private static final int BUSY = 1;

  /** It is never started. */
  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(2));

  private final SummaryTree tree = core.tree();
  private final IdleWorkers idle = tree.idle();
  private final Sleep sleep = sleepOf(core.workers().get(SLEEPER));

  private static Sleep sleepOf(Worker worker) {
    SignalWaker waker = new SignalWaker(SLEEPER, 2);
    waker.attach(Thread.currentThread());
    return new Sleep(worker, waker);
  }

  /** Otherwise others would go on calling it, and rely on its watch, while it does something. */
  @Test
  void aWorkerGetsUpAlsoIfItsWatchFails() {
    SoloTask nowhere = new SoloTask(Task.of("nowhere", (_, _) -> TaskStatus.FINISHED), core);
    core.workers().get(BUSY).kept().wakeForTimer(nowhere); // cannot be given back: has no place

    assertThatThrownBy(() -> sleep.fall(false)).hasMessageContaining("has no slot");

    assertThat(idle.isSleeping(SLEEPER)).isFalse();
    assertThat(idle.searching()).isEqualTo(1);
    assertThat(sleep.isSearching()).isTrue();
    assertThat(tree.watches(BUSY)).as("nobody has the watch").isTrue();
    assertThat(sleep.endSearch(core.nanoTime())).as("somebody else sleeps").isFalse();
    assertThat(idle.searching()).isZero();
  }
}
