package dev.millrace.task.engine;

import dev.millrace.task.Awaiter;

/** An awaiter that a task instance can be hung on. */
interface Suspender extends Awaiter {

  /**
   * Arranges for {@code task} to be told when this is satisfied.
   *
   * @return false if it already is; then the task is not told and nothing stays registered
   */
  boolean suspend(ResumeListener task);

  /** Takes a suspended task off again, leaving nothing registered. */
  void abandon(ResumeListener task);
}
