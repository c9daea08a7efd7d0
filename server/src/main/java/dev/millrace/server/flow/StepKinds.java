package dev.millrace.server.flow;

import dev.millrace.client.SubWorkflowParams;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowTask;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The kinds of steps that have no steps inside, and what kinds have in common. */
final class StepKinds {

  private StepKinds() {}

  /** What a task without inner tasks does; a type that is not known is for workers. */
  static StepKind simple(WorkflowTask task) {
    return switch (task.type()) {
      case "JOIN" -> new StepKind.Join(task.joinOn());
      case "EXCLUSIVE_JOIN" ->
          new StepKind.ExclusiveJoin(task.joinOn(), task.defaultExclusiveJoinTask());
      case "DYNAMIC" ->
          new StepKind.Dynamic(
              Objects.requireNonNullElse(task.dynamicTaskNameParam(), "taskToExecute"));
      case "START_WORKFLOW" -> new StepKind.Detached();
      case "SET_VARIABLE" -> new StepKind.SetVariables();
      case "TERMINATE" -> new StepKind.Terminate();
      case "WAIT" -> new StepKind.Wait();
      case "HUMAN" -> new StepKind.Human();
      case "INLINE" -> new StepKind.Inline(null);
      case "LAMBDA" -> new StepKind.Inline(task.scriptExpression());
      case "JSON_JQ_TRANSFORM" -> new StepKind.Jq();
      case "NOOP" -> new StepKind.Noop();
      case "EVENT" -> new StepKind.Publish(Template.parse(task.sink()));
      case "HTTP" -> new StepKind.Remote();
      default -> new StepKind.Worker();
    };
  }

  static List<String> joinOn(StepKind kind) {
    return switch (kind) {
      case StepKind.Join join -> join.joinOn();
      case StepKind.ExclusiveJoin join -> join.joinOn();
      case StepKind _ -> List.of();
    };
  }

  /** What a task type has whose definition nobody registered. */
  static TaskDef defaultDefinition(String name) {
    return WireJson.mapper().convertValue(Map.of("name", name), TaskDef.class);
  }

  /** The params of a sub-workflow as a template: all of them may have expressions. */
  static Template childShape(SubWorkflowParams params) {
    var shape = new LinkedHashMap<String, Template>();
    shape.put("subWorkflowName", Template.parse(params.name()));
    shape.put("subWorkflowVersion", Template.parse(params.version()));
    shape.put("subWorkflowTaskToDomain", Template.parse(params.taskToDomain()));
    shape.put("subWorkflowDefinition", definition(params.workflowDefinition()));
    shape.put("idempotencyKey", Template.parse(params.idempotencyKey()));
    shape.put("idempotencyStrategy", Template.parse(Values.text(params.idempotencyStrategy())));
    shape.put("priority", Template.parse(params.priority()));
    return new Template.Fields(Collections.unmodifiableMap(shape));
  }

  /** A definition is passed on as it is: its expressions are the child's. */
  private static Template definition(@Nullable Object value) {
    return value instanceof Map<?, ?> ? new Template.Constant(value) : Template.parse(value);
  }
}
