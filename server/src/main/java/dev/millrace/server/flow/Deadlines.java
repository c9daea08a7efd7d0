package dev.millrace.server.flow;

import dev.millrace.client.TaskDef.TimeoutPolicy;
import dev.millrace.client.WorkflowDef;

/**
 * When a task or a workflow has waited long enough. A task has one timer, set to the first of its
 * deadlines; when it rings, this says which one passed.
 */
final class Deadlines {

  // Bits of TaskProgress.notices.
  private static final int TASK_ALERT = 1;
  private static final int POLL_ALERT = 2;
  private static final int TOTAL_ALERT = 4;

  /** The task's timeout ends the workflow, whatever the task's other rules say. */
  static final int FATAL = 8;

  /** There is no other attempt: the time for all of them is over. */
  static final int EXHAUSTED = 16;

  /** Nobody has the task any more, but somebody will say what became of it. */
  static final int DELEGATED = 32;

  private Deadlines() {}

  /** What passed. */
  sealed interface Passed {

    record Nothing() implements Passed {}

    /** A wait is over. */
    record Waited() implements Passed {}

    /** The worker was not heard of: not its own policy's business. */
    record Response(String reason) implements Passed {}

    /** The server that worked on it itself was not heard of. */
    record Abandoned() implements Passed {}

    /** A timeout with a policy. */
    record Timeout(String reason, int alert, TimeoutPolicy policy, boolean total)
        implements Passed {}
  }

  static long of(WorkflowState workflow, FlowDef definition) {
    long seconds = definition.source().timeoutSeconds();
    if (workflow.status().isTerminal() || seconds <= 0 || workflow.progress().alerted()) {
      return TaskState.NEVER;
    }
    return began(workflow) + 1000 * seconds;
  }

  /** Why the workflow took too long. */
  static String reason(WorkflowState workflow, WorkflowDef definition, long now) {
    return "Workflow timed out after %d seconds. Timeout configured as %d seconds. Timeout policy configured to %s"
        .formatted(
            (now - began(workflow)) / 1000,
            definition.timeoutSeconds(),
            definition.timeoutPolicy());
  }

  private static long began(WorkflowState workflow) {
    long retried = workflow.times().lastRetried();
    return retried > 0 ? retried : workflow.times().created();
  }

  static long of(TaskState task, Step step) {
    if (task.status().isTerminal()) {
      return TaskState.NEVER;
    }
    long first = Math.min(task.progress().waitUntil(), response(task, step));
    first = Math.min(first, abandoned(task, step));
    first = Math.min(first, unless(task, TASK_ALERT, running(task, step)));
    first = Math.min(first, unless(task, POLL_ALERT, unpolled(task, step)));
    return Math.min(first, unless(task, TOTAL_ALERT, total(task, step)));
  }

  /** As {@link #of}, of a task that a worker or a server has: its own definition tells all. */
  static long leased(TaskState task) {
    var source = task.key().source();
    var kind =
        StepKinds.simple(source) instanceof StepKind.Remote remote ? remote : new StepKind.Worker();
    var place = new Step.Place(null, null, null);
    return of(task, new Step(source, kind, TaskRules.undefined(), place).as(source));
  }

  static Passed passed(TaskState task, Step step, long now) {
    var timeouts = step.rules().timeouts();
    if (task.status().isTerminal()) {
      return new Passed.Nothing();
    }
    if (task.progress().waitUntil() <= now) {
      return new Passed.Waited();
    }
    if (unless(task, TOTAL_ALERT, total(task, step)) <= now) {
      long took = (now - task.times().firstStarted()) / 1000;
      var reason =
          "Task timed out after %d seconds over all attempts. Total timeout configured as %d seconds"
              .formatted(took, timeouts.total());
      return new Passed.Timeout(reason, TOTAL_ALERT, timeouts.policy(), true);
    }
    if (unless(task, TASK_ALERT, running(task, step)) <= now) {
      long took = (now - task.times().started()) / 1000;
      return timeout("Task timed out", took, timeouts.task(), TASK_ALERT, timeouts.policy());
    }
    if (unless(task, POLL_ALERT, unpolled(task, step)) <= now) {
      long took = (now - task.delivery().availableAt()) / 1000;
      return timeout("Task poll timed out", took, timeouts.poll(), POLL_ALERT, timeouts.policy());
    }
    if (response(task, step) <= now) {
      return new Passed.Response(
          "responseTimeout: %d exceeded for the taskId: %s with Task Definition: %s"
              .formatted(timeouts.response(), task.id(), task.key().defName()));
    }
    if (abandoned(task, step) <= now) {
      return new Passed.Abandoned();
    }
    return new Passed.Nothing();
  }

  private static Passed timeout(
      String what, long took, long configured, int alert, TimeoutPolicy policy) {
    var reason =
        "%s after %d seconds. Timeout configured as %d seconds. Timeout policy configured to %s"
            .formatted(what, took, configured, policy);
    return new Passed.Timeout(reason, alert, policy, false);
  }

  private static long unless(TaskState task, int notice, long deadline) {
    return (task.progress().notices() & notice) == 0 ? deadline : TaskState.NEVER;
  }

  /**
   * The worker that has it must be heard of again. For what servers do themselves it bounds the
   * whole attempt, if somebody defined it: they are heard of as long as they live.
   */
  private static long response(TaskState task, Step step) {
    if (!leased(task, step)) {
      return TaskState.NEVER;
    }
    long seconds = step.rules().timeouts().response();
    if (step.kind() instanceof StepKind.Remote) {
      return step.rules().definition() == null
          ? TaskState.NEVER
          : after(task.times().started(), seconds);
    }
    return after(task.times().updated(), seconds);
  }

  /** The server that works on it must be heard of again. */
  private static long abandoned(TaskState task, Step step) {
    return leased(task, step) && step.kind() instanceof StepKind.Remote
        ? after(task.times().updated(), Leases.OWN_SECONDS)
        : TaskState.NEVER;
  }

  private static boolean leased(TaskState task, Step step) {
    return task.status() == TaskStatus.IN_PROGRESS
        && step.kind().queued()
        && (task.progress().notices() & DELEGATED) == 0;
  }

  private static long running(TaskState task, Step step) {
    return after(task.times().started(), step.rules().timeouts().task());
  }

  private static long unpolled(TaskState task, Step step) {
    boolean waits = task.status() == TaskStatus.SCHEDULED;
    return waits
        ? after(task.delivery().availableAt(), step.rules().timeouts().poll())
        : TaskState.NEVER;
  }

  private static long total(TaskState task, Step step) {
    return after(task.times().firstStarted(), step.rules().timeouts().total());
  }

  /** Whether the time for all attempts is over. */
  static boolean exhausted(TaskState task, Step step, long now) {
    return total(task, step) <= now || (task.progress().notices() & EXHAUSTED) != 0;
  }

  private static long after(long from, long seconds) {
    return from <= 0 || seconds <= 0 ? TaskState.NEVER : from + 1000 * seconds;
  }
}
