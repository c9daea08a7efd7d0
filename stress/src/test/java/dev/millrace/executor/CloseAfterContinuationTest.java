package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An executor has not come to an end while a continuation runs, though all its tasks have. */
final class CloseAfterContinuationTest {

  @ParameterizedTest(name = "{0} instances")
  @ValueSource(ints = {0, 1, 32})
  void closeWaitsForContinuation(int instances) throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    Task task = Task.of("short", (_, _) -> TaskStatus.FINISHED);
    MillraceExecutor executor =
        MillraceExecutor.create(
            ExecutorConfig.defaults().withWorkers(2).withCloseTimeout(Duration.ofSeconds(20)));
    GroupHandle handle =
        executor.schedule(
            TaskGroup.of(task, instances)
                .withContinuation(_ -> {
                  entered.countDown();
                  closing.await();
                  executor.execute(() -> {}); // still accepted: it is part of what was begun
                }));
    entered.await();
    Thread closer = Thread.ofPlatform().start(executor::close);
    while (executor.toString().contains("OPEN")) {
      Thread.onSpinWait();
    }
    assertThat(closer.join(Duration.ofMillis(50))).as("closed before the continuation").isFalse();
    closing.countDown();
    closer.join();
    assertThat(handle.done()).isCompletedWithValue(Outcome.FINISHED);
    assertThat(executor.counters().live()).isZero();
  }
}
