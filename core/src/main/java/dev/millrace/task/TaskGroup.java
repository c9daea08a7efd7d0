package dev.millrace.task;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * All the parallel instances of one task, with what happens when they have all finished and how to
 * ask them to.
 *
 * <p>Any instance that fails or answers Cancelled ends the whole group: its siblings are cancelled,
 * the blocked ones are woken for it, the {@link Continuation} does not run, and the outcome is the
 * first failure in time with the others suppressed in it.
 */
public record TaskGroup(
    String name,
    String description,
    Task task,
    int count,
    @Nullable Continuation continuation,
    @Nullable NotifyFinish notifyFinish) {

  public TaskGroup {
    requireNonNull(name, "name is null");
    requireNonNull(description, "description is null");
    requireNonNull(task, "task is null");
    if (count < 0) {
      throw new IllegalArgumentException("count is " + count + ", must not be negative");
    }
  }

  /** A group of {@code count} instances named after its task. */
  public static TaskGroup of(Task task, int count) {
    return new TaskGroup(task.name(), task.description(), task, count, null, null);
  }

  public TaskGroup withName(String newName) {
    return new TaskGroup(newName, description, task, count, continuation, notifyFinish);
  }

  /**
   * By then the work is done, so neither a deadline nor a cancel that comes while it runs changes
   * how the group ends. Its cancel token tells it of either: it may throw for that.
   */
  public TaskGroup withContinuation(Continuation newContinuation) {
    return new TaskGroup(name, description, task, count, newContinuation, notifyFinish);
  }

  public TaskGroup withNotifyFinish(NotifyFinish newNotifyFinish) {
    return new TaskGroup(name, description, task, count, continuation, newNotifyFinish);
  }
}
