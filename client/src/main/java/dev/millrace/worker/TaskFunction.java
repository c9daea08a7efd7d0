package dev.millrace.worker;

import dev.millrace.client.Task;

/** A {@link TaskHandler} that needs nothing but the task. */
@FunctionalInterface
public interface TaskFunction {

  WorkResult handle(Task task) throws Exception;
}
