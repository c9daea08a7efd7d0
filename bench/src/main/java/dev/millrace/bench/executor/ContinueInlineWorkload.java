package dev.millrace.bench.executor;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The same steps as in {@link ContinueWorkload}, but the rivals do what ours does inside: a
 * runnable loops over as many steps as our budget allows and only then submits itself again. What
 * is left is the price of asking each step whether to go on.
 *
 * <p>An operation: one step. The steps belong to four tasks, one after the other, whose code is the
 * same but not the same class, for ours and for the rivals: a loop over tasks is not compiled for
 * one of them only.
 */
final class ContinueInlineWorkload implements Workload {

  /** Steps that ours runs before others get their turn, unless configured. */
  private static final int BUDGET = ExecutorConfig.defaults().stepBudget();

  /** Each lambda is a class of its own, however alike they look. */
  private static final List<Function<StepCounter, Task.Step>> OURS =
      List.of(
          counter -> (context, taskId) -> status(counter),
          counter -> (context, taskId) -> status(counter),
          counter -> (context, taskId) -> status(counter),
          counter -> (context, taskId) -> status(counter));

  private static final List<Function<StepCounter, BooleanSupplier>> RIVALS =
      List.of(
          counter -> () -> counter.getAsBoolean(),
          counter -> () -> counter.getAsBoolean(),
          counter -> () -> counter.getAsBoolean(),
          counter -> () -> counter.getAsBoolean());

  @Override
  public String name() {
    return "continue_inline";
  }

  @Override
  public Goal goal() {
    return new Goal(1, 1);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(20_000, 20_000_000);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    return operations -> {
      Semaphore end = new Semaphore(0);
      for (Function<StepCounter, Task.Step> kind : OURS) {
        StepCounter counter = new StepCounter(operations / OURS.size(), end::release);
        var _ = executor.submit(Task.of("count", kind.apply(counter)));
        end.acquire();
      }
    };
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return operations -> {
      Semaphore end = new Semaphore(0);
      Executor lane = pool.lane(0);
      for (Function<StepCounter, BooleanSupplier> kind : RIVALS) {
        StepCounter counter = new StepCounter(operations / RIVALS.size(), end::release);
        lane.execute(new Slice(kind.apply(counter), lane));
        end.acquire();
      }
    };
  }

  private static TaskStatus status(StepCounter counter) {
    return counter.getAsBoolean() ? TaskStatus.CONTINUE : TaskStatus.FINISHED;
  }

  /** Runs a budget of steps, then queues again. */
  private record Slice(BooleanSupplier step, Executor lane) implements Runnable {
    @Override
    public void run() {
      for (int i = 0; i < BUDGET; i++) {
        if (!step.getAsBoolean()) {
          return;
        }
      }
      lane.execute(this);
    }
  }
}
