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
}
