package dev.millrace.client;

import java.util.Map;

/** Tasks for tests. */
public final class TestTasks {

  private TestTasks() {}

  public static Task task(String id) {
    return task(id, Map.of());
  }

  public static Task task(String id, Map<String, Object> extra) {
    Map<String, Object> fields = new java.util.HashMap<>();
    fields.put("taskId", id);
    fields.put("taskType", "t");
    fields.put("status", "IN_PROGRESS");
    fields.put("workflowInstanceId", "wf-" + id);
    fields.put("referenceTaskName", "ref");
    fields.put("pollCount", 1);
    fields.put("responseTimeoutSeconds", 100);
    fields.putAll(extra);
    return WireJson.mapper().convertValue(fields, Task.class);
  }

  public static String json(Task task) {
    return WireJson.mapper().writeValueAsString(task);
  }
}
