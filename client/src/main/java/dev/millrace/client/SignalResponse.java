package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a synchronous start or signal: what the caller asked to see, and where the workflow
 * stands.
 */
public record SignalResponse(
    ReturnStrategy responseType,
    String targetWorkflowId,
    String targetWorkflowStatus,
    @Nullable String requestId,
    String workflowId,
    @Nullable String correlationId,
    @Nullable Map<String, @Nullable Object> input,
    @Nullable Map<String, @Nullable Object> output,
    boolean signalTimeout,
    @Nullable List<Task> tasks,
    @Nullable Integer priority,
    @Nullable Map<String, @Nullable Object> variables,
    @Nullable Long createTime,
    @Nullable Long updateTime,
    @Nullable String createdBy,
    @Nullable String status,
    @Nullable String taskType,
    @Nullable String taskId,
    @Nullable String referenceTaskName,
    @Nullable Integer retryCount,
    @Nullable String taskDefName,
    @Nullable String workflowType,
    @Nullable String reasonForIncompletion) {

  /** What of the workflow the caller wants to see. */
  public enum ReturnStrategy {
    TARGET_WORKFLOW,
    BLOCKING_WORKFLOW,
    BLOCKING_TASK,
    BLOCKING_TASK_INPUT
  }
}
