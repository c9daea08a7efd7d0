package dev.millrace.task;

/** What kind of work the steps of a task do. */
public enum TaskHint {
  /** Short steps that compute. The default: they run on the scheduler's workers. */
  CPU,
  /** Steps that may block their thread. They run beside the workers and never hold one up. */
  IO
}
