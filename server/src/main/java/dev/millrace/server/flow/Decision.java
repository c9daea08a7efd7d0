package dev.millrace.server.flow;

import dev.millrace.client.IdempotencyStrategy;
import dev.millrace.client.WorkflowDef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something to be done because of an event, besides storing the new state. Those about queues and
 * timers follow from the difference between a task's old and new state, so they cannot disagree
 * with it.
 */
public sealed interface Decision {

  /**
   * Puts a task into its queue, or moves it there to another time.
   *
   * @param availableAt not to be handed out before
   * @param internal whether it is for the server itself and not for workers
   */
  record Enqueue(
      String taskId,
      String type,
      @Nullable String domain,
      int priority,
      long availableAt,
      boolean internal)
      implements Decision {}

  /** Takes a task out of its queue: it was handed out, or it ended. */
  record Dequeue(String taskId) implements Decision {}

  /** A worker has a task that ended without it. */
  record Revoke(String taskId, String workerId) implements Decision {}

  /**
   * Sets the one timer of a task or, if {@code taskId} is null, of the workflow. The answer is
   * {@link Event.TimerDue}.
   */
  record Arm(@Nullable String taskId, long at) implements Decision {}

  record Disarm(@Nullable String taskId) implements Decision {}

  /**
   * Starts another workflow. The answer is {@link Event.ChildStarted} or {@link
   * Event.ChildRejected}, and for a sub-workflow {@link Event.ChildEnded} later.
   *
   * @param taskId the task that wants it
   * @param workflowId the id it gets
   * @param parent whether this workflow is its parent and waits for it
   */
  record StartChild(String taskId, String workflowId, Child child, boolean parent)
      implements Decision {}

  /**
   * Which workflow, with what.
   *
   * @param version the latest if null
   * @param definition one that is not registered, or null
   */
  record Child(
      String name,
      @Nullable Integer version,
      @Nullable WorkflowDef definition,
      Map<String, @Nullable Object> input,
      @Nullable String correlationId,
      Map<String, String> taskToDomain,
      int priority,
      @Nullable String idempotencyKey,
      @Nullable IdempotencyStrategy idempotencyStrategy) {}

  /**
   * Starts the workflow that is to run because this one failed. The caller adds this workflow as
   * {@code failedWorkflow} to its input.
   */
  record StartFailureWorkflow(String workflowId, Child child) implements Decision {}

  record TerminateChild(String workflowId, String reason) implements Decision {}

  /**
   * Sends {@link Event.RetriedByParent} to a sub-workflow. If that has ended and cannot be retried,
   * this workflow gets {@link Event.ChildEnded} once more.
   */
  record RetryChild(String workflowId) implements Decision {}

  /** Sends {@link Event.ChildRevived} to the parent: this workflow runs again. */
  record ReviveParent(String workflowId, String taskId) implements Decision {}

  /** The workflow ended. If it has a parent, that gets {@link Event.ChildEnded}. */
  record WorkflowEnded(WorkflowStatus status) implements Decision {}

  /** Sends an event into the world. */
  record Publish(String taskId, String event, Map<String, @Nullable Object> payload)
      implements Decision {}

  /** Somebody should look: a timeout passed whose policy is to alert only. */
  record Alert(@Nullable String taskId, String reason) implements Decision {}
}
