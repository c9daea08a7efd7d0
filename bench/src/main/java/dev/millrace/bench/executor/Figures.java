package dev.millrace.bench.executor;

import org.jspecify.annotations.Nullable;

/**
 * What one contender reached in one workload, in nanoseconds an operation.
 *
 * @param median the median over the rounds: the figure that is compared
 * @param least the best round
 * @param cpu processor time of the whole process, median over the rounds: what the machine does
 *     besides moves it less, and spinning shows
 * @param tail only where single operations are timed
 */
record Figures(double median, double least, double cpu, @Nullable Tail tail) {

  /**
   * Slow operations. The 99th percentile is the median over the rounds of theirs; the 99.9th is of
   * all rounds together, because a single one is too short for it.
   */
  record Tail(double p99, double p999) {}

  boolean hasTail() {
    return tail != null;
  }

  double p99() {
    return ensureTail().p99();
  }

  double p999() {
    return ensureTail().p999();
  }

  private Tail ensureTail() {
    if (tail == null) {
      throw new IllegalStateException("single operations were not timed");
    }
    return tail;
  }
}
