package dev.millrace.task;

/** Runs exactly once, after all instances of a group have finished, on any thread. */
@FunctionalInterface
public interface Continuation {
  void run(TaskContext context) throws Exception;
}
