package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has had its turn waits for the others, on one worker: counted in steps, not timed. */
@Timeout(60)
class FairnessTest {

  private static final int BUDGET = 8;

  private static MillraceExecutor executor() {
    return MillraceExecutor.create(
        ExecutorConfig.defaults()
            .withWorkers(1)
            .withStepBudget(BUDGET)
            .withSliceBudget(Duration.ofMinutes(1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 100})
  void aTaskWhoseBudgetIsSpentWaitsUntilTheOthersHadTheirTurn(int count) throws Exception {
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger steps = new AtomicInteger();
    try (MillraceExecutor executor = executor()) {
      TaskHandle busy =
          executor.submit(
              Task.of(
                  "busy",
                  (_, _) -> {
                    if (steps.getAndIncrement() == 0) {
                      for (int i = 0; i < count; i++) {
                        TaskHandle _ =
                            executor.submit(
                                Task.of(
                                    "other",
                                    (_, _) -> {
                                      ran.incrementAndGet();
                                      return TaskStatus.FINISHED;
                                    }));
                      }
                    }
                    return ran.get() < count ? TaskStatus.CONTINUE : TaskStatus.FINISHED;
                  }));
      assertThat(busy.await()).isEqualTo(Outcome.FINISHED);
    }
    // One slice, and another after every 32 tasks: as many stand together.
    assertThat(steps.get()).isLessThanOrEqualTo((2 + count / SignalWord.SLOTS) * BUDGET + 1);
  }

  /** What stands in another leaf of the tree, or waits in a lane, has its turn as well. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3 * SignalWord.SLOTS * BitTree.FAN})
  void aTaskThatNeverEndsStarvesNothingFurtherAway(int between) throws Exception {
    try (MillraceExecutor executor = executor()) {
      AtomicBoolean over = new AtomicBoolean();
      CountDownLatch parked = new CountDownLatch(between);
      CountDownLatch begun = new CountDownLatch(1);
      Task waiting =
          Task.of(
              "waiting",
              (_, _) -> {
                parked.countDown();
                return over.get() ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
              });
      TaskHandle[] handles = new TaskHandle[between];
      for (int i = 0; i < between; i++) {
        handles[i] = executor.submit(waiting);
      }
      parked.await();
      TaskHandle busy =
          executor.submit(
              Task.of(
                  "busy",
                  (_, _) -> {
                    begun.countDown();
                    return over.get() ? TaskStatus.FINISHED : TaskStatus.CONTINUE;
                  }));
      begun.await();
      TaskHandle task = executor.submit(Task.of("task", (_, _) -> TaskStatus.FINISHED));
      assertThat(task.await()).isEqualTo(Outcome.FINISHED);
      CountDownLatch ran = new CountDownLatch(1);
      executor.execute(ran::countDown);
      ran.await();

      over.set(true);
      assertThat(busy.await()).isEqualTo(Outcome.FINISHED);
      for (TaskHandle handle : handles) {
        handle.raise();
      }
    }
  }

  @Test
  void tasksThatWakeEachOtherDoNotStarveOneBesideThem() throws Exception {
    for (int round = 0; round < 100; round++) {
      try (MillraceExecutor executor = executor()) {
        AtomicBoolean over = new AtomicBoolean();
        AtomicReferenceArray<TaskHandle> both = new AtomicReferenceArray<>(2);
        CountDownLatch begun = new CountDownLatch(1_000);
        for (int i = 0; i < both.length(); i++) {
          int other = 1 - i;
          both.set(
              i,
              executor.submit(
                  Task.of(
                      "player",
                      (_, _) -> {
                        begun.countDown();
                        TaskHandle partner = both.get(other);
                        if (partner != null) {
                          partner.raise();
                        }
                        return over.get() ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
                      })));
        }
        both.get(0).raise();
        begun.await();

        TaskHandle beside =
            executor.submit(
                Task.of(
                    "beside",
                    (_, _) -> {
                      over.set(true);
                      return TaskStatus.FINISHED;
                    }));

        assertThat(beside.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }
}
