package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.Semaphore;

/**
 * One task of many steps, each of which counts down by one and wants to be called again.
 *
 * <p>An operation: one step. Ours: a lone task that answers {@link TaskStatus#CONTINUE}. Rivals: a
 * runnable that submits itself again after each step, in pinned pools to the same thread; a virtual
 * thread yields after each step instead.
 */
final class ContinueWorkload implements Workload {

  @Override
  public String name() {
    return "continue";
  }

  @Override
  public Goal goal() {
    return new Goal(4, 10);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(20_000, 20_000_000);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    return operations -> {
      Semaphore end = new Semaphore(0);
      StepCounter counter = new StepCounter(operations, end::release);
      var _ =
          executor.submit(
              Task.of(
                  "count",
                  (context, taskId) ->
                      counter.getAsBoolean() ? TaskStatus.CONTINUE : TaskStatus.FINISHED));
      end.acquire();
    };
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return operations -> {
      Semaphore end = new Semaphore(0);
      pool.repeat(0, new StepCounter(operations, end::release));
      end.acquire();
    };
  }
}
