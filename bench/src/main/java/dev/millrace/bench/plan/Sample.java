package dev.millrace.bench.plan;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one operation took, on average over a round, or by the median over several rounds.
 *
 * @param nanos wall-clock time of the round, divided by its operations
 * @param cpuNanos processor time of the whole process
 * @param bytes allocated by all threads
 * @param p50 of single operations in nanoseconds; 0 if they were not timed
 * @param p99 likewise
 */
record Sample(double nanos, double cpuNanos, double bytes, double p50, double p99) {

  double perSecond() {
    return 1e9 / nanos;
  }

  static Sample ofMedians(List<Sample> rounds) {
    return new Sample(
        median(rounds, Sample::nanos),
        median(rounds, Sample::cpuNanos),
        median(rounds, Sample::bytes),
        median(rounds, Sample::p50),
        median(rounds, Sample::p99));
  }

  private static double median(List<Sample> rounds, ToDoubleFunction<Sample> figure) {
    return median(rounds.stream().map(figure::applyAsDouble).toList());
  }

  static double median(List<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : Arrays.stream(sorted, middle - 1, middle + 1).sum() / 2;
  }
}
