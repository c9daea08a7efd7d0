package dev.millrace.server.flow;

import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * FORK_JOIN_DYNAMIC. Its branches are in its input: as definitions with a map of inputs, as a list
 * of definitions with their inputs in them, or as one task's name with a list of inputs.
 */
final class DynamicForks {

  private static final TypeReference<Map<String, @Nullable Object>> OBJECT =
      new TypeReference<>() {};

  private DynamicForks() {}

  /** The input does not describe branches. */
  private static final class BadForkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    final String reason;

    BadForkException(String reason) {
      super(reason);
      this.reason = reason;
    }
  }

  static void take(Flow flow, Step step, StepKind.DynamicFork fork, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    try {
      var forked = forked(fork, task.data().input());
      var trees = compile(flow, forked, scope);
      start(flow, step, task, trees, scope);
    } catch (BadForkException e) {
      Stepper.fail(flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, e.reason);
    }
  }

  private static void start(
      Flow flow, Step step, TaskState task, List<StepTree> trees, Scope scope) {
    var refs = trees.stream().map(tree -> tree.first().ref()).toList();
    var input = Values.editable(task.data().input());
    input.put("forkedTasks", refs);
    input.put("forkedTaskDefs", trees.stream().map(tree -> shown(tree.first())).toList());
    var done = task.withInput(input).ended(TaskStatus.COMPLETED, flow.now()).settled();
    flow.put(done);
    var join = Objects.requireNonNull(step.next(), "a fork is followed by a join");
    var joinRef = scope.concrete(join.ref());
    Stepper.addTokens(flow, scope.owner(), trees.size());
    for (var tree : trees) {
      var branch = Scope.after(done).forked(tree.first().ref(), joinRef);
      flow.branch(Objects.requireNonNull(branch.branch()), tree);
      Stepper.arrive(flow, tree.first(), branch, Entry.FIRST);
    }
    Joins.settled(flow, done);
    var skipped = flow.latest(joinRef);
    if (skipped != null && skipped.progress().settled()) {
      Stepper.arrive(flow, join, Scope.after(done), Entry.FIRST);
    } else {
      Joins.take(flow, join, Scope.after(done), Entry.FIRST, refs);
    }
  }

  private static Map<String, @Nullable Object> shown(Step step) {
    return WireJson.mapper().convertValue(step.source(), OBJECT);
  }

  private static List<StepTree> compile(Flow flow, List<WorkflowTask> forked, Scope scope) {
    if (forked.size() > flow.settings().limits().maxForks()) {
      throw new BadForkException(
          "%d branches are more than %d"
              .formatted(forked.size(), flow.settings().limits().maxForks()));
    }
    var trees = new ArrayList<StepTree>(forked.size());
    var refs = new HashSet<String>();
    for (var task : forked) {
      var faults = new ArrayList<DefinitionFault>();
      var tree = new StepCompiler(flow.settings().taskDefs(), faults).compile(List.of(task));
      if (tree == null) {
        throw new BadForkException("A branch is not a valid task: " + faults.getFirst());
      }
      var ref = tree.first().ref();
      if (!refs.add(ref)
          || flow.definition().tree().find(ref) != null
          || flow.latest(scope.concrete(ref)) != null) {
        throw new BadForkException("The reference name '" + ref + "' is used twice");
      }
      trees.add(tree);
    }
    return trees;
  }

  private static List<WorkflowTask> forked(
      StepKind.DynamicFork fork, Map<String, @Nullable Object> input) {
    if (input.get("forkTaskName") != null || input.get("forkTaskWorkflow") != null) {
      return sameTask(input);
    }
    if (fork.tasksParam() != null) {
      return tasks(fork.tasksParam(), fork.inputsParam(), input);
    }
    if (fork.listParam() != null) {
      return listed(fork.listParam(), input);
    }
    throw new BadForkException(
        "Nothing says what to fork: dynamicForkTasksParam, dynamicForkJoinTasksParam or an input"
            + " 'forkTaskName'");
  }

  /** Definitions in one input, their inputs by reference name in another. */
  private static List<WorkflowTask> tasks(
      String tasksParam, @Nullable String inputsParam, Map<String, @Nullable Object> input) {
    var definitions = list(input.get(tasksParam), tasksParam);
    var inputs = inputsParam == null ? null : input.get(inputsParam);
    var byRef = Values.object(inputs);
    if (inputs != null && byRef == null) {
      throw new BadForkException("The input '" + inputsParam + "' must be an object");
    }
    var forked = new ArrayList<WorkflowTask>(definitions.size());
    for (@Nullable Object definition : definitions) {
      var task = task(definition);
      var own = byRef == null ? null : Values.object(byRef.get(task.taskReferenceName()));
      forked.add(
          task.withInputParameters(
              Values.merge(task.inputParameters(), own == null ? Values.NONE : own)));
    }
    return forked;
  }

  /** A list of {taskName, referenceName, input, type}. */
  private static List<WorkflowTask> listed(String param, Map<String, @Nullable Object> input) {
    @Nullable Object value = input.get(param);
    var wrapped = Values.object(value);
    var elements = list(wrapped == null ? value : wrapped.get("dynamicTasks"), param);
    var forked = new ArrayList<WorkflowTask>(elements.size());
    for (@Nullable Object element : elements) {
      var fields = Values.object(element);
      if (fields == null) {
        throw new BadForkException("The input '" + param + "' must be a list of objects");
      }
      var definition = new LinkedHashMap<String, @Nullable Object>();
      definition.put("name", fields.get("taskName"));
      definition.put("taskReferenceName", fields.get("referenceName"));
      definition.put("type", fields.getOrDefault("type", "SIMPLE"));
      definition.put("inputParameters", fields.get("input"));
      forked.add(task(definition));
    }
    return forked;
  }

  /** One task or workflow, as often as there are inputs. */
  private static List<WorkflowTask> sameTask(Map<String, @Nullable Object> input) {
    var inputs = list(input.get("forkTaskInputs"), "forkTaskInputs");
    @Nullable Object workflow = input.get("forkTaskWorkflow");
    var name = Objects.toString(workflow == null ? input.get("forkTaskName") : workflow);
    var type = Objects.toString(input.getOrDefault("forkTaskType", "SIMPLE"));
    var forked = new ArrayList<WorkflowTask>(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      var fields = Values.object(inputs.get(i));
      var own = Values.editable(fields == null ? Values.of("input", inputs.get(i)) : fields);
      own.put("__index", i);
      var definition = new LinkedHashMap<String, @Nullable Object>();
      definition.put("name", name);
      definition.put("taskReferenceName", "_" + name + "_" + i);
      definition.put("type", workflow == null ? type : "SUB_WORKFLOW");
      definition.put("inputParameters", own);
      if (workflow != null) {
        var params = new LinkedHashMap<String, @Nullable Object>();
        params.put("name", name);
        params.put("version", input.get("forkTaskWorkflowVersion"));
        definition.put("subWorkflowParam", params);
      }
      forked.add(task(definition));
    }
    return forked;
  }

  private static List<@Nullable Object> list(@Nullable Object value, String param) {
    var list = Values.list(value);
    if (list == null) {
      throw new BadForkException("The input '" + param + "' must be a list");
    }
    return list;
  }

  private static WorkflowTask task(@Nullable Object definition) {
    if (Values.object(definition) == null) {
      throw new BadForkException("A branch must be a task definition, but is " + definition);
    }
    try {
      return WireJson.mapper().convertValue(definition, WorkflowTask.class);
    } catch (JacksonException e) {
      throw new BadForkException("A branch is not a task definition: " + e.getOriginalMessage());
    }
  }
}
