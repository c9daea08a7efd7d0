package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;
import java.util.concurrent.Executor;

/**
 * One thread from outside submits runnables that compute for about half a microsecond each and then
 * count themselves; the time is from the first submission until all have run. Run with 1, 2 and 4
 * workers, to see what more threads bring.
 *
 * <p>An operation: one runnable. Ours and the rivals alike: {@code execute}.
 */
final class ThroughputWorkload implements Workload {
  private static final int ITERATIONS = 400;

  @Override
  public String name() {
    return "throughput";
  }

  /** None: these figures are only reported. */
  @Override
  public Goal goal() {
    return new Goal(0, 0);
  }

  @Override
  public BatchSize batchSize() {
    return BatchSize.exactly(20_000);
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
        int seed = i;
        executor.execute(() -> {
          // The result decides nothing, but the compiler does not know that.
          if (compute(seed) != 0) {
            tally.run();
          }
        });
      }
      tally.awaitTotal(operations);
    };
  }

  /** A xorshift generator: never zero, and each value depends on the one before. */
  private static int compute(int seed) {
    int x = seed | 1;
    for (int i = 0; i < ITERATIONS; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
    }
    return x;
  }
}
