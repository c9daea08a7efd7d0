package dev.millrace.task;

/**
 * The bell of one task instance: raising it makes an instance that answered {@link
 * TaskStatus#BLOCKED_ON_SIGNAL} run again. Unlike a {@link Resumer} it can be raised again and
 * again; raises before the task looks collapse into one. Raising the signal of a task that has
 * ended does nothing.
 */
@FunctionalInterface
public interface TaskSignal {
  /** From any thread, never blocks, never lost. */
  void raise();
}
