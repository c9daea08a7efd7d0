package dev.millrace.task;

/** What kind of work the steps of a task do. */
public enum TaskHint {
  /** Short steps that compute. The default: they run on the scheduler's workers. */
  CPU,
  /**
   * Steps that may block their thread. They run beside the workers and never hold one up: on the
   * executor such a step, and a continuation that runs after it, may even {@code await} a handle.
   * The deterministic scheduler of {@code dev.millrace.simulation} has one thread for all: there
   * only a handle that has ended can be awaited by a step.
   */
  IO
}
