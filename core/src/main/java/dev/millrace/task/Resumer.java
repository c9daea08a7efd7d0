package dev.millrace.task;

/**
 * The one-shot promise that a blocked task may go on. Whoever finishes the awaited work calls
 * {@link #resume()}; a new wait takes a new resumer.
 *
 * <p>Thread-safe. Resuming may happen at any time after the resumer exists: before an awaiter is
 * made over it, before the scheduler looks at that awaiter, or long after the task has ended. It is
 * never lost and never counted twice.
 */
public interface Resumer {

  /** Idempotent, from any thread, never blocks, never runs a task's code on the calling thread. */
  void resume();

  boolean isResumed();

  /**
   * Runs {@code callback} once this is resumed: on the resuming thread, in the order of
   * registration; at once on this thread if it already is. For adapters, not for tasks. A callback
   * that resumes further resumers does not nest: their callbacks run after it returns.
   */
  void onResume(Runnable callback);
}
