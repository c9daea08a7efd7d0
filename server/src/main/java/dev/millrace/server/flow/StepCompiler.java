package dev.millrace.server.flow;

import dev.millrace.client.SubWorkflowParams;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes steps of a definition's tasks, from the last to the first, so that each knows what follows.
 * Confined to one call.
 */
final class StepCompiler {

  private static final int MAX_DEPTH = 100;

  private final Function<String, @Nullable TaskDef> taskDefs;
  private final List<DefinitionFault> faults;
  private final Map<String, Step> steps = new LinkedHashMap<>();
  private final Map<String, List<Step>> joins = new HashMap<>();
  private int depth;

  StepCompiler(Function<String, @Nullable TaskDef> taskDefs, List<DefinitionFault> faults) {
    this.taskDefs = taskDefs;
    this.faults = faults;
  }

  /** The steps of a whole definition, or null if there is a fault. */
  @Nullable StepTree compile(List<WorkflowTask> tasks) {
    var first = chain(tasks, new Step.Place(null, null, null), "tasks");
    if (first == null && faults.isEmpty()) {
      faults.add(new DefinitionFault("tasks", "there must be at least one task"));
    }
    return first == null || !faults.isEmpty() ? null : new StepTree(first, steps, joins);
  }

  private @Nullable Step chain(List<WorkflowTask> tasks, Step.Place end, String path) {
    if (++depth > MAX_DEPTH) {
      faults.add(new DefinitionFault(path, "tasks are nested deeper than " + MAX_DEPTH));
      depth--;
      return null;
    }
    @Nullable Step next = end.next();
    for (int i = tasks.size() - 1; i >= 0; i--) {
      var place = new Step.Place(next, end.loop(), end.fork());
      next = step(tasks.get(i), place, path + "[" + i + "]");
    }
    depth--;
    return next;
  }

  private Step step(WorkflowTask task, Step.Place place, String path) {
    checkNames(task, path);
    var kind = kind(task, place, path);
    var rules = rules(task, kind);
    var step = new Step(task.withTaskDefinition(rules.definition()), kind, rules, place);
    if (steps.put(task.taskReferenceName(), step) != null) {
      faults.add(
          new DefinitionFault(
              path + ".taskReferenceName",
              "'" + task.taskReferenceName() + "' is used twice; it must be unique"));
    }
    for (var member : StepKinds.joinOn(kind)) {
      joins.computeIfAbsent(member, _ -> new ArrayList<>()).add(step);
    }
    return step;
  }

  @SuppressWarnings("ConstantValue") // what came from JSON may lack what must be there
  private void checkNames(WorkflowTask task, String path) {
    if (task.taskReferenceName() == null || task.taskReferenceName().isBlank()) {
      faults.add(new DefinitionFault(path + ".taskReferenceName", "must not be empty"));
    } else if (task.taskReferenceName().equals("workflow")) {
      faults.add(
          new DefinitionFault(path + ".taskReferenceName", "'workflow' names the workflow itself"));
    }
    if (task.name() == null || task.name().isBlank()) {
      faults.add(new DefinitionFault(path + ".name", "must not be empty"));
    }
  }

  private StepKind kind(WorkflowTask task, Step.Place place, String path) {
    return switch (task.type()) {
      case "SWITCH", "DECISION" -> choice(task, place, path);
      case "FORK_JOIN" -> fork(task, place, path);
      case "FORK_JOIN_DYNAMIC" -> dynamicFork(task, place, path);
      case "DO_WHILE" -> loop(task, path);
      case "SUB_WORKFLOW" -> child(task, path);
      default -> StepKinds.simple(task);
    };
  }

  private StepKind choice(WorkflowTask task, Step.Place place, String path) {
    boolean legacy = task.type().equals("DECISION");
    var valueParam = legacy ? task.caseValueParam() : task.expression();
    boolean script =
        legacy ? task.caseExpression() != null : !"value-param".equals(task.evaluatorType());
    var expression = legacy && script ? task.caseExpression() : valueParam;
    if (expression == null || expression.isBlank()) {
      faults.add(new DefinitionFault(path + ".expression", "says nothing to decide by"));
    }
    var cases = new LinkedHashMap<String, Step>();
    var empty = new ArrayList<String>();
    task.decisionCases()
        .forEach((name, tasks) -> {
          var first = chain(tasks, place, path + ".decisionCases." + name);
          if (tasks.isEmpty() || first == null) {
            empty.add(name);
          } else {
            cases.put(name, first);
          }
        });
    var otherwise =
        task.defaultCase().isEmpty()
            ? null
            : chain(task.defaultCase(), place, path + ".defaultCase");
    var what = expression == null ? "" : expression;
    return new StepKind.Switch(what, script, legacy, cases, empty, otherwise);
  }

  private StepKind fork(WorkflowTask task, Step.Place place, String path) {
    followedByJoin(place, path);
    var branches = new ArrayList<Step>();
    for (int i = 0; i < task.forkTasks().size(); i++) {
      var end = new Step.Place(null, place.loop(), task.taskReferenceName());
      var first = chain(task.forkTasks().get(i), end, path + ".forkTasks[" + i + "]");
      if (first != null) {
        branches.add(first);
      }
    }
    return new StepKind.Fork(List.copyOf(branches));
  }

  private StepKind dynamicFork(WorkflowTask task, Step.Place place, String path) {
    followedByJoin(place, path);
    return new StepKind.DynamicFork(
        task.dynamicForkTasksParam(),
        task.dynamicForkTasksInputParamName(),
        task.dynamicForkJoinTasksParam());
  }

  private void followedByJoin(Step.Place place, String path) {
    if (place.next() == null || !(place.next().kind() instanceof StepKind.Join)) {
      faults.add(new DefinitionFault(path, "a fork must be followed by a JOIN"));
    }
  }

  private StepKind loop(WorkflowTask task, String path) {
    int before = steps.size();
    var end = new Step.Place(null, task.taskReferenceName(), null);
    var body = chain(task.loopOver(), end, path + ".loopOver");
    if (body == null) {
      faults.add(new DefinitionFault(path + ".loopOver", "a loop needs at least one task"));
      return new StepKind.Noop();
    }
    var inside = List.copyOf(steps.keySet()).subList(before, steps.size()).reversed();
    var items = task.items() == null ? null : Template.parse(task.items());
    return new StepKind.Loop(task.loopCondition(), items, body, List.copyOf(inside));
  }

  private StepKind child(WorkflowTask task, String path) {
    var params = task.subWorkflowParam();
    if (params == null) {
      faults.add(new DefinitionFault(path + ".subWorkflowParam", "says which workflow to run"));
      params = new SubWorkflowParams("", null, null, null, null, null, null);
    }
    return new StepKind.Child(params, StepKinds.childShape(params));
  }

  private TaskRules rules(WorkflowTask task, StepKind kind) {
    var definition = task.taskDefinition();
    if (definition == null) {
      definition = taskDefs.apply(task.name());
    }
    if (definition == null && kind instanceof StepKind.Worker && task.type().equals("SIMPLE")) {
      definition = StepKinds.defaultDefinition(task.name());
    }
    return definition == null ? TaskRules.undefined() : TaskRules.of(definition, task.retryCount());
  }
}
