package dev.millrace.server.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The workflow and its tasks, as expressions see them. Confined to one call, like the flow. */
final class FlowBindings implements Bindings {

  private static final List<String> WORKFLOW_FIELDS =
      List.of(
          "input",
          "output",
          "status",
          "workflowId",
          "parentWorkflowId",
          "parentWorkflowTaskId",
          "workflowType",
          "version",
          "correlationId",
          "reasonForIncompletion",
          "schemaVersion",
          "variables");
  private static final List<String> TASK_FIELDS =
      List.of(
          "input",
          "output",
          "taskType",
          "status",
          "referenceTaskName",
          "retryCount",
          "correlationId",
          "pollCount",
          "taskDefName",
          "scheduledTime",
          "startTime",
          "endTime",
          "workflowInstanceId",
          "taskId",
          "reasonForIncompletion",
          "callbackAfterSeconds",
          "workerId",
          "iteration",
          "subWorkflowId");

  private final Flow flow;
  private final @Nullable String taskId;

  FlowBindings(Flow flow, @Nullable String taskId) {
    this.flow = flow;
    this.taskId = taskId;
  }

  @Override
  public @Nullable String taskId() {
    return taskId;
  }

  @Override
  public @Nullable Object field(String root, String field) {
    if (root.equals("workflow")) {
      return workflow(field);
    }
    var task = find(root);
    return task == null ? null : task(task, field);
  }

  @Override
  public @Nullable Object whole(String root) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    if (root.equals("workflow")) {
      WORKFLOW_FIELDS.forEach(field -> all.put(field, workflow(field)));
      return all;
    }
    var task = find(root);
    if (task == null) {
      return null;
    }
    TASK_FIELDS.forEach(field -> all.put(field, task(task, field)));
    return all;
  }

  /** By the definition's name, whatever the turn; or by the full name of one turn. */
  private @Nullable TaskState find(String root) {
    var task = flow.newest(root);
    return task == null ? flow.latest(root) : task;
  }

  private @Nullable Object workflow(String field) {
    var head = flow.head();
    Map<String, @Nullable Object> variables = head.data().variables();
    return switch (field) {
      case "input" -> head.data().input();
      case "output" -> head.data().output();
      case "status" -> head.status().name();
      case "workflowId" -> head.id();
      case "parentWorkflowId" -> head.key().parentId();
      case "parentWorkflowTaskId" -> head.key().parentTaskId();
      case "workflowType" -> head.key().name();
      case "version" -> head.key().version();
      case "correlationId" -> head.key().correlationId();
      case "reasonForIncompletion" -> head.data().reason();
      case "schemaVersion" -> flow.definition().source().schemaVersion();
      case "variables" -> variables;
      default -> null;
    };
  }

  private @Nullable Object task(TaskState task, String field) {
    return switch (field) {
      case "input" -> task.data().input();
      case "output" -> task.data().output();
      case "taskType" -> task.key().type();
      case "status" -> task.status().name();
      case "referenceTaskName" -> task.ref();
      case "retryCount" -> task.attempt().number();
      case "correlationId" -> flow.head().key().correlationId();
      case "pollCount" -> task.delivery().polls();
      case "taskDefName" -> task.key().defName();
      case "scheduledTime" -> task.times().scheduled();
      case "startTime" -> task.times().started();
      case "endTime" -> task.times().ended();
      case "workflowInstanceId" -> flow.head().id();
      case "taskId" -> task.id();
      case "reasonForIncompletion" -> task.data().reason();
      case "callbackAfterSeconds" -> task.delivery().callbackAfterSeconds();
      case "workerId" -> task.delivery().workerId();
      case "iteration" -> Math.max(task.key().iteration(), task.progress().iteration());
      case "subWorkflowId" -> task.progress().subWorkflowId();
      default -> null;
    };
  }
}
