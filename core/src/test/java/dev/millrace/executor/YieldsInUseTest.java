package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that have yielded do not wait for what takes long beside them. */
@Timeout(10)
final class YieldsInUseTest {
  private static final int TASKS = 12;
  private static final int ROUNDS = 50;

  @Test
  void aTurnThatTakesLongDoesNotHoldUpTheOthers() throws Exception {
    finishes(() -> {
      var begun = new AtomicInteger();
      var othersEnd = new CountDownLatch(TASKS - 1);
      return step(
          _ -> TaskStatus.YIELD,
          _ -> {
            if (begun.incrementAndGet() == 1) {
              othersEnd.await();
            } else {
              othersEnd.countDown();
            }
            return TaskStatus.FINISHED;
          });
    });
  }

  @Test
  void aStepThatTakesLongDoesNotHoldUpThoseThatHaveYieldedBesideIt() throws Exception {
    finishes(() -> {
      var begun = new AtomicInteger();
      var othersEnd = new CountDownLatch(TASKS - 1);
      return step(
          _ -> {
            if (begun.incrementAndGet() < TASKS) {
              return TaskStatus.YIELD;
            }
            othersEnd.await();
            return TaskStatus.FINISHED;
          },
          _ -> {
            othersEnd.countDown();
            return TaskStatus.FINISHED;
          });
    });
  }

  private static void finishes(Supplier<Task.Step> step) throws InterruptedException {
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2))) {
      for (int round = 0; round < ROUNDS; round++) {
        TaskGroup group = TaskGroup.of(Task.of("yields", step.get()), TASKS);
        assertThat(executor.schedule(group).await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  @FunctionalInterface
  private interface OneStep {
    TaskStatus run(int id) throws Exception;
  }

  private static Task.Step step(OneStep first, OneStep second) {
    int[] steps = new int[TASKS];
    return (_, id) -> (steps[id]++ == 0 ? first : second).run(id);
  }
}
