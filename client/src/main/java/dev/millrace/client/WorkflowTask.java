package dev.millrace.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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

  /** The tasks inside of this one. */
  private record Inside(
      Map<String, List<WorkflowTask>> decisionCases,
      List<WorkflowTask> defaultCase,
      List<List<WorkflowTask>> forkTasks,
      List<WorkflowTask> loopOver) {}

  public WorkflowTask withTaskDefinition(@Nullable TaskDef newDefinition) {
    return copy(name, inputParameters, newDefinition, inside());
  }

  public WorkflowTask withInputParameters(Map<String, @Nullable Object> newParameters) {
    return copy(name, newParameters, taskDefinition, inside());
  }

  public WorkflowTask withName(String newName) {
    return copy(newName, inputParameters, taskDefinition, inside());
  }

  /** The same task with the tasks inside of it replaced, one by one. */
  public WorkflowTask withInnerTasks(UnaryOperator<WorkflowTask> change) {
    var cases = new LinkedHashMap<String, List<WorkflowTask>>();
    decisionCases.forEach((name, tasks) -> cases.put(name, all(tasks, change)));
    var inside =
        new Inside(
            cases,
            all(defaultCase, change),
            forkTasks.stream().map(branch -> all(branch, change)).toList(),
            all(loopOver, change));
    return copy(name, inputParameters, taskDefinition, inside);
  }

  private static List<WorkflowTask> all(
      List<WorkflowTask> tasks, UnaryOperator<WorkflowTask> change) {
    return tasks.stream().map(change).toList();
  }

  private Inside inside() {
    return new Inside(decisionCases, defaultCase, forkTasks, loopOver);
  }

  private WorkflowTask copy(
      String newName,
      Map<String, @Nullable Object> newParameters,
      @Nullable TaskDef newDefinition,
      Inside newInside) {
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
        newInside.decisionCases(),
        dynamicForkJoinTasksParam,
        dynamicForkTasksParam,
        dynamicForkTasksInputParamName,
        newInside.defaultCase(),
        newInside.forkTasks(),
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
        newInside.loopOver(),
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
