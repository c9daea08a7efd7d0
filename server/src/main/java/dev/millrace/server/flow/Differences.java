package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What queues and timers have to do because a task changed. Found by comparing, so that however
 * often a task changed in between, they end up where its state is.
 */
final class Differences {

  private Differences() {}

  static List<Decision> of(
      @Nullable TaskState before, TaskState after, Step step, WorkflowState workflow) {
    var decisions = new ArrayList<Decision>();
    if (step.kind().queued()) {
      queue(before, after, step, workflow, decisions);
    }
    long oldDue = before == null ? TaskState.NEVER : before.progress().dueAt();
    timer(after.id(), oldDue, after.progress().dueAt(), decisions);
    return decisions;
  }

  static List<Decision> of(@Nullable WorkflowState before, WorkflowState after) {
    var decisions = new ArrayList<Decision>();
    long oldDue = before == null ? TaskState.NEVER : before.progress().dueAt();
    timer(null, oldDue, after.progress().dueAt(), decisions);
    return decisions;
  }

  /** The task is no more. */
  static List<Decision> removed(@Nullable TaskState before) {
    var decisions = new ArrayList<Decision>();
    if (before != null && before.status() == TaskStatus.SCHEDULED) {
      decisions.add(new Decision.Dequeue(before.id()));
    }
    if (before != null) {
      timer(before.id(), before.progress().dueAt(), TaskState.NEVER, decisions);
    }
    return decisions;
  }

  private static void queue(
      @Nullable TaskState before,
      TaskState after,
      Step step,
      WorkflowState workflow,
      List<Decision> decisions) {
    boolean was = before != null && before.status() == TaskStatus.SCHEDULED;
    boolean is = after.status() == TaskStatus.SCHEDULED;
    var delivery = after.delivery();
    if (is && !(was && sameDelivery(before, after))) {
      decisions.add(
          new Decision.Enqueue(
              after.id(),
              after.key().type(),
              delivery.domain(),
              workflow.key().priority(),
              delivery.availableAt(),
              step.kind() instanceof StepKind.Remote));
    } else if (was && !is) {
      decisions.add(new Decision.Dequeue(after.id()));
    }
    boolean taken = before != null && before.status() == TaskStatus.IN_PROGRESS;
    boolean revoked =
        after.status() == TaskStatus.CANCELED || after.status() == TaskStatus.TIMED_OUT;
    if (taken && revoked && delivery.workerId() != null) {
      decisions.add(new Decision.Revoke(after.id(), delivery.workerId()));
    }
  }

  private static boolean sameDelivery(@Nullable TaskState before, TaskState after) {
    return before != null
        && before.delivery().availableAt() == after.delivery().availableAt()
        && Objects.equals(before.delivery().domain(), after.delivery().domain());
  }

  private static void timer(
      @Nullable String taskId, long before, long after, List<Decision> decisions) {
    if (after != before) {
      decisions.add(
          after == TaskState.NEVER ? new Decision.Disarm(taskId) : new Decision.Arm(taskId, after));
    }
  }
}
