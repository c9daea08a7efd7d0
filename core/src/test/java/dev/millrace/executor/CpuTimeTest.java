package dev.millrace.executor;

import static dev.millrace.task.TaskStatus.FINISHED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskCounters;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHint;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
  private static final long TEN_MILLIS = 10_000_000;

  @Test
  void whatAStepBurnsIsCounted() throws Exception {
    TaskCounters counters =
        countersOf(
            Task.of(
                "burns",
                (context, _) -> {
                  burn(context);
                  return FINISHED;
                }));

    assertThat(counters.cpuNanos()).isGreaterThanOrEqualTo(TEN_MILLIS);
  }

  @Test
  void whatAStepWaitsIsNot() throws Exception {
    var burnt = new CompletableFuture<Void>();
    Task waits =
        Task.of(
            "waits",
            (_, _) -> {
              burnt.join();
              return FINISHED;
            });
    Task burns =
        Task.of(
            "burns",
            (context, _) -> {
              burn(context);
              burnt.complete(null);
              return FINISHED;
            });

    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2))) {
      GroupHandle waiter =
          executor.schedule(TaskGroup.of(waits, 1), ScheduleOptions.DEFAULT.withTimed(true));
      var _ = executor.submit(burns);
      var _ = waiter.await();
      assertThat(waiter.counters().cpuNanos()).isBetween(1L, waiter.counters().runNanos() / 2);
    }
  }

  @Test
  void onAVirtualThreadItIsNotKnown() throws Exception {
    TaskCounters counters = countersOf(Task.of("io", (_, _) -> FINISHED).withHint(TaskHint.IO));

    assertThat(counters.steps()).isEqualTo(1);
    assertThat(counters.cpuNanos()).isZero();
  }

  private static TaskCounters countersOf(Task task) throws InterruptedException {
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1))) {
      GroupHandle group =
          executor.schedule(TaskGroup.of(task, 1), ScheduleOptions.DEFAULT.withTimed(true));
      var _ = group.await();
      return group.counters();
    }
  }

  private static void burn(TaskContext context) {
    long enough = context.cpuNanos() + TEN_MILLIS;
    while (context.cpuNanos() < enough) {
      Thread.onSpinWait();
    }
  }
}
