package dev.millrace.server.store;

import java.util.List;

/**
 * The rows that a batch writes. Each id occurs once in all of it.
 *
 * @param changedWorkflows name, parent, key and time of creation are as they were: they are not
 *     written again
 * @param newTasks may belong to new workflows
 * @param changedTasks written over what is there, but for names, type and priority, which are as
 *     they were; nothing happens to those that are gone
 */
public record Changes(
    List<WorkflowRow> newWorkflows,
    List<WorkflowRow> changedWorkflows,
    List<TaskRow> newTasks,
    List<TaskRow> changedTasks,
    List<TaskId> removedTasks) {

  public Changes {
    newWorkflows = List.copyOf(newWorkflows);
    changedWorkflows = List.copyOf(changedWorkflows);
    newTasks = List.copyOf(newTasks);
    changedTasks = List.copyOf(changedTasks);
    removedTasks = List.copyOf(removedTasks);
  }
}
