package dev.millrace.task;

/** Tells the possibly endless tasks of a group to come to an end. Called at most once. */
@FunctionalInterface
public interface NotifyFinish {
  void run(TaskContext context) throws Exception;
}
