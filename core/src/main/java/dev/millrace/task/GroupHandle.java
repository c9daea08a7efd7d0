package dev.millrace.task;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A scheduled group. Thread-safe. */
public interface GroupHandle {

  /**
   * Completes with how the group ended, never exceptionally. Only the scheduler completes it:
   * cancelling this future does not cancel the group.
   */
  CompletableFuture<Outcome> done();

  /** Waits for the end of the group. */
  Outcome await() throws InterruptedException;

  /** Asks the tasks to finish, as {@link #requestFinish()} does, then waits for the end. */
  default Outcome finish() throws InterruptedException {
    requestFinish();
    return await();
  }

  /**
   * Calls the group's {@link NotifyFinish}, if it has one and it has not been called yet, on this
   * thread, also if the group has ended: others may depend on it. If it throws, the group is
   * cancelled with that cause.
   */
  void requestFinish();

  /**
   * Ends the group as {@link Outcome.Cancelled}: blocked instances are woken for it, running ones
   * end after the step under way. Does nothing to a group that has ended. A continuation under way
   * is told by its cancel token, but the group ends as that decides: Finished if it returns.
   */
  void cancel(@Nullable Throwable cause);

  /** The signal of one instance. */
  TaskSignal signal(int taskId);

  /** Sum over the instances; exact once the group has ended, a moment's view before. */
  TaskCounters counters();

  TaskCounters counters(int taskId);
}
