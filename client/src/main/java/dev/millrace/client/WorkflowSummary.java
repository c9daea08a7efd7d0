package dev.millrace.client;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A workflow as a search finds it. */
public record WorkflowSummary(
    String workflowType,
    int version,
    String workflowId,
    @Nullable String correlationId,
    @Nullable String startTime,
    @Nullable String updateTime,
    @Nullable String endTime,
    Workflow.Status status,
    @Nullable String input,
    @Nullable String output,
    @Nullable String reasonForIncompletion,
    long executionTime,
    @Nullable String event,
    String failedReferenceTaskNames,
    @Nullable String externalInputPayloadStoragePath,
    @Nullable String externalOutputPayloadStoragePath,
    int priority,
    Set<String> failedTaskNames,
    @Nullable String createdBy,
    Map<String, String> taskToDomain,
    @Nullable String idempotencyKey,
    String parentWorkflowId,
    @Nullable String classifier,
    long inputSize,
    long outputSize) {

  public WorkflowSummary {
    failedReferenceTaskNames = Wire.or(failedReferenceTaskNames, "");
    failedTaskNames = Wire.set(failedTaskNames);
    taskToDomain = Wire.map(taskToDomain);
    parentWorkflowId = Wire.or(parentWorkflowId, "");
  }
}
