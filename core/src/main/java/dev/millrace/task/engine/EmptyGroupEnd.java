package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the instances of a group that has none, so that its continuation runs where every
 * other does: on the scheduler, not on the thread that asked for it.
 */
final class EmptyGroupEnd extends TaskInstance {

  private final GroupRun run;

  EmptyGroupEnd(GroupRun run) {
    super(stepOf(run.group()), run.host(), false);
    this.run = run;
  }

  /** As the instances would, it brings the continuation to where that may block its thread. */
  private static Task stepOf(TaskGroup group) {
    return Task.of(group.name(), (_, _) -> TaskStatus.FINISHED).withHint(group.task().hint());
  }

  @Override
  public void cancel(@Nullable Throwable cause) {
    run.cancel(cause);
  }

  @Override
  TaskContext context() {
    return run;
  }

  @Override
  int id() {
    return 0;
  }

  @Override
  boolean isCancelled() {
    return run.isCancelled();
  }

  @Override
  @Nullable Throwable cancelCause() {
    return run.cause();
  }

  @Override
  void ended(Outcome outcome) {
    run.instanceEnded(0, outcome);
  }
}
