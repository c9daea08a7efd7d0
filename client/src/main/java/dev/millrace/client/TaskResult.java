package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a worker says of a task.
 *
 * @param extendLease if true, nothing else of it counts
 */
public record TaskResult(
    String workflowInstanceId,
    String taskId,
    @Nullable String reasonForIncompletion,
    long callbackAfterSeconds,
    @Nullable String workerId,
    Status status,
    Map<String, @Nullable Object> outputData,
    @Nullable ExecutionMetadata executionMetadata,
    List<TaskExecLog> logs,
    @Nullable String externalOutputPayloadStoragePath,
    @Nullable String subWorkflowId,
    boolean extendLease,
    boolean supportsCancellation) {

  public TaskResult {
    outputData = Wire.map(outputData);
    logs = Wire.list(logs);
  }

  /** What became of the task, as its worker sees it. */
  public enum Status {
    IN_PROGRESS,
    FAILED,
    FAILED_WITH_TERMINAL_ERROR,
    COMPLETED,
    CANCELED
  }
}
