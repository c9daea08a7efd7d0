package dev.millrace.task.engine;

/** Where a scheduler has put the instances of one group. Thread-safe. */
public interface Placement {
  /** As {@link Host#wake}, by task id. */
  void wake(int taskId);

  /** Wakes every instance that has not ended. */
  void wakeAll();
}
