package dev.millrace.worker;

import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A task from the moment it was received until the server knows what became of it, and its lease.
 * Time is handed in. Confined to the event loop, but for the running task.
 *
 * <pre>
 *   queued ──► running ──► updating ──► released
 *      └───── hand back ──────▲
 * </pre>
 */
final class HeldTask {

  /** A lease is extended when this part of it is over: the rest is for trying again. */
  private static final double EXTEND_AT = 0.8;

  private static final double TRY_AGAIN_AFTER = 0.05;
  private static final int MAX_TRIES = 4;
  private static final long NEVER = Long.MAX_VALUE;

  private final Task task;
  private final TaskRunner runner;
  private final boolean chained;
  private final Duration responseTimeout;

  private @Nullable RunningTask running;
  private long extendAt;
  private int tries;

  /** Counted on the loop, read by the task's code. */
  private final AtomicInteger extensions = new AtomicInteger();

  /**
   * @param chained whether it came with an update's answer
   * @param now the loop's nanoseconds
   */
  HeldTask(Task task, TaskRunner runner, boolean chained, long now) {
    this.task = task;
    this.runner = runner;
    this.chained = chained;
    boolean extend = runner.spec().settings().extendLeases();
    this.responseTimeout =
        Duration.ofSeconds(extend ? Math.max(0, task.responseTimeoutSeconds()) : 0);
    this.extendAt = responseTimeout.isZero() ? NEVER : now + part(EXTEND_AT);
  }

  Task task() {
    return task;
  }

  TaskRunner runner() {
    return runner;
  }

  boolean isChained() {
    return chained;
  }

  /** Null until it is handed to the executor. */
  @Nullable RunningTask running() {
    return running;
  }

  void transitionToRunning(RunningTask begun) {
    running = begun;
  }

  TaskContext.Lease lease() {
    return new TaskContext.Lease(
        task.pollCount(), Duration.ofSeconds(task.responseTimeoutSeconds()), extensions.get());
  }

  /** When the lease is to be extended; {@link Long#MAX_VALUE} for never or not now. */
  long extendAt() {
    return extendAt;
  }

  /** The request is on its way: no second one. */
  void markExtending() {
    extendAt = NEVER;
    tries++;
  }

  void markExtended(long sentAt) {
    tries = 0;
    extensions.setRelease(extensions.getPlain() + 1); // the loop alone writes it
    extendAt = sentAt + part(EXTEND_AT);
  }

  /** Tries again soon, a few times; then as if nothing had been. Answers whether it gave up. */
  boolean markNotExtended(long now) {
    boolean again = tries < MAX_TRIES;
    extendAt = now + part(again ? TRY_AGAIN_AFTER : EXTEND_AT);
    if (!again) {
      tries = 0;
    }
    return !again;
  }

  TaskResult extension(String workerId) {
    return result(workerId, Map.of(), true);
  }

  /** As if it had never been taken: available at once, with the output it had. */
  TaskResult handBack(String workerId) {
    return result(workerId, task.outputData(), false);
  }

  private TaskResult result(
      String workerId, Map<String, @Nullable Object> output, boolean extendLease) {
    return new TaskResult(
        task.workflowInstanceId(),
        task.taskId(),
        null,
        0,
        workerId,
        TaskResult.Status.IN_PROGRESS,
        output,
        null,
        List.of(),
        null,
        null,
        extendLease,
        false);
  }

  private long part(double share) {
    return (long) (responseTimeout.toNanos() * share);
  }

  @Override
  public String toString() {
    return "task " + task.taskId();
  }
}
