package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that happened to a workflow, or that somebody wants to happen. */
public sealed interface Event {

  /** The workflow begins. Its input has not got the definition's template yet. */
  record Start(WorkflowKey key, Map<String, @Nullable Object> input) implements Event {}

  /** A worker gets a task. */
  record Claimed(String taskId, String workerId) implements Event {}

  /** A worker gives back a task that it has not begun. */
  record Returned(String taskId, int lease) implements Event {}

  /** A worker, or the server for its own tasks, says what became of a task. */
  record TaskUpdated(String taskId, TaskReport report) implements Event {}

  /** The same, with the task's reference name. */
  record RefUpdated(String ref, TaskReport report) implements Event {}

  /** What the first task that waits for a signal gets. */
  record Signalled(TaskReport report) implements Event {}

  /** The timer of a task, or of the workflow if null. Comes late, early or twice without harm. */
  record TimerDue(@Nullable String taskId) implements Event {}

  /** The workflow that a task wanted is there. */
  record ChildStarted(String taskId, String workflowId) implements Event {}

  /** The workflow that a task wanted cannot be started. */
  record ChildRejected(String taskId, String workflowId, String reason) implements Event {}

  /** A sub-workflow ended. */
  record ChildEnded(
      String taskId,
      WorkflowKey child,
      WorkflowStatus status,
      Map<String, @Nullable Object> output,
      @Nullable String reason)
      implements Event {}

  /** A sub-workflow that had ended runs again. */
  record ChildRevived(String taskId, String workflowId) implements Event {}

  record Pause() implements Event {}

  record Resume() implements Event {}

  /** What waits for its callback or for its next attempt is to be had at once. */
  record ResetCallbacks() implements Event {}

  record Terminate(@Nullable String reason) implements Event {}

  /**
   * Tries again what failed.
   *
   * @param resumeChildren whether failed sub-workflows are retried rather than started anew
   */
  record Retry(boolean resumeChildren) implements Event {}

  /** The parent tries again what failed in this sub-workflow. The parent itself runs already. */
  record RetriedByParent() implements Event {}

  /**
   * Begins from the start. The definition is the one that the decider is called with.
   *
   * @param input another input, or null for the old one
   */
  record Restart(@Nullable Map<String, @Nullable Object> input, @Nullable String correlationId)
      implements Event {}

  /** Begins from a task. */
  record Rerun(
      String taskId,
      @Nullable Map<String, @Nullable Object> taskInput,
      @Nullable Map<String, @Nullable Object> workflowInput,
      @Nullable String correlationId)
      implements Event {}

  /** Leaves out a task that has not begun. */
  record Skip(String ref, Map<String, @Nullable Object> input, Map<String, @Nullable Object> output)
      implements Event {}
}
