package dev.millrace.task;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees every transition of a scheduled group. Called on the thread that makes the transition; calls
 * for one instance never overlap, calls for different instances may. A method that throws is logged
 * and changes nothing.
 */
public interface TaskObserver {

  /** Sees nothing, costs nothing. */
  TaskObserver NONE = new TaskObserver() {};

  /** Tells several, in this order; one that throws does not keep the next from the event. */
  static TaskObserver of(List<TaskObserver> observers) {
    return observers.isEmpty() ? NONE : new ObserverChain(observers);
  }

  default void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {}

  /** Exactly one of {@code status} and {@code error} is null. */
  default void taskEnd(
      TaskContext context,
      Task task,
      int taskId,
      @Nullable TaskStatus status,
      @Nullable Throwable error) {}

  default void taskBlocked(TaskContext context, Task task, int taskId, TaskStatus.Blocked status) {}

  default void taskResumed(TaskContext context, Task task, int taskId) {}

  default void taskYield(TaskContext context, Task task, int taskId) {}

  default void taskYieldBack(TaskContext context, Task task, int taskId) {}

  default void continuationBegin(TaskContext context) {}

  default void continuationEnd(TaskContext context, @Nullable Throwable error) {}

  default void notifyFinishBegin(TaskContext context) {}

  default void notifyFinishEnd(TaskContext context, @Nullable Throwable error) {}

  /** Every instance has ended; {@code outcomes} by task id. Comes before the continuation. */
  default void allTasksEnded(TaskContext context, List<Outcome> outcomes) {}

  default void groupEnd(TaskContext context, Outcome outcome) {}
}
