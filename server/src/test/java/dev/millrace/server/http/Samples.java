package dev.millrace.server.http;

import dev.millrace.client.Task;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowDef;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Values as services answer them. */
final class Samples {

  private Samples() {}

  /** A task with all that a polled one has. */
  static Task task(String id) {
    ObjectNode node = WireJson.mapper().createObjectNode();
    node.put("taskId", id).put("taskType", "resize").put("taskDefName", "resize");
    node.put("status", "IN_PROGRESS").put("referenceTaskName", "resize_ref");
    node.put("workflowInstanceId", "w1").put("workflowType", "pictures").put("pollCount", 1);
    node.put("workerId", "me").put("scheduledTime", 1_790_000_000_000L);
    node.set("inputData", WireJson.mapper().valueToTree(Map.of("url", "http://a/b", "width", 80)));
    ObjectNode step = node.putObject("workflowTask");
    step.put("name", "resize").put("taskReferenceName", "resize_ref");
    step.set("taskDefinition", WireJson.mapper().valueToTree(taskDef("resize")));
    node.set("taskDefinition", WireJson.mapper().valueToTree(taskDef("resize")));
    return WireJson.mapper().treeToValue(node, Task.class);
  }

  static TaskDef taskDef(String name) {
    return WireJson.mapper().readValue("{\"name\":\"" + name + "\"}", TaskDef.class);
  }

  static Workflow workflow(String id) {
    String json = "{\"workflowId\":\"" + id + "\",\"status\":\"RUNNING\",\"correlationId\":\"c\"}";
    return WireJson.mapper().readValue(json, Workflow.class);
  }

  static WorkflowDef workflowDef(String name, int version) {
    String step = "{\"name\":\"a\",\"taskReferenceName\":\"a\"}";
    return WireJson.mapper()
        .readValue(
            "{\"name\":\"%s\",\"version\":%d,\"tasks\":[%s]}".formatted(name, version, step),
            WorkflowDef.class);
  }
}
