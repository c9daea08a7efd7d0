package dev.millrace.executor;

import java.util.List;

/**
 * The balance of an executor. At any time {@code submitted = finished + failed + cancelled +
 * rejected + live}, and once it is closed {@code live} is 0: nothing is lost silently. A group
 * counts as many as it has instances, or as one if it has none.
 *
 * @param permits how many the summary tree has given; never more than workers ahead of what the
 *     workers have taken
 */
public record ExecutorCounters(
    long submitted,
    long finished,
    long failed,
    long cancelled,
    long rejected,
    long permits,
    int sleeping,
    int searching,
    int slots,
    int timers,
    List<WorkerCounters> workers) {

  public ExecutorCounters {
    workers = List.copyOf(workers);
  }

  /** Submitted and not ended. */
  public long live() {
    return submitted - finished - failed - cancelled - rejected;
  }
}
