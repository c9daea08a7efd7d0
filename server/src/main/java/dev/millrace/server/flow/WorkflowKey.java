package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a workflow is; does not change, but for the definition's version at a restart.
 *
 * @param idempotencyKey the key it was started with; the caller sees to it that it is used once
 */
public record WorkflowKey(
    String id,
    String name,
    int version,
    @Nullable String correlationId,
    @Nullable String parentId,
    @Nullable String parentTaskId,
    int priority,
    Map<String, String> taskToDomain,
    @Nullable String idempotencyKey,
    @Nullable String createdBy) {

  public WorkflowKey {
    taskToDomain = Map.copyOf(taskToDomain);
  }

  WorkflowKey withVersion(int newVersion) {
    return new WorkflowKey(
        id,
        name,
        newVersion,
        correlationId,
        parentId,
        parentTaskId,
        priority,
        taskToDomain,
        idempotencyKey,
        createdBy);
  }

  WorkflowKey withCorrelationId(@Nullable String newCorrelationId) {
    return new WorkflowKey(
        id,
        name,
        version,
        newCorrelationId,
        parentId,
        parentTaskId,
        priority,
        taskToDomain,
        idempotencyKey,
        createdBy);
  }
}
