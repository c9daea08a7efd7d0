package dev.millrace.server.flow;

import dev.millrace.server.flow.TaskState.Delivery;
import org.jspecify.annotations.Nullable;

/** What workers and timers say of tasks. */
final class TaskUpdates {

  private static final long MAX_CALLBACK_SECONDS = 10L * 365 * 24 * 3600;

  private TaskUpdates() {}

  static Reply claimed(Flow flow, TaskState task, String workerId) {
    var claimed = Leases.claim(task, workerId, flow.now());
    if (claimed == null || flow.head().status().isTerminal()) {
      return new Reply.Ignored(Reply.Why.NOT_WAITING);
    }
    flow.put(claimed);
    return new Reply.Done(task.id());
  }

  static Reply returned(Flow flow, TaskState task, int lease) {
    if (task.status() != TaskStatus.IN_PROGRESS || !flow.step(task).kind().queued()) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    if (Leases.stale(task, lease)) {
      return new Reply.Ignored(Reply.Why.STALE_LEASE);
    }
    flow.put(Leases.requeued(task, 0, flow.now()));
    return new Reply.Done(task.id());
  }

  static Reply updated(Flow flow, TaskState task, TaskReport report) {
    if (flow.head().status().isTerminal()) {
      return new Reply.Ignored(Reply.Why.WORKFLOW_ENDED);
    }
    if (!task.live()) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    if (Leases.stale(task, report.lease())) {
      return new Reply.Ignored(Reply.Why.STALE_LEASE);
    }
    if (report.extendLease()) {
      return extended(flow, task);
    }
    var step = flow.step(task);
    if (step.kind().passive()) {
      return new Reply.Rejected(
          Reply.Code.CONFLICT, task.ref() + " is a " + task.key().type() + ": it ends by itself");
    }
    apply(flow, noted(flow, task, report), step, report);
    Children.abandon(flow, task);
    return new Reply.Done(task.id());
  }

  private static Reply extended(Flow flow, TaskState task) {
    if (task.status() != TaskStatus.IN_PROGRESS) {
      return new Reply.Ignored(Reply.Why.NOT_WAITING);
    }
    flow.put(task.touched(flow.now()));
    return new Reply.Done(task.id());
  }

  private static TaskState noted(Flow flow, TaskState task, TaskReport report) {
    var delivery = task.delivery();
    var worker = report.workerId() == null ? delivery.workerId() : report.workerId();
    return task.withOutput(report.output().isEmpty() ? task.data().output() : report.output())
        .withReason(report.reason())
        .withDelivery(
            new Delivery(
                delivery.domain(),
                worker,
                delivery.polls(),
                delivery.startDelaySeconds(),
                delivery.callbackAfterSeconds(),
                delivery.availableAt()))
        .touched(flow.now());
  }

  private static void apply(Flow flow, TaskState task, Step step, TaskReport report) {
    switch (report.status()) {
      case IN_PROGRESS -> {
        long after = Math.clamp(report.callbackAfterSeconds(), 0, MAX_CALLBACK_SECONDS);
        boolean queued = step.kind().queued() && !step.source().asyncComplete();
        flow.put(queued ? Leases.requeued(task, after, flow.now()) : running(task));
      }
      case COMPLETED -> Stepper.end(flow, task, TaskStatus.COMPLETED);
      case COMPLETED_WITH_ERRORS -> Stepper.end(flow, task, TaskStatus.COMPLETED_WITH_ERRORS);
      case SKIPPED -> Stepper.end(flow, task, TaskStatus.SKIPPED);
      case CANCELED -> Stepper.end(flow, task, TaskStatus.CANCELED);
      case TIMED_OUT -> Stepper.end(flow, task, TaskStatus.TIMED_OUT);
      case FAILED -> failed(flow, task, TaskStatus.FAILED, step);
      case FAILED_WITH_TERMINAL_ERROR ->
          failed(flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, step);
    }
  }

  /** It ends when somebody says so, not when a lease does. */
  private static TaskState running(TaskState task) {
    var open =
        task.status() == TaskStatus.SCHEDULED ? task.withStatus(TaskStatus.IN_PROGRESS) : task;
    return open.withNotice(Deadlines.DELEGATED);
  }

  private static void failed(Flow flow, TaskState task, TaskStatus status, Step step) {
    if (!(step.kind() instanceof StepKind.Remote)) {
      flow.head(flow.head().withFailure(task.ref(), task.key().defName()));
    }
    Stepper.end(flow, task, status);
  }

  static Reply signalled(Flow flow, TaskReport report) {
    for (var task : flow.live()) {
      var kind = flow.step(task).kind();
      if (kind instanceof StepKind.Wait || kind instanceof StepKind.Human) {
        return updated(flow, task, report);
      }
    }
    return new Reply.Rejected(
        Reply.Code.NOT_FOUND, "No task of " + flow.head().id() + " waits for a signal");
  }

  /** A task's timer. What it is for is read from the task, so an old timer does no harm. */
  static Reply due(Flow flow, TaskState task) {
    var step = flow.step(task);
    if (flow.head().status().isTerminal()) {
      return new Reply.Ignored(Reply.Why.WORKFLOW_ENDED);
    }
    return switch (Deadlines.passed(task, step, flow.now())) {
      case Deadlines.Passed.Nothing _ -> new Reply.Ignored(Reply.Why.NOT_DUE);
      case Deadlines.Passed.Waited _ -> {
        Stepper.end(flow, task, TaskStatus.COMPLETED);
        yield new Reply.Done(task.id());
      }
      case Deadlines.Passed.Response response -> {
        Stepper.fail(flow, task, TaskStatus.TIMED_OUT, response.reason());
        yield new Reply.Done(task.id());
      }
      case Deadlines.Passed.Abandoned _ -> {
        // Another server does it again.
        flow.put(Leases.requeued(task, 0, flow.now()));
        yield new Reply.Done(task.id());
      }
      case Deadlines.Passed.Timeout timeout -> {
        timedOut(flow, task, timeout);
        Children.abandon(flow, task);
        yield new Reply.Done(task.id());
      }
    };
  }

  private static void timedOut(Flow flow, TaskState task, Deadlines.Passed.Timeout timeout) {
    switch (timeout.policy()) {
      case ALERT_ONLY -> {
        flow.put(task.withNotice(timeout.alert()));
        flow.effect(new Decision.Alert(task.id(), timeout.reason()));
      }
      case RETRY ->
          Stepper.fail(
              flow,
              timeout.total() ? task.withNotice(Deadlines.EXHAUSTED) : task,
              TaskStatus.TIMED_OUT,
              timeout.reason());
      case TIME_OUT_WF ->
          Stepper.fail(
              flow, task.withNotice(Deadlines.FATAL), TaskStatus.TIMED_OUT, timeout.reason());
    }
  }

  /** The workflow's timer. */
  static Reply due(Flow flow) {
    var head = flow.head();
    long deadline = Deadlines.of(head, flow.definition());
    if (head.status().isTerminal() || deadline > flow.now()) {
      return new Reply.Ignored(Reply.Why.NOT_DUE);
    }
    var reason = Deadlines.reason(head, flow.definition().source(), flow.now());
    switch (flow.definition().source().timeoutPolicy()) {
      case ALERT_ONLY -> {
        flow.progress(head.progress().withAlerted(true));
        flow.effect(new Decision.Alert(null, reason));
      }
      case TIME_OUT_WF -> Endings.fail(flow, WorkflowStatus.TIMED_OUT, reason, lastTask(flow));
    }
    return new Reply.Done(head.id());
  }

  private static @Nullable TaskState lastTask(Flow flow) {
    var last = flow.head().progress().lastTaskId();
    return last == null ? null : flow.task(last);
  }
}
