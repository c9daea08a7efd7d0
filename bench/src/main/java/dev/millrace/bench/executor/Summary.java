package dev.millrace.bench.executor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came out of a whole run.
 *
 * @param workloads in the order of the table
 * @param idleCpuPercent if measured, ours only
 * @param bytesPerParkedTask if measured, ours only
 * @param throughput by number of workers; empty if not measured
 */
record Summary(
    List<WorkloadResult> workloads,
    Optional<Double> idleCpuPercent,
    Optional<Double> bytesPerParkedTask,
    Map<Integer, WorkloadResult> throughput) {

  /** Whether ours came through everywhere; a goal that is not reached is no trouble. */
  boolean isSound() {
    return workloads.stream().noneMatch(result -> result.ours().isEmpty());
  }
}
