package dev.millrace.client;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A workflow as clients see it. */
public record Workflow(
    @Nullable String ownerApp,
    long createTime,
    long updateTime,
    @Nullable String createdBy,
    @Nullable String updatedBy,
    Status status,
    long endTime,
    String workflowId,
    @Nullable String parentWorkflowId,
    @Nullable String parentWorkflowTaskId,
    List<Task> tasks,
    Map<String, @Nullable Object> input,
    Map<String, @Nullable Object> output,
    @Nullable String correlationId,
    @Nullable String reRunFromWorkflowId,
    @Nullable String reasonForIncompletion,
    @Nullable String event,
    Map<String, String> taskToDomain,
    Set<String> failedReferenceTaskNames,
    @Nullable WorkflowDef workflowDefinition,
    @Nullable String externalInputPayloadStoragePath,
    @Nullable String externalOutputPayloadStoragePath,
    int priority,
    Map<String, @Nullable Object> variables,
    long lastRetriedTime,
    Set<String> failedTaskNames,
    List<Workflow> history,
    @Nullable String idempotencyKey,
    @Nullable String rateLimitKey,
    boolean rateLimited,
    long startTime,
    @Nullable String workflowName,
    int workflowVersion) {

  public Workflow {
    tasks = Wire.list(tasks);
    input = Wire.map(input);
    output = Wire.map(output);
    taskToDomain = Wire.map(taskToDomain);
    failedReferenceTaskNames = Wire.set(failedReferenceTaskNames);
    variables = Wire.map(variables);
    failedTaskNames = Wire.set(failedTaskNames);
    history = Wire.list(history);
  }

  /** How far a workflow got. */
  public enum Status {
    RUNNING,
    COMPLETED,
    FAILED,
    TIMED_OUT,
    TERMINATED,
    PAUSED;

    /** Whether nothing more happens to the workflow by itself. */
    public boolean isTerminal() {
      return this != RUNNING && this != PAUSED;
    }
  }
}
