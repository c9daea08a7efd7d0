package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A workflow definition. */
public record WorkflowDef(
    @Nullable String ownerApp,
    long createTime,
    long updateTime,
    @Nullable String createdBy,
    @Nullable String updatedBy,
    String name,
    @Nullable String description,
    Integer version,
    List<WorkflowTask> tasks,
    List<String> inputParameters,
    Map<String, @Nullable Object> outputParameters,
    @Nullable String failureWorkflow,
    @Nullable Integer failureWorkflowVersion,
    Integer schemaVersion,
    Boolean restartable,
    boolean workflowStatusListenerEnabled,
    @Nullable String workflowStatusListenerSink,
    @Nullable String ownerEmail,
    TimeoutPolicy timeoutPolicy,
    Long timeoutSeconds,
    Map<String, @Nullable Object> variables,
    Map<String, @Nullable Object> inputTemplate,
    @Nullable RateLimitConfig rateLimitConfig,
    @Nullable SchemaDef inputSchema,
    @Nullable SchemaDef outputSchema,
    Boolean enforceSchema,
    Map<String, @Nullable Object> metadata,
    @Nullable CacheConfig cacheConfig,
    List<String> maskedFields) {

  public WorkflowDef {
    version = Wire.or(version, 1);
    tasks = Wire.list(tasks);
    inputParameters = Wire.list(inputParameters);
    outputParameters = Wire.map(outputParameters);
    schemaVersion = Wire.or(schemaVersion, 2);
    restartable = Wire.or(restartable, true);
    timeoutPolicy = Wire.or(timeoutPolicy, TimeoutPolicy.ALERT_ONLY);
    timeoutSeconds = Wire.or(timeoutSeconds, 0L);
    variables = Wire.map(variables);
    inputTemplate = Wire.map(inputTemplate);
    enforceSchema = Wire.or(enforceSchema, true);
    metadata = Wire.map(metadata);
    maskedFields = Wire.list(maskedFields);
  }

  public WorkflowDef withTasks(List<WorkflowTask> newTasks) {
    return new WorkflowDef(
        ownerApp,
        createTime,
        updateTime,
        createdBy,
        updatedBy,
        name,
        description,
        version,
        newTasks,
        inputParameters,
        outputParameters,
        failureWorkflow,
        failureWorkflowVersion,
        schemaVersion,
        restartable,
        workflowStatusListenerEnabled,
        workflowStatusListenerSink,
        ownerEmail,
        timeoutPolicy,
        timeoutSeconds,
        variables,
        inputTemplate,
        rateLimitConfig,
        inputSchema,
        outputSchema,
        enforceSchema,
        metadata,
        cacheConfig,
        maskedFields);
  }

  /** What happens to a workflow that takes longer than it may. */
  public enum TimeoutPolicy {
    TIME_OUT_WF,
    ALERT_ONLY
  }
}
