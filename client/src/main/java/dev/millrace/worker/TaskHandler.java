package dev.millrace.worker;

import dev.millrace.client.Task;

/** Does tasks of one type. Called by several threads at once, each with another task. */
@FunctionalInterface
public interface TaskHandler {

  /**
   * Does a task. What it throws fails the task, and it may be tried again.
   *
   * @param context of this task alone; interrupts this thread if the task is cancelled
   */
  WorkResult handle(Task task, TaskContext context) throws Exception;
}
