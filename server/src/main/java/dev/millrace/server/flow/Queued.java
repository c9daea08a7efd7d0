package dev.millrace.server.flow;

import java.util.Objects;

/** Tasks that wait in a queue. */
final class Queued {

  private Queued() {}

  /** Adds what the server's own tasks show in their input. */
  static TaskState shown(TaskState task, Step step) {
    return step.kind() instanceof StepKind.Remote
        ? task.withInput(
            Values.with(task.data().input(), "asyncComplete", step.source().asyncComplete()))
        : task;
  }

  static void dynamic(Flow flow, Step step, StepKind.Dynamic dynamic, Scope scope, Entry entry) {
    var name = step.inputs().resolve(new FlowBindings(flow, null)).get(dynamic.nameParam());
    if (name == null || name.toString().isBlank()) {
      var task = TaskFactory.begun(flow, step, scope, entry);
      Stepper.fail(
          flow,
          task,
          TaskStatus.FAILED_WITH_TERMINAL_ERROR,
          "The input '" + dynamic.nameParam() + "' must name the task to run, but there is none");
      return;
    }
    var type = name.toString();
    var definition = flow.settings().taskDefs().apply(type);
    var task =
        step.source()
            .withName(type)
            .withTaskDefinition(
                Objects.requireNonNullElseGet(definition, () -> StepKinds.defaultDefinition(type)));
    flow.put(TaskFactory.scheduled(flow, step.as(task), scope, entry, type));
  }
}
