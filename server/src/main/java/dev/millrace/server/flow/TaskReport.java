package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says of a task.
 *
 * @param lease the token of the lease under which it is said; null if the speaker does not know
 * @param extendLease if true, nothing else counts
 */
public record TaskReport(
    Status status,
    Map<String, @Nullable Object> output,
    @Nullable String reason,
    @Nullable String workerId,
    long callbackAfterSeconds,
    @Nullable Integer lease,
    boolean extendLease) {

  /** What became of it. */
  public enum Status {
    IN_PROGRESS,
    COMPLETED,
    COMPLETED_WITH_ERRORS,
    FAILED,
    FAILED_WITH_TERMINAL_ERROR,
    CANCELED,
    TIMED_OUT,
    SKIPPED
  }

  public TaskReport {
    output = Values.copy(output);
  }

  public static TaskReport of(Status status, Map<String, @Nullable Object> output) {
    return new TaskReport(status, output, null, null, 0, null, false);
  }

  public TaskReport withReason(@Nullable String newReason) {
    return new TaskReport(
        status, output, newReason, workerId, callbackAfterSeconds, lease, extendLease);
  }

  public TaskReport withWorker(@Nullable String newWorkerId) {
    return new TaskReport(
        status, output, reason, newWorkerId, callbackAfterSeconds, lease, extendLease);
  }

  public TaskReport withCallbackAfter(long seconds) {
    return new TaskReport(status, output, reason, workerId, seconds, lease, extendLease);
  }

  public TaskReport withLease(int newLease) {
    return new TaskReport(
        status, output, reason, workerId, callbackAfterSeconds, newLease, extendLease);
  }

  public TaskReport withExtendLease() {
    return new TaskReport(status, output, reason, workerId, callbackAfterSeconds, lease, true);
  }
}
