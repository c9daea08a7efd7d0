package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a task type: how often it is tried, how long it may take, what it gets. Missing
 * fields have the values that a Conductor server gives them.
 */
public record TaskDef(
    @Nullable String ownerApp,
    long createTime,
    long updateTime,
    @Nullable String createdBy,
    @Nullable String updatedBy,
    String name,
    @Nullable String description,
    Integer retryCount,
    Long timeoutSeconds,
    List<String> inputKeys,
    List<String> outputKeys,
    List<String> runtimeMetadata,
    TimeoutPolicy timeoutPolicy,
    RetryLogic retryLogic,
    Integer retryDelaySeconds,
    Long responseTimeoutSeconds,
    @Nullable Integer concurrentExecLimit,
    Map<String, @Nullable Object> inputTemplate,
    Integer rateLimitPerFrequency,
    Integer rateLimitFrequencyInSeconds,
    @Nullable String isolationGroupId,
    @Nullable String executionNameSpace,
    @Nullable String ownerEmail,
    @Nullable Integer pollTimeoutSeconds,
    Integer backoffScaleFactor,
    Integer maxRetryDelaySeconds,
    Integer backoffJitterMs,
    @Nullable String baseType,
    Long totalTimeoutSeconds,
    Boolean taskStatusListenerEnabled,
    @Nullable SchemaDef inputSchema,
    @Nullable SchemaDef outputSchema,
    boolean enforceSchema) {

  public TaskDef {
    retryCount = Wire.or(retryCount, 3);
    timeoutSeconds = Wire.or(timeoutSeconds, 0L);
    inputKeys = Wire.list(inputKeys);
    outputKeys = Wire.list(outputKeys);
    runtimeMetadata = Wire.list(runtimeMetadata);
    timeoutPolicy = Wire.or(timeoutPolicy, TimeoutPolicy.TIME_OUT_WF);
    retryLogic = Wire.or(retryLogic, RetryLogic.FIXED);
    retryDelaySeconds = Wire.or(retryDelaySeconds, 60);
    responseTimeoutSeconds = Wire.or(responseTimeoutSeconds, 3600L);
    inputTemplate = Wire.map(inputTemplate);
    rateLimitPerFrequency = Wire.or(rateLimitPerFrequency, 0);
    rateLimitFrequencyInSeconds = Wire.or(rateLimitFrequencyInSeconds, 1);
    backoffScaleFactor = Wire.or(backoffScaleFactor, 1);
    maxRetryDelaySeconds = Wire.or(maxRetryDelaySeconds, 0);
    backoffJitterMs = Wire.or(backoffJitterMs, 0);
    totalTimeoutSeconds = Wire.or(totalTimeoutSeconds, 0L);
    taskStatusListenerEnabled = Wire.or(taskStatusListenerEnabled, true);
  }

  /** What happens to a task that takes longer than it may. */
  public enum TimeoutPolicy {
    RETRY,
    TIME_OUT_WF,
    ALERT_ONLY
  }

  /** How the delay grows from one attempt to the next. */
  public enum RetryLogic {
    FIXED,
    EXPONENTIAL_BACKOFF,
    LINEAR_BACKOFF
  }
}
