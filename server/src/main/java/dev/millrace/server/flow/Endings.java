package dev.millrace.server.flow;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a workflow ends. After that only an operator brings it back. */
final class Endings {

  private Endings() {}

  /** The last token ended, at {@code last}. */
  static void complete(Flow flow, TaskState last) {
    var failure = flow.head().progress().permissiveFailure();
    var failed = failure == null ? null : flow.task(failure);
    if (failed != null) {
      failedBy(flow, failed);
      return;
    }
    flow.progress(flow.head().progress().withEndedBy(last.id()));
    end(flow, WorkflowStatus.COMPLETED, null, output(flow, null));
  }

  /** A task failed for good. */
  static void failedBy(Flow flow, TaskState task) {
    var status =
        switch (task.status()) {
          case CANCELED -> WorkflowStatus.TERMINATED;
          case TIMED_OUT -> WorkflowStatus.TIMED_OUT;
          case SCHEDULED,
              IN_PROGRESS,
              COMPLETED,
              COMPLETED_WITH_ERRORS,
              SKIPPED,
              FAILED,
              FAILED_WITH_TERMINAL_ERROR ->
              WorkflowStatus.FAILED;
        };
    var reason =
        "Task %s failed with status: %s and reason: '%s'"
            .formatted(task.id(), status, task.data().reason());
    fail(flow, status, reason, task);
  }

  static void fail(Flow flow, WorkflowStatus status, String reason, @Nullable TaskState task) {
    var output = withFailureWorkflow(flow, status, reason, task, output(flow, task));
    end(flow, status, reason, output);
  }

  /** A TERMINATE task says so; its output is the workflow's. */
  static void byTask(Flow flow, WorkflowStatus status, String reason, TaskState task) {
    var output = task.data().output();
    boolean triggers = !Boolean.FALSE.equals(task.data().input().get("triggerFailureWorkflow"));
    if (status != WorkflowStatus.COMPLETED && triggers) {
      output = withFailureWorkflow(flow, status, reason, task, output);
    }
    flow.progress(flow.head().progress().withEndedBy(task.id()));
    end(flow, status, reason, output);
  }

  /** An operator says so. */
  static void terminate(Flow flow, @Nullable String reason) {
    end(flow, WorkflowStatus.TERMINATED, reason, output(flow, null));
  }

  private static void end(
      Flow flow,
      WorkflowStatus status,
      @Nullable String reason,
      Map<String, @Nullable Object> output) {
    var head = flow.head();
    var times = head.times();
    flow.head(
        head.withStatus(status)
            .withData(head.data().withOutput(output).withReason(reason))
            .withTimes(
                new WorkflowState.Times(
                    times.created(), flow.now(), flow.now(), times.lastRetried())));
    flow.clearAgenda();
    if (head.progress().open() > 0) {
      cancel(flow, Objects.requireNonNullElse(reason, "the workflow ended"));
    }
    flow.effect(new Decision.WorkflowEnded(status));
  }

  private static void cancel(Flow flow, String reason) {
    for (var task : flow.live()) {
      flow.put(task.ended(TaskStatus.CANCELED, flow.now()));
      var child = task.progress().subWorkflowId();
      if (child != null) {
        flow.effect(
            new Decision.TerminateChild(
                child, "Parent workflow has been terminated with reason: " + reason));
      }
    }
  }

  /** What the definition says; or else what {@code task} gave, or the task that was made last. */
  private static Map<String, @Nullable Object> output(Flow flow, @Nullable TaskState task) {
    if (!flow.definition().source().outputParameters().isEmpty()) {
      return flow.definition().outputs().resolve(new FlowBindings(flow, null));
    }
    var lastId = flow.head().progress().lastTaskId();
    var last = task != null || lastId == null ? task : flow.task(lastId);
    return last == null ? Values.NONE : last.data().output();
  }

  private static Map<String, @Nullable Object> withFailureWorkflow(
      Flow flow,
      WorkflowStatus status,
      String reason,
      @Nullable TaskState task,
      Map<String, @Nullable Object> output) {
    var definition = flow.definition().source();
    var name =
        Values.text(
            Template.parse(definition.failureWorkflow()).resolve(new FlowBindings(flow, null)));
    if (name == null || name.isBlank()) {
      return output;
    }
    var head = flow.head();
    var input = Values.editable(head.data().input());
    input.put("workflowId", head.id());
    input.put("reason", reason);
    input.put("failureStatus", status.name());
    input.put("failureTaskId", task == null ? "" : task.id());
    var id = flow.settings().ids().workflow();
    flow.effect(
        new Decision.StartFailureWorkflow(
            id,
            new Decision.Child(
                name,
                definition.failureWorkflowVersion(),
                null,
                input,
                head.key().correlationId(),
                head.key().taskToDomain(),
                head.key().priority(),
                null,
                null)));
    return Values.with(output, "conductor.failure_workflow", id);
  }
}
