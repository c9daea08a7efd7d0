package dev.millrace.bench.executor;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One workload on one contender, prepared and ready to be timed. Called by one thread, which plays
 * the world outside of the pool.
 */
@FunctionalInterface
interface Scenario {

  /** Does so many operations and returns when all of them are over. */
  void run(int operations) throws InterruptedException;

  /** The latencies of the last run, if single ones are measured and not the time of all. */
  default @Nullable Histogram latencies() {
    return null;
  }
}
