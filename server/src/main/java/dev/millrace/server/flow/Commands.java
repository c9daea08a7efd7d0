package dev.millrace.server.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators do to a workflow that runs. */
final class Commands {

  private Commands() {}

  static Reply pause(Flow flow) {
    return switch (flow.head().status()) {
      case PAUSED -> new Reply.Done(flow.head().id());
      case RUNNING -> {
        flow.head(flow.head().withStatus(WorkflowStatus.PAUSED));
        yield new Reply.Done(flow.head().id());
      }
      case COMPLETED, FAILED, TIMED_OUT, TERMINATED ->
          conflict(flow, "it has ended and cannot be paused");
    };
  }

  /** Acts upon what ended in the meantime. */
  static Reply resume(Flow flow) {
    if (flow.head().status() != WorkflowStatus.PAUSED) {
      return conflict(flow, "it is not paused");
    }
    var waiting = flow.head().progress().unsettled();
    flow.head(flow.head().withStatus(WorkflowStatus.RUNNING));
    flow.progress(flow.head().progress().withUnsettled(List.of()));
    for (var id : waiting) {
      var task = flow.task(id);
      if (task != null) {
        flow.ended(task);
      }
    }
    return new Reply.Done(flow.head().id());
  }

  static Reply resetCallbacks(Flow flow) {
    if (flow.head().status().isTerminal()) {
      return conflict(flow, "it has ended, nothing of it waits");
    }
    for (var task : flow.live()) {
      if (task.status() == TaskStatus.SCHEDULED && task.delivery().availableAt() > flow.now()) {
        flow.put(Leases.requeued(task, 0, flow.now()));
      }
    }
    return new Reply.Done(flow.head().id());
  }

  static Reply terminate(Flow flow, @Nullable String reason) {
    if (flow.head().status().isTerminal()) {
      return conflict(flow, "it has ended and cannot be terminated");
    }
    Endings.terminate(flow, reason);
    return new Reply.Done(flow.head().id());
  }

  /** Leaves a note where the token would come by. */
  static Reply skip(Flow flow, Event.Skip skip) {
    if (!flow.running()) {
      return conflict(flow, "it is not running, so no task of it can be skipped");
    }
    if (flow.latest(skip.ref()) != null) {
      return conflict(flow, "its task " + skip.ref() + " has begun and cannot be skipped");
    }
    var step = flow.definition().tree().find(base(skip.ref()));
    if (step == null) {
      return new Reply.Rejected(
          Reply.Code.NOT_FOUND, "No task " + skip.ref() + " in " + flow.definition().name());
    }
    var suffix = skip.ref().substring(step.ref().length());
    if (suffix.isEmpty() != (step.loop() == null)) {
      return new Reply.Rejected(
          Reply.Code.INVALID,
          step.loop() == null
              ? step.ref() + " is in no loop and has no turns"
              : step.ref() + " is in a loop: name the turn, like " + step.ref() + "__1");
    }
    var scope = new Scope(null, suffix, 0, null, null);
    var skipped =
        TaskFactory.begun(flow, step, scope, Entry.FIRST, skip.input())
            .withOutput(skip.output())
            .ended(TaskStatus.SKIPPED, flow.now())
            .settled();
    flow.put(skipped);
    Joins.settled(flow, skipped);
    return new Reply.Done(flow.head().id());
  }

  /** The name in the definition, of a name that may have turns of loops in it. */
  private static String base(String ref) {
    return ref.replaceAll("(__\\d+)+$", "");
  }

  static Reply conflict(Flow flow, String why) {
    return new Reply.Rejected(
        Reply.Code.CONFLICT, "Workflow %s: %s".formatted(flow.head().id(), why));
  }
}
