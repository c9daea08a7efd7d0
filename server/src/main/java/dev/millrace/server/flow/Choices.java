package dev.millrace.server.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** SWITCH and DECISION. */
final class Choices {

  private Choices() {}

  static void take(Flow flow, Step step, StepKind.Switch choice, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    switch (chosen(flow, choice, task.data().input())) {
      case ScriptEngine.Result.Failed failed ->
          Stepper.fail(
              flow,
              task,
              TaskStatus.FAILED_WITH_TERMINAL_ERROR,
              "Cannot evaluate the expression of " + task.ref() + ": " + failed.message());
      case ScriptEngine.Result.Value value ->
          go(flow, task, choice, Objects.toString(value.value()));
    }
  }

  private static ScriptEngine.Result chosen(
      Flow flow, StepKind.Switch choice, Map<String, @Nullable Object> input) {
    return choice.script()
        ? flow.settings().scripts().evaluate(choice.expression(), input)
        : new ScriptEngine.Result.Value(input.get(choice.expression()));
  }

  private static void go(Flow flow, TaskState task, StepKind.Switch choice, String chosen) {
    @Nullable Step way =
        choice.cases().containsKey(chosen) || choice.emptyCases().contains(chosen)
            ? choice.cases().get(chosen)
            : choice.otherwise();
    var input = Values.editable(choice.legacy() ? Values.NONE : task.data().input());
    input.put("case", chosen);
    if (way != null) {
      input.put("hasChildren", "true");
    }
    Map<String, @Nullable Object> output = new LinkedHashMap<>();
    output.put(choice.legacy() ? "caseOutput" : "evaluationResult", List.of(chosen));
    if (!choice.legacy()) {
      output.put("selectedCase", chosen);
    }
    var done = task.withInput(input).withOutput(output);
    if (way == null) {
      Stepper.end(flow, done, TaskStatus.COMPLETED);
      return;
    }
    // The token goes the chosen way at once, so that what is made is made in the way's order.
    var settled = done.ended(TaskStatus.COMPLETED, flow.now()).settled();
    flow.put(settled);
    Joins.settled(flow, settled);
    Stepper.arrive(flow, way, Scope.after(settled), Entry.FIRST);
  }
}
