package dev.millrace.bench.server;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a drain took; processor time in microseconds for each task.
 *
 * @param requests for each task, as the client counts them: polls, updates and repetitions; updates
 *     that share a request count each, so there are fewer in truth
 */
record DrainSample(
    double tasksPerSecond,
    double serverCpu,
    double databaseCpu,
    double clientCpu,
    double requests) {

  static DrainSample median(List<DrainSample> samples) {
    return new DrainSample(
        median(samples, DrainSample::tasksPerSecond),
        median(samples, DrainSample::serverCpu),
        median(samples, DrainSample::databaseCpu),
        median(samples, DrainSample::clientCpu),
        median(samples, DrainSample::requests));
  }

  private static double median(List<DrainSample> samples, ToDoubleFunction<DrainSample> figure) {
    double[] sorted = samples.stream().mapToDouble(figure).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
