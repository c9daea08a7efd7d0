package dev.millrace.server.flow;

import org.jspecify.annotations.Nullable;

/**
 * What the decider remembers of a task.
 *
 * @param settled whether its end was acted upon: what follows is on its way
 * @param waiting of a join: members that have not settled; of a loop: tokens in its body
 * @param iteration of a loop: its current turn
 * @param notices which alerts were given, and whether its timeout ends the workflow
 * @param waitUntil of a wait: when it is over
 * @param dueAt when its timer rings, {@link TaskState#NEVER} if it has none
 */
public record TaskProgress(
    boolean settled,
    int waiting,
    int iteration,
    int notices,
    @Nullable String subWorkflowId,
    long waitUntil,
    long dueAt) {

  static final TaskProgress START =
      new TaskProgress(false, 0, 0, 0, null, TaskState.NEVER, TaskState.NEVER);

  TaskProgress withSettled(boolean newSettled) {
    return new TaskProgress(
        newSettled, waiting, iteration, notices, subWorkflowId, waitUntil, dueAt);
  }

  TaskProgress withWaiting(int newWaiting) {
    return new TaskProgress(
        settled, newWaiting, iteration, notices, subWorkflowId, waitUntil, dueAt);
  }

  TaskProgress withIteration(int newIteration) {
    return new TaskProgress(
        settled, waiting, newIteration, notices, subWorkflowId, waitUntil, dueAt);
  }

  TaskProgress withNotices(int newNotices) {
    return new TaskProgress(
        settled, waiting, iteration, newNotices, subWorkflowId, waitUntil, dueAt);
  }

  TaskProgress withSubWorkflowId(@Nullable String newSubWorkflowId) {
    return new TaskProgress(
        settled, waiting, iteration, notices, newSubWorkflowId, waitUntil, dueAt);
  }

  TaskProgress withWaitUntil(long newWaitUntil) {
    return new TaskProgress(
        settled, waiting, iteration, notices, subWorkflowId, newWaitUntil, dueAt);
  }

  TaskProgress withDueAt(long newDueAt) {
    return new TaskProgress(
        settled, waiting, iteration, notices, subWorkflowId, waitUntil, newDueAt);
  }
}
