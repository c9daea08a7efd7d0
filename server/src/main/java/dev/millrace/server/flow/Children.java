package dev.millrace.server.flow;

import dev.millrace.client.IdempotencyStrategy;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Workflows that tasks start: SUB_WORKFLOW, which waits for its child, and START_WORKFLOW. */
final class Children {

  private Children() {}

  static void take(Flow flow, Step step, StepKind.Child child, Scope scope, Entry entry) {
    var begun = TaskFactory.begun(flow, step, scope, entry);
    var shape = child.shape().resolve(new FlowBindings(flow, begun.id()));
    var input = Values.editable(Objects.requireNonNullElse(Values.object(shape), Values.NONE));
    input.put("workflowInput", begun.data().input());
    var task = begun.withInput(input);
    try {
      var workflow = child(flow, task.data().input());
      start(flow, task, workflow, true);
    } catch (IllegalArgumentException | JacksonException e) {
      Stepper.fail(
          flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, "No sub-workflow: " + e.getMessage());
    }
  }

  private static Decision.Child child(Flow flow, Map<String, @Nullable Object> input) {
    var mapper = WireJson.mapper();
    @Nullable Object inline = input.get("subWorkflowDefinition");
    var definition = inline == null ? null : mapper.convertValue(inline, WorkflowDef.class);
    var name = Values.text(input.get("subWorkflowName"));
    if (definition != null && (name == null || name.isBlank())) {
      name = definition.name();
    }
    if (name == null || name.isBlank()) {
      throw new IllegalArgumentException("subWorkflowParam.name is empty");
    }
    var domains = Values.object(input.get("subWorkflowTaskToDomain"));
    @Nullable Object priority = input.get("priority");
    var strategy = Values.text(input.get("idempotencyStrategy"));
    return new Decision.Child(
        name,
        number(input.get("subWorkflowVersion"), "version"),
        definition,
        Objects.requireNonNullElse(Values.object(input.get("workflowInput")), Values.NONE),
        flow.head().key().correlationId(),
        domains == null ? flow.head().key().taskToDomain() : texts(domains),
        Objects.requireNonNullElse(number(priority, "priority"), flow.head().key().priority()),
        Values.text(input.get("idempotencyKey")),
        strategy == null ? null : IdempotencyStrategy.valueOf(strategy));
  }

  static void detach(Flow flow, Step step, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    @Nullable Object wanted = task.data().input().get("startWorkflow");
    try {
      var request =
          WireJson.mapper()
              .convertValue(
                  Objects.requireNonNullElse(wanted, Values.NONE), StartWorkflowRequest.class);
      var correlation = request.correlationId();
      var name = Values.text(request.name());
      if (name == null || name.isBlank()) {
        throw new IllegalArgumentException("the input 'startWorkflow' has no name");
      }
      start(
          flow,
          task,
          new Decision.Child(
              name,
              request.version(),
              request.workflowDef(),
              request.input(),
              correlation == null ? flow.head().key().correlationId() : correlation,
              request.taskToDomain(),
              request.priority(),
              request.idempotencyKey(),
              request.idempotencyStrategy()),
          false);
    } catch (IllegalArgumentException | JacksonException e) {
      Stepper.fail(
          flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, "No workflow: " + e.getMessage());
    }
  }

  private static void start(Flow flow, TaskState task, Decision.Child child, boolean parent) {
    var id = flow.settings().ids().workflow();
    flow.put(parent ? task.withSubWorkflow(id) : task.withOutput(Values.of("workflowId", id)));
    flow.effect(new Decision.StartChild(task.id(), id, child, parent));
  }

  /** A workflow was started: that is all that START_WORKFLOW wants. */
  static Reply started(Flow flow, TaskState task, String workflowId) {
    if (!task.live()) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    if (flow.step(task).kind() instanceof StepKind.Detached) {
      // With an idempotency key it may be another one than was wanted.
      Stepper.end(flow, task.withOutput(Values.of("workflowId", workflowId)), TaskStatus.COMPLETED);
    }
    return new Reply.Done(task.id());
  }

  static Reply rejected(Flow flow, TaskState task, String reason) {
    if (!task.live()) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    Stepper.fail(
        flow,
        task.withOutput(Values.NONE).withSubWorkflow(null),
        TaskStatus.FAILED_WITH_TERMINAL_ERROR,
        reason);
    return new Reply.Done(task.id());
  }

  static Reply ended(Flow flow, TaskState task, Event.ChildEnded event) {
    var child = event.child();
    if (!task.live() || !child.id().equals(task.progress().subWorkflowId())) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    var done = task.withOutput(Values.with(event.output(), "subWorkflowId", child.id()));
    var reason =
        "Sub workflow %s.%d/%s failure reason: %s"
            .formatted(child.name(), child.version(), child.id(), event.reason());
    switch (event.status()) {
      case COMPLETED -> Stepper.end(flow, done, TaskStatus.COMPLETED);
      case FAILED -> failed(flow, done, TaskStatus.FAILED, reason);
      case TIMED_OUT -> failed(flow, done, TaskStatus.TIMED_OUT, reason);
      case TERMINATED -> failed(flow, done, TaskStatus.CANCELED, reason);
      case RUNNING, PAUSED -> {
        return new Reply.Rejected(
            Reply.Code.INVALID, "A sub-workflow cannot end as " + event.status());
      }
    }
    return new Reply.Done(task.id());
  }

  /** Somebody else than the child ended the task that waits for it: nobody needs the child. */
  static void abandon(Flow flow, TaskState task) {
    var child = task.progress().subWorkflowId();
    var now = flow.task(task.id());
    if (child != null && now != null && !now.live()) {
      flow.effect(new Decision.TerminateChild(child, "The task that waited for it ended"));
    }
  }

  private static void failed(Flow flow, TaskState task, TaskStatus status, String reason) {
    if (status == TaskStatus.FAILED) {
      flow.head(flow.head().withFailure(task.ref(), task.key().defName()));
    }
    Stepper.fail(flow, task, status, reason);
  }

  private static Map<String, String> texts(Map<String, @Nullable Object> values) {
    var texts = new LinkedHashMap<String, String>();
    values.forEach((key, value) -> texts.put(key, String.valueOf(value)));
    return texts;
  }

  private static @Nullable Integer number(@Nullable Object value, String what) {
    return switch (value) {
      case null -> null;
      case Number number -> number.intValue();
      case String text when text.isBlank() -> null;
      case String text when text.strip().matches("-?\\d{1,9}") -> Integer.valueOf(text.strip());
      default -> throw new IllegalArgumentException(what + " is no number: " + value);
    };
  }
}
