package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.Semaphore;

/**
 * A few tasks of many steps, each of which counts down by one and lets the others go first.
 *
 * <p>An operation: one step of one of the tasks. Ours: lone tasks that answer {@link
 * TaskStatus#YIELD}. Rivals: runnables that submit themselves again after each step, in pinned
 * pools to the same thread each, spread over the threads; virtual threads yield after each step
 * instead.
 */
final class YieldWorkload implements Workload {
  private static final int TASKS = 4;

  @Override
  public String name() {
    return "yield";
  }

  @Override
  public Goal goal() {
    return new Goal(3, 2.5);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(20_000, 4_000_000);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    return operations -> {
      Semaphore ends = new Semaphore(0);
      for (int i = 0; i < TASKS; i++) {
        StepCounter counter = new StepCounter(operations / TASKS, ends::release);
        var _ =
            executor.submit(
                Task.of(
                    "yield",
                    (context, taskId) ->
                        counter.getAsBoolean() ? TaskStatus.YIELD : TaskStatus.FINISHED));
      }
      ends.acquire(TASKS);
    };
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return operations -> {
      Semaphore ends = new Semaphore(0);
      for (int i = 0; i < TASKS; i++) {
        pool.repeat(i, new StepCounter(operations / TASKS, ends::release));
      }
      ends.acquire(TASKS);
    };
  }
}
