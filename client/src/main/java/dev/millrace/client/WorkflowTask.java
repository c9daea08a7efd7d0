package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step of a workflow definition. Which fields count depends on its type. */
public record WorkflowTask(
    String name,
    String taskReferenceName,
    @Nullable String description,
    Map<String, @Nullable Object> inputParameters,
    String type,
    @Nullable String dynamicTaskNameParam,
    @Nullable String caseValueParam,
    @Nullable String caseExpression,
    @Nullable String scriptExpression,
    Map<String, List<WorkflowTask>> decisionCases,
    @Nullable String dynamicForkJoinTasksParam,
    @Nullable String dynamicForkTasksParam,
    @Nullable String dynamicForkTasksInputParamName,
    List<WorkflowTask> defaultCase,
    List<List<WorkflowTask>> forkTasks,
    Integer startDelay,
    @Nullable SubWorkflowParams subWorkflowParam,
    List<String> joinOn,
    @Nullable String sink,
    boolean optional,
    @Nullable TaskDef taskDefinition,
    @Nullable Boolean rateLimited,
    List<String> defaultExclusiveJoinTask,
    boolean asyncComplete,
    @Nullable String loopCondition,
    List<WorkflowTask> loopOver,
    @Nullable String items,
    @Nullable Integer retryCount,
    @Nullable String evaluatorType,
    @Nullable String expression,
    Map<String, List<StateChangeEvent>> onStateChange,
    @Nullable String joinStatus,
    @Nullable CacheConfig cacheConfig,
    boolean permissive,
    @Nullable String joinMode,
    Map<String, @Nullable Object> metadata) {

  public WorkflowTask {
    inputParameters = Wire.map(inputParameters);
    type = Wire.or(type, "SIMPLE");
    decisionCases = Wire.map(decisionCases);
    defaultCase = Wire.list(defaultCase);
    forkTasks = Wire.list(forkTasks);
    startDelay = Wire.or(startDelay, 0);
    joinOn = Wire.list(joinOn);
    defaultExclusiveJoinTask = Wire.list(defaultExclusiveJoinTask);
    loopOver = Wire.list(loopOver);
    onStateChange = Wire.map(onStateChange);
    metadata = Wire.map(metadata);
  }

  public WorkflowTask withTaskDefinition(@Nullable TaskDef newDefinition) {
    return copy(name, inputParameters, newDefinition);
  }

  public WorkflowTask withInputParameters(Map<String, @Nullable Object> newParameters) {
    return copy(name, newParameters, taskDefinition);
  }

  public WorkflowTask withName(String newName) {
    return copy(newName, inputParameters, taskDefinition);
  }

  private WorkflowTask copy(
      String newName,
      Map<String, @Nullable Object> newParameters,
      @Nullable TaskDef newDefinition) {
    return new WorkflowTask(
        newName,
        taskReferenceName,
        description,
        newParameters,
        type,
        dynamicTaskNameParam,
        caseValueParam,
        caseExpression,
        scriptExpression,
        decisionCases,
        dynamicForkJoinTasksParam,
        dynamicForkTasksParam,
        dynamicForkTasksInputParamName,
        defaultCase,
        forkTasks,
        startDelay,
        subWorkflowParam,
        joinOn,
        sink,
        optional,
        newDefinition,
        rateLimited,
        defaultExclusiveJoinTask,
        asyncComplete,
        loopCondition,
        loopOver,
        items,
        retryCount,
        evaluatorType,
        expression,
        onStateChange,
        joinStatus,
        cacheConfig,
        permissive,
        joinMode,
        metadata);
  }
}
