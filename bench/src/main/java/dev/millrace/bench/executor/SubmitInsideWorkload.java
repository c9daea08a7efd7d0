package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import java.util.concurrent.Executor;

/**
 * One runnable inside the pool submits runnables, each of which counts itself; the time is from its
 * own submission until all have run.
 *
 * <p>An operation: one runnable. Ours and the rivals alike: {@code execute}, of the same runnable
 * object each time. Pinned pools take their threads in turn: runnables kept on the submitting
 * thread would never be run by another.
 */
final class SubmitInsideWorkload implements Workload {
  private static final int RUNNABLES = 100_000;

  @Override
  public String name() {
    return "submit_inside";
  }

  @Override
  public Goal goal() {
    return new Goal(2.5, 0.9);
  }

  @Override
  public BatchSize batchSize() {
    return BatchSize.exactly(RUNNABLES);
  }

  /** All of them: a thread that waits for room in its own queue waits for ever. */
  @Override
  public int backlog() {
    return 2 * RUNNABLES;
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
      executor.execute(() -> {
        for (int i = 0; i < operations; i++) {
          executor.execute(tally);
        }
      });
      tally.awaitTotal(operations);
    };
  }
}
