package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread from outside that wakes a task and runs it itself. */
@Timeout(60)
class RaiseHereTest {

  private static MillraceExecutor executor() {
    return MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2));
  }

  private static void raiseUntilItRanHere(TaskHandle handle, Set<Thread> ranOn) {
    while (!ranOn.contains(Thread.currentThread())) {
      handle.raiseHere();
    }
  }

  @Test
  void anIdleTaskRunsOnTheThreadThatRaises() {
    Set<Thread> ranOn = ConcurrentHashMap.newKeySet();
    AtomicBoolean last = new AtomicBoolean();
    MillraceExecutor executor = executor();
    try (executor) {
      TaskHandle handle =
          executor.submit(
              Task.of(
                  "bell",
                  (_, _) -> {
                    ranOn.add(Thread.currentThread());
                    return last.get() ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
                  }));
      raiseUntilItRanHere(handle, ranOn);
      last.set(true);
      handle.raiseHere();
      assertThat(handle.done().join()).isEqualTo(Outcome.FINISHED);
      handle.raiseHere(); // it has left: nothing happens
    }
    assertThat(executor.counters().submitted()).isEqualTo(1);
    assertThat(executor.counters().finished()).isEqualTo(1);
  }

  @Test
  void noRaiseIsLostAndNoTwoThreadsRunTheTask() throws Exception {
    int each = 20_000;
    AtomicInteger wanted = new AtomicInteger();
    AtomicBoolean inside = new AtomicBoolean();
    AtomicReference<String> fault = new AtomicReference<>();
    try (MillraceExecutor executor = executor()) {
      TaskHandle handle =
          executor.submit(
              Task.of(
                  "seen",
                  (_, _) -> {
                    if (!inside.compareAndSet(false, true)) {
                      fault.set("two at once");
                    }
                    boolean all = wanted.get() == 3 * each;
                    inside.set(false);
                    return all ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
                  }));
      List<Thread> raisers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        boolean here = i != 0;
        raisers.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int j = 0; j < each; j++) {
                    wanted.incrementAndGet();
                    if (here) {
                      handle.raiseHere();
                    } else {
                      handle.raise();
                    }
                  }
                }));
      }
      // If the last raise were lost, this would wait for ever.
      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
      for (Thread raiser : raisers) {
        raiser.join();
      }
      assertThat(fault.get()).isNull();
    }
  }

  @Test
  void whatTakesLongerThanASliceGoesOnWithTheWorkers() throws Exception {
    Set<Thread> ranOn = ConcurrentHashMap.newKeySet();
    AtomicBoolean goOn = new AtomicBoolean();
    try (MillraceExecutor executor = executor()) {
      TaskHandle handle =
          executor.submit(
              Task.of(
                  "long",
                  (_, _) -> {
                    ranOn.add(Thread.currentThread());
                    if (!goOn.get()) {
                      return TaskStatus.BLOCKED_ON_SIGNAL;
                    }
                    return Thread.currentThread() instanceof WorkerThread
                        ? TaskStatus.FINISHED
                        : TaskStatus.CONTINUE;
                  }));
      raiseUntilItRanHere(handle, ranOn);
      goOn.set(true);
      handle.raiseHere();
      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    }
  }

  @Test
  void aTaskThatRunsHereMaySubmitAnotherWhileTheExecutorDrains() throws Exception {
    Set<Thread> ranOn = ConcurrentHashMap.newKeySet();
    AtomicBoolean last = new AtomicBoolean();
    AtomicBoolean second = new AtomicBoolean();
    try (MillraceExecutor executor = executor()) {
      TaskHandle handle =
          executor.submit(
              Task.of(
                  "parent",
                  (_, _) -> {
                    ranOn.add(Thread.currentThread());
                    if (!last.get()) {
                      return TaskStatus.BLOCKED_ON_SIGNAL;
                    }
                    executor.execute(() -> second.set(true));
                    return TaskStatus.FINISHED;
                  }));
      raiseUntilItRanHere(handle, ranOn);
      Thread closer = Thread.ofPlatform().start(executor::close);
      ExecutorLifecycleTest.awaitClosed(executor);
      last.set(true);
      handle.raiseHere();
      closer.join();
      assertThat(second).isTrue();
      assertThat(executor.counters().cancelled()).isZero();
    }
  }
}
