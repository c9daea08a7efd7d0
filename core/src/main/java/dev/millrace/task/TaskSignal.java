package dev.millrace.task;

/**
 * The bell of one task instance: raising it makes an instance that answered {@link
 * TaskStatus#BLOCKED_ON_SIGNAL} run again. Unlike a {@link Resumer} it can be raised again and
 * again: after every raise at least one step begins, and it sees what was written before the raise.
 * Raises before that step begins collapse into one, and none is kept beyond it. A task that waits
 * for a resumer goes on waiting for it. Raising the signal of a task that has ended does nothing.
 */
@FunctionalInterface
public interface TaskSignal {
  /** From any thread, never blocks, never lost. */
  void raise();

  /**
   * Like {@link #raise}, for a thread that has nothing better to do: may run what the task does
   * next on this thread, as long as a worker would in one go, before it returns. That saves waking
   * a worker, which takes longer than most steps. The caller must hold no locks that steps may
   * want.
   */
  default void raiseHere() {
    raise();
  }
}
