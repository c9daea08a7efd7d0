package dev.millrace.task;

/**
 * Runs tasks. Two implementations keep one contract: the executor, and the deterministic one of
 * {@code dev.millrace.simulation} for tests.
 */
public interface Scheduler {

  /**
   * Starts all instances of {@code group}.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed or full
   */
  GroupHandle schedule(TaskGroup group, ScheduleOptions options);

  default GroupHandle schedule(TaskGroup group) {
    return schedule(group, ScheduleOptions.DEFAULT);
  }

  /** Starts one task that belongs to no group: the lightest way to run something. */
  TaskHandle submit(Task task);

  /** The clock of its tasks, real or virtual: see {@link TaskContext#nanoTime()}. */
  long nanoTime();

  /**
   * Like {@link #submit}, by a thread that will wait for the task anyway: may run its first slice
   * on this thread before it returns, see {@link TaskSignal#raiseHere}.
   */
  default TaskHandle submitHere(Task task) {
    return submit(task);
  }
}
