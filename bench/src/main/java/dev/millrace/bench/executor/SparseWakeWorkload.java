package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.TaskHandle;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * About a million tasks are parked. A thread from outside wakes 64 of them, far apart from each
 * other, waits until those have run, and goes on with 64 others.
 *
 * <p>An operation: one wake. Ours: lone tasks blocked on their signals, which are raised. Rivals:
 * as many runnable objects, of which {@code execute} gets the woken ones; pinned pools take their
 * threads in turn. In both cases the waker and the step write to the task's own object, as a task
 * with a state of its own would.
 */
final class SparseWakeWorkload implements Workload {
  private static final int BURST = 64;

  @Override
  public String name() {
    return "sparse_wake";
  }

  @Override
  public Goal goal() {
    return new Goal(1, 0.6);
  }

  @Override
  public BatchSize batchSize() {
    return new BatchSize(100 * BURST, 1_000 * BURST);
  }

  @Override
  public Scenario ours(MillraceExecutor executor) throws InterruptedException {
    Tally tally = new Tally();
    ParkedTask[] steps = ParkedTask.many(tally);
    TaskHandle[] handles = new TaskHandle[steps.length];
    ParkedTask.park(ParkedTask.tasks(steps), handles, executor);
    tally.awaitTotal(steps.length);
    return waking(
        tally,
        position -> {
          steps[position].markWoken();
          handles[position].raise();
        });
  }

  @Override
  public Scenario rival(RivalPool pool) {
    Tally tally = new Tally();
    ParkedTask[] tasks = ParkedTask.many(tally);
    Executor executor = pool.shared();
    return waking(
        tally,
        position -> {
          tasks[position].markWoken();
          executor.execute(tasks[position]);
        });
  }

  private static Scenario waking(Tally tally, IntConsumer wake) {
    return new Scenario() {
      private int position;

      @Override
      public void run(int operations) throws InterruptedException {
        for (int done = 0; done < operations; done += BURST) {
          long target = tally.total() + BURST;
          for (int i = 0; i < BURST; i++) {
            position = ParkedTask.nextPosition(position);
            wake.accept(position);
          }
          tally.spinUntilTotal(target);
        }
      }
    };
  }
}
