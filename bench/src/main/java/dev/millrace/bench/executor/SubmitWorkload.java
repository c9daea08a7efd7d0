package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import java.util.concurrent.Executor;

/**
 * One thread from outside submits runnables, each of which counts itself; the time is from the
 * first submission until all have run.
 *
 * <p>An operation: one runnable. Ours and the rivals alike: {@code execute}, of the same runnable
 * object each time. Pinned pools take their threads in turn; those with bounded queues make the
 * submitter wait while a queue is full.
 */
final class SubmitWorkload implements Workload {

  @Override
  public String name() {
    return "submit";
  }

  @Override
  public Goal goal() {
    return new Goal(4, 0.8);
  }

  @Override
  public BatchSize batchSize() {
    return BatchSize.exactly(200_000);
  }

  @Override
  public int backlog() {
    return 16_384;
  }

  @Override
  public Scenario ours(MillraceExecutor executor) {
    return submitting(executor);
  }

  @Override
  public Scenario rival(RivalPool pool) {
    return submitting(pool.shared());
  }

  private static Scenario submitting(Executor executor) {
    return operations -> {
      Tally tally = new Tally();
      for (int i = 0; i < operations; i++) {
        executor.execute(tally);
      }
      tally.awaitTotal(operations);
    };
  }
}
