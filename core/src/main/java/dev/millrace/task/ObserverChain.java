package dev.millrace.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several observers, told one after the other. As thread-safe as they are. */
record ObserverChain(List<TaskObserver> links) implements TaskObserver {

  private static final Logger LOG = System.getLogger(TaskObserver.class.getName());

  ObserverChain {
    links = List.copyOf(links);
  }

  @Override
  public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
    tell(o -> o.taskBegin(context, task, taskId, lane));
  }

  @Override
  public void taskEnd(
      TaskContext context,
      Task task,
      int taskId,
      @Nullable TaskStatus status,
      @Nullable Throwable error) {
    tell(o -> o.taskEnd(context, task, taskId, status, error));
  }

  @Override
  public void taskBlocked(TaskContext context, Task task, int taskId, TaskStatus.Blocked status) {
    tell(o -> o.taskBlocked(context, task, taskId, status));
  }

  @Override
  public void taskResumed(TaskContext context, Task task, int taskId) {
    tell(o -> o.taskResumed(context, task, taskId));
  }

  @Override
  public void taskYield(TaskContext context, Task task, int taskId) {
    tell(o -> o.taskYield(context, task, taskId));
  }

  @Override
  public void taskYieldBack(TaskContext context, Task task, int taskId) {
    tell(o -> o.taskYieldBack(context, task, taskId));
  }

  @Override
  public void continuationBegin(TaskContext context) {
    tell(o -> o.continuationBegin(context));
  }

  @Override
  public void continuationEnd(TaskContext context, @Nullable Throwable error) {
    tell(o -> o.continuationEnd(context, error));
  }

  @Override
  public void notifyFinishBegin(TaskContext context) {
    tell(o -> o.notifyFinishBegin(context));
  }

  @Override
  public void notifyFinishEnd(TaskContext context, @Nullable Throwable error) {
    tell(o -> o.notifyFinishEnd(context, error));
  }

  @Override
  public void allTasksEnded(TaskContext context, List<Outcome> outcomes) {
    tell(o -> o.allTasksEnded(context, outcomes));
  }

  @Override
  public void groupEnd(TaskContext context, Outcome outcome) {
    tell(o -> o.groupEnd(context, outcome));
  }

  private static void warn(Throwable fault) {
    try {
      LOG.log(Level.WARNING, "an observer failed, one of several", fault);
    } catch (Throwable _) { // foreign code, too: the log's handlers
    }
  }

  /** Each is guarded by itself: the group guards only all of them together. */
  private void tell(Consumer<TaskObserver> event) {
    for (TaskObserver link : links) {
      try {
        event.accept(link);
      } catch (Throwable e) { // foreign code: the others are to see it all the same
        warn(e);
      }
    }
  }
}
