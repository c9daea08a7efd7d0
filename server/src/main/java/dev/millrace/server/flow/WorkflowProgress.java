package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the decider remembers of a workflow.
 *
 * @param madeBefore how many tasks were made before the last restart; ids count on from there
 * @param seq how many tasks were made since
 * @param open tokens that are not inside a loop: where the workflow is. It ends when none is left
 * @param active tasks that have not ended and do more than wait for others
 * @param unsettled tasks that ended while the workflow was paused, in order
 * @param lastTaskId the task that was made last
 * @param endedBy the task that the workflow ended with
 * @param permissiveFailure the first permissive task that failed: the workflow fails in the end
 * @param alerted whether the alert of its timeout was given
 * @param dueAt when its timer rings, {@link TaskState#NEVER} if it has none
 */
public record WorkflowProgress(
    int madeBefore,
    int seq,
    int open,
    int active,
    List<String> unsettled,
    @Nullable String lastTaskId,
    @Nullable String endedBy,
    @Nullable String permissiveFailure,
    boolean alerted,
    long dueAt) {

  static final WorkflowProgress START =
      new WorkflowProgress(0, 0, 0, 0, List.of(), null, null, null, false, TaskState.NEVER);

  public WorkflowProgress {
    unsettled = List.copyOf(unsettled);
  }

  /** What a workflow begins with that was here before. */
  WorkflowProgress restarted() {
    return new WorkflowProgress(
        made(), 0, 0, 0, List.of(), null, null, null, false, TaskState.NEVER);
  }

  /** How many tasks were ever made. */
  public int made() {
    return madeBefore + seq;
  }

  WorkflowProgress plusUnsettled(String id) {
    var more = new ArrayList<>(unsettled);
    more.add(id);
    return withUnsettled(more);
  }

  WorkflowProgress withSeq(int newSeq) {
    return new WorkflowProgress(
        madeBefore,
        newSeq,
        open,
        active,
        unsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withOpen(int newOpen) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        newOpen,
        active,
        unsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withActive(int newActive) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        newActive,
        unsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withUnsettled(List<String> newUnsettled) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        newUnsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withLastTaskId(@Nullable String newLastTaskId) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        unsettled,
        newLastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withEndedBy(@Nullable String newEndedBy) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        unsettled,
        lastTaskId,
        newEndedBy,
        permissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withPermissiveFailure(@Nullable String newPermissiveFailure) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        unsettled,
        lastTaskId,
        endedBy,
        newPermissiveFailure,
        alerted,
        dueAt);
  }

  WorkflowProgress withAlerted(boolean newAlerted) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        unsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        newAlerted,
        dueAt);
  }

  WorkflowProgress withDueAt(long newDueAt) {
    return new WorkflowProgress(
        madeBefore,
        seq,
        open,
        active,
        unsettled,
        lastTaskId,
        endedBy,
        permissiveFailure,
        alerted,
        newDueAt);
  }
}
