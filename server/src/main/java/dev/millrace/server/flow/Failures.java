package dev.millrace.server.flow;

/** What happens when a task did not succeed: another attempt, going on without it, or the end. */
final class Failures {

  private Failures() {}

  static void act(Flow flow, TaskState task) {
    var step = flow.step(task);
    if ((task.progress().notices() & Deadlines.FATAL) != 0) {
      Endings.fail(flow, WorkflowStatus.TIMED_OUT, String.valueOf(task.data().reason()), task);
    } else if (mayRetry(flow, task, step)) {
      flow.put(task.retried());
      Stepper.arrive(flow, step, Scope.of(task), Entry.again(task, false));
    } else if (step.optional()) {
      // The last task of a workflow keeps the status it ended with.
      boolean last = Stepper.endsWorkflow(flow, task);
      Stepper.settle(flow, last ? task : task.withStatus(TaskStatus.COMPLETED_WITH_ERRORS));
    } else if (step.permissive()) {
      if (flow.head().progress().permissiveFailure() == null) {
        flow.progress(flow.head().progress().withPermissiveFailure(task.id()));
      }
      Stepper.settle(flow, task);
    } else {
      Endings.failedBy(flow, task);
    }
  }

  private static boolean mayRetry(Flow flow, TaskState task, Step step) {
    return task.status().isRetriable()
        && step.kind().retriable()
        && task.attempt().number() < step.rules().retries()
        && !Deadlines.exhausted(task, step, flow.now());
  }
}
