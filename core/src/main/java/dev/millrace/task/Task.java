package dev.millrace.task;

import static java.util.Objects.requireNonNull;

/**
 * The basic unit of execution: a step that is called again and again until it answers Finished or
 * Cancelled or throws.
 *
 * <p>The scheduler promises that steps of one task instance never overlap, and that what one step
 * wrote is visible to the next, whichever thread runs it. Different instances (different task ids)
 * of the same task may run at the same time. The step promises to do a bounded amount of work and
 * not to block its thread, unless its hint is {@link TaskHint#IO}. Nor does it leave its thread
 * interrupted: that is cleared when it fails, but if it goes on, or ends well, the next steps on
 * that thread may see it for a while.
 */
public record Task(String name, String description, TaskHint hint, Step step) {

  /** The code of a task. */
  @FunctionalInterface
  public interface Step {
    /**
     * Does a bounded piece of work.
     *
     * @param taskId which of the group's parallel instances this is, from 0
     */
    TaskStatus run(TaskContext context, int taskId) throws Exception;
  }

  public Task {
    requireNonNull(name, "name is null");
    requireNonNull(description, "description is null");
    requireNonNull(hint, "hint is null");
    requireNonNull(step, "step is null");
  }

  public static Task of(String name, Step step) {
    return new Task(name, "", TaskHint.CPU, step);
  }

  public Task withDescription(String newDescription) {
    return new Task(name, newDescription, hint, step);
  }

  public Task withHint(TaskHint newHint) {
    return new Task(name, description, newHint, step);
  }
}
