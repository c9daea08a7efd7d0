package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts a workflow.
 *
 * @param version the latest if null
 * @param workflowDef a definition that is not registered
 */
public record StartWorkflowRequest(
    String name,
    @Nullable Integer version,
    @Nullable String correlationId,
    Map<String, @Nullable Object> input,
    Map<String, String> taskToDomain,
    @Nullable WorkflowDef workflowDef,
    @Nullable String externalInputPayloadStoragePath,
    Integer priority,
    @Nullable String createdBy,
    @Nullable String idempotencyKey,
    @Nullable IdempotencyStrategy idempotencyStrategy) {

  public StartWorkflowRequest {
    input = Wire.map(input);
    taskToDomain = Wire.map(taskToDomain);
    priority = Wire.or(priority, 0);
  }
}
