package dev.millrace.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task as workers and clients see it. */
public record Task(
    String taskType,
    Status status,
    Map<String, @Nullable Object> inputData,
    String referenceTaskName,
    int retryCount,
    int seq,
    @Nullable String correlationId,
    int pollCount,
    @Nullable String taskDefName,
    long scheduledTime,
    long startTime,
    long endTime,
    long updateTime,
    int startDelayInSeconds,
    @Nullable String retriedTaskId,
    boolean retried,
    boolean executed,
    Boolean callbackFromWorker,
    long responseTimeoutSeconds,
    String workflowInstanceId,
    @Nullable String workflowType,
    String taskId,
    @Nullable String reasonForIncompletion,
    long callbackAfterSeconds,
    @Nullable String workerId,
    Map<String, @Nullable Object> outputData,
    @Nullable WorkflowTask workflowTask,
    @Nullable String domain,
    int rateLimitPerFrequency,
    int rateLimitFrequencyInSeconds,
    @Nullable String externalInputPayloadStoragePath,
    @Nullable String externalOutputPayloadStoragePath,
    int workflowPriority,
    @Nullable String executionNameSpace,
    @Nullable String isolationGroupId,
    int iteration,
    @Nullable String subWorkflowId,
    boolean subworkflowChanged,
    long firstStartTime,
    @Nullable ExecutionMetadata executionMetadata,
    @Nullable String parentTaskId,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> runtimeMetadata,
    @Nullable TaskDef taskDefinition,
    long queueWaitTime,
    boolean loopOverTask) {

  public Task {
    inputData = Wire.map(inputData);
    callbackFromWorker = Wire.or(callbackFromWorker, true);
    outputData = Wire.map(outputData);
    runtimeMetadata = Wire.map(runtimeMetadata);
  }

  /** How far a task got. */
  public enum Status {
    IN_PROGRESS(false, true, true),
    CANCELED(true, false, false),
    FAILED(true, false, true),
    FAILED_WITH_TERMINAL_ERROR(true, false, false),
    COMPLETED(true, true, true),
    COMPLETED_WITH_ERRORS(true, true, true),
    SCHEDULED(false, true, true),
    TIMED_OUT(true, false, true),
    SKIPPED(true, true, false);

    private final boolean terminal;
    private final boolean successful;
    private final boolean retriable;

    Status(boolean terminal, boolean successful, boolean retriable) {
      this.terminal = terminal;
      this.successful = successful;
      this.retriable = retriable;
    }

    /** Whether nothing more happens to the task. */
    public boolean isTerminal() {
      return terminal;
    }

    /** Whether the workflow may go on past it; true of one that has not ended yet. */
    public boolean isSuccessful() {
      return successful;
    }

    /** Whether another attempt may follow. */
    public boolean isRetriable() {
      return retriable;
    }
  }
}
