package dev.millrace.server.flow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tasks that end in the moment they begin. */
final class Instants {

  private Instants() {}

  static void setVariables(Flow flow, Step step, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    var data = flow.head().data();
    var variables = Values.merge(data.variables(), task.data().input());
    flow.head(flow.head().withData(data.withVariables(variables)));
    Stepper.end(flow, task, TaskStatus.COMPLETED);
  }

  /** Gives what its input says; the workflow ends when that is acted upon. */
  static void terminate(Flow flow, Step step, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    var input = task.data().input();
    if (terminalStatus(input) == null) {
      Stepper.fail(
          flow,
          task,
          TaskStatus.FAILED_WITH_TERMINAL_ERROR,
          "terminationStatus must be COMPLETED, FAILED or TERMINATED, but is "
              + input.get("terminationStatus"));
      return;
    }
    @Nullable Object output = input.get("workflowOutput");
    var fields = Values.object(output);
    var given =
        fields != null ? fields : output == null ? Values.NONE : Values.of("output", output);
    Stepper.end(flow, task.withOutput(given), TaskStatus.COMPLETED);
  }

  static void terminated(Flow flow, TaskState task) {
    var input = task.data().input();
    var status = Objects.requireNonNull(terminalStatus(input), "checked when it began");
    var reason = Values.text(input.get("terminationReason"));
    var why =
        reason == null || reason.isBlank()
            ? "Workflow is %s by TERMINATE task: %s".formatted(status, task.id())
            : reason;
    Endings.byTask(flow, status, why, task);
  }

  private static @Nullable WorkflowStatus terminalStatus(Map<String, @Nullable Object> input) {
    return switch (Objects.toString(input.get("terminationStatus")).toUpperCase(Locale.ROOT)) {
      case "COMPLETED" -> WorkflowStatus.COMPLETED;
      case "FAILED" -> WorkflowStatus.FAILED;
      case "TERMINATED" -> WorkflowStatus.TERMINATED;
      default -> null;
    };
  }

  static void inline(Flow flow, Step step, StepKind.Inline inline, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    var input = task.data().input();
    var expression =
        inline.script() != null ? inline.script() : Values.text(input.get("expression"));
    boolean value = "value-param".equals(input.get("evaluatorType"));
    var result =
        expression == null || expression.isBlank()
            ? new ScriptEngine.Result.Failed("the input 'expression' is empty")
            : value
                ? new ScriptEngine.Result.Value(input.get(expression))
                : flow.settings().scripts().evaluate(expression, input);
    switch (result) {
      case ScriptEngine.Result.Value given ->
          Stepper.end(
              flow, task.withOutput(Values.of("result", given.value())), TaskStatus.COMPLETED);
      case ScriptEngine.Result.Failed failed ->
          Stepper.fail(
              flow,
              task.withOutput(Values.of("error", failed.message())),
              TaskStatus.FAILED_WITH_TERMINAL_ERROR,
              failed.message());
    }
  }

  static void jq(Flow flow, Step step, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    var query = Values.text(task.data().input().get("queryExpression"));
    var result =
        query == null || query.isBlank()
            ? new JqEngine.Result.Failed("the input 'queryExpression' is empty")
            : flow.settings().jq().transform(query, task.data().input());
    switch (result) {
      case JqEngine.Result.Found found -> {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("result", found.values().isEmpty() ? null : found.values().getFirst());
        output.put("resultList", found.values());
        Stepper.end(flow, task.withOutput(output), TaskStatus.COMPLETED);
      }
      case JqEngine.Result.Failed failed ->
          Stepper.fail(
              flow,
              task.withOutput(Values.of("error", failed.message())),
              TaskStatus.FAILED,
              failed.message());
    }
  }

  static void publish(Flow flow, Step step, StepKind.Publish publish, Scope scope, Entry entry) {
    var begun = TaskFactory.begun(flow, step, scope, entry);
    var sink = Objects.toString(publish.sink().resolve(new FlowBindings(flow, begun.id())));
    var input = Values.editable(begun.data().input());
    input.put("asyncComplete", step.source().asyncComplete());
    input.put("sink", sink);
    var task = begun.withInput(input);
    var event = event(flow, task, sink);
    var payload = payload(flow, input, event);
    flow.effect(new Decision.Publish(task.id(), event, payload));
    if (step.source().asyncComplete()) {
      flow.put(task.withOutput(payload));
    } else {
      Stepper.end(flow, task.withOutput(payload), TaskStatus.COMPLETED);
    }
  }

  /** An event of the server itself bears the workflow's and the task's name. */
  private static String event(Flow flow, TaskState task, String sink) {
    var own = "conductor:" + flow.head().key().name() + ":";
    if (sink.equals("conductor")) {
      return own + task.ref();
    }
    return sink.startsWith("conductor:") ? own + sink.substring("conductor:".length()) : sink;
  }

  private static Map<String, @Nullable Object> payload(
      Flow flow, Map<String, @Nullable Object> input, String event) {
    var key = flow.head().key();
    var payload = Values.editable(input);
    payload.put("event_produced", event);
    payload.put("workflowInstanceId", key.id());
    payload.put("workflowType", key.name());
    payload.put("workflowVersion", key.version());
    payload.put("correlationId", key.correlationId());
    payload.put("taskToDomain", key.taskToDomain());
    return Collections.unmodifiableMap(payload);
  }
}
