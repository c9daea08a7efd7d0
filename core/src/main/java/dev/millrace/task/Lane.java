package dev.millrace.task;

/** Where a step runs. */
public enum Lane {
  NORMAL,
  /** The low-priority lane: one step after each {@link TaskStatus#YIELD}. */
  YIELD,
  /** Beside the workers, for tasks with {@link TaskHint#IO}. */
  IO
}
