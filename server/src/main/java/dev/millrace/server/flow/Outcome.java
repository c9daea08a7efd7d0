package dev.millrace.server.flow;

import java.util.List;

/**
 * What an event, or a batch of them, changed.
 *
 * @param workflow the new state; the very object that was handed in if it did not change
 * @param changed the tasks that are new or different, in the order in which they were made; the
 *     rest is as it was
 * @param removed the ids of tasks that are no more
 * @param replies one for each event
 */
public record Outcome(
    WorkflowState workflow,
    FlowDef definition,
    List<TaskState> changed,
    List<String> removed,
    List<Decision> decisions,
    List<Reply> replies) {

  public Outcome {
    changed = List.copyOf(changed);
    removed = List.copyOf(removed);
    decisions = List.copyOf(decisions);
    replies = List.copyOf(replies);
  }

  /** The answer to the last event. */
  public Reply reply() {
    return replies.getLast();
  }
}
