package dev.millrace.bench.plan;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Work that one side does over and over. Called by one thread at a time. */
@FunctionalInterface
interface Load {

  /** Works until {@link System#nanoTime} is {@code until}; returns how many operations it did. */
  long run(long until) throws Exception;

  /** How long the operations of the last run took, in nanoseconds, if single ones were timed. */
  default @Nullable Histogram latencies() {
    return null;
  }
}
