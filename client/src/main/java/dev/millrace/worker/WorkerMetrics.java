package dev.millrace.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a worker did so far.
 *
 * @param v2 whether updates ask for the next task at the moment
 * @param queueHits tasks that came with an update's answer, without a poll
 * @param serverPolls polls sent
 * @param queueDepth tasks that are here and wait for a permit
 * @param deepestQueue the most there ever were; at most the thread count
 * @param permitsTaken permits of tasks that run or were asked for
 * @param latencySaved at least this long, in sum, would polls for the queue hits have taken: each
 *     counts as the fastest poll that brought a task
 * @param tasks what became of tasks
 * @param notAccepted updates that came too late to count
 */
public record WorkerMetrics(
    String taskType,
    @Nullable String domain,
    boolean v2,
    long queueHits,
    long serverPolls,
    long emptyPolls,
    long failedPolls,
    int queueDepth,
    int deepestQueue,
    int permitsTaken,
    Duration latencySaved,
    Balance tasks,
    long notAccepted,
    long updateRetries,
    long leaseExtensions,
    long leaseExtensionsFailed) {

  /** Queue hits of all queue hits and polls; 0 before the first. */
  public double hitRate() {
    long all = queueHits + serverPolls;
    return all == 0 ? 0 : (double) queueHits / all;
  }

  static WorkerMetrics of(WorkerSpec spec, boolean v2, RunnerTally tally) {
    return new WorkerMetrics(
        spec.taskType(),
        spec.settings().domain(),
        v2,
        tally.queueHits.sum(),
        tally.serverPolls.sum(),
        tally.emptyPolls.sum(),
        tally.failedPolls.sum(),
        tally.queueDepth,
        tally.deepestQueue,
        tally.permitsTaken,
        Duration.ofNanos(tally.savedNanos.sum()),
        tally.balance(),
        tally.notAccepted.sum(),
        tally.updateRetries.sum(),
        tally.leaseExtensions.sum(),
        tally.leaseExtensionsFailed.sum());
  }
}
