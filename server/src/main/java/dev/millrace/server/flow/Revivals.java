package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How operators bring back a workflow that ended: retry, restart, rerun. */
final class Revivals {

  private Revivals() {}

  /**
   * @param byParent whether the parent wants it, and so need not be told: it would retry in turn
   */
  static Reply retry(Flow flow, boolean resumeChildren, boolean byParent) {
    var status = flow.head().status();
    if (!status.isTerminal() || status == WorkflowStatus.COMPLETED) {
      return Commands.conflict(flow, "it is " + status + ", there is nothing to retry");
    }
    var tasks = flow.all();
    if (tasks.stream().noneMatch(task -> revivable(flow, task) || pending(task))) {
      return Commands.conflict(flow, "no task of it failed or was canceled");
    }
    run(flow);
    if (!byParent) {
      reviveParent(flow);
    }
    revive(flow, tasks, resumeChildren);
    return new Reply.Done(flow.head().id());
  }

  /** A sub-workflow runs again: so does the task that waits for it, and its workflow. */
  static Reply childRevived(Flow flow, TaskState task, String workflowId) {
    if (task.live() || !workflowId.equals(task.progress().subWorkflowId())) {
      return new Reply.Ignored(Reply.Why.NOT_WAITING);
    }
    if (!task.holdsToken() || flow.head().status() == WorkflowStatus.COMPLETED) {
      return new Reply.Ignored(Reply.Why.TASK_ENDED);
    }
    boolean ended = flow.head().status().isTerminal();
    flow.put(task.reopened(flow.now()).withOutput(Values.NONE));
    if (ended) {
      run(flow);
      reviveParent(flow);
      revive(flow, flow.all(), true);
    }
    return new Reply.Done(task.id());
  }

  static Reply restart(Flow flow, FlowDef definition, Event.Restart restart) {
    if (!flow.head().status().isTerminal()) {
      return Commands.conflict(flow, "it has not ended and cannot be restarted");
    }
    if (!definition.source().restartable()) {
      return Commands.conflict(flow, "its definition says that it cannot be restarted");
    }
    flow.all().forEach(flow::remove);
    flow.redefine(definition);
    var input = Objects.requireNonNullElse(restart.input(), flow.head().data().input());
    var key = flow.head().key().withVersion(definition.version());
    var correlation = restart.correlationId();
    reviveParent(flow);
    begin(flow, correlation == null ? key : key.withCorrelationId(correlation), input);
    return new Reply.Done(flow.head().id());
  }

  /** The first token at the first step. */
  static void begin(Flow flow, WorkflowKey key, Map<String, @Nullable Object> input) {
    var definition = flow.definition();
    var source = definition.source();
    flow.head(
        new WorkflowState(
            key,
            WorkflowStatus.RUNNING,
            new WorkflowState.Data(
                Values.merge(source.inputTemplate(), Values.copy(input)),
                Values.NONE,
                source.variables(),
                null),
            new WorkflowState.Times(flow.now(), flow.now(), 0, 0),
            Set.of(),
            Set.of(),
            flow.head().progress().restarted().withOpen(1)));
    Stepper.arrive(flow, definition.tree().first(), Scope.ROOT, Entry.FIRST);
  }

  static Reply rerun(Flow flow, Event.Rerun rerun) {
    if (!flow.head().status().isTerminal()) {
      return Commands.conflict(flow, "it has not ended and cannot be rerun");
    }
    var task = flow.task(rerun.taskId());
    if (task == null) {
      return new Reply.Rejected(
          Reply.Code.NOT_FOUND, "No task " + rerun.taskId() + " in " + flow.head().id());
    }
    if (task.status() == TaskStatus.SKIPPED) {
      return Commands.conflict(flow, "its task " + task.ref() + " was skipped and cannot be rerun");
    }
    if (forgotten(flow, task)) {
      return Commands.conflict(flow, "the loop of its task " + task.ref() + " is there no more");
    }
    if (rerun.workflowInput() != null) {
      var data = flow.head().data();
      flow.head(
          flow.head()
              .withData(
                  new WorkflowState.Data(
                      rerun.workflowInput(), data.output(), data.variables(), data.reason())));
    }
    if (rerun.correlationId() != null) {
      flow.head(flow.head().withKey(flow.head().key().withCorrelationId(rerun.correlationId())));
    }
    var step = flow.step(task);
    Rewind.to(flow, task);
    Rewind.recount(flow, Scope.of(task));
    run(flow);
    reviveParent(flow);
    revive(flow, flow.all(), false);
    var input = Objects.requireNonNullElse(rerun.taskInput(), Values.NONE);
    Stepper.arrive(flow, step, Scope.of(task), Entry.withInput(input));
    return new Reply.Done(flow.head().id());
  }

  /** Whether a loop around the task was forgotten, because it was in an old turn itself. */
  private static boolean forgotten(Flow flow, TaskState task) {
    var owner = task.key().owner();
    var loop = owner == null ? null : flow.latest(owner);
    return owner != null && (loop == null || forgotten(flow, loop));
  }

  /** The workflow runs from now on. */
  private static void run(Flow flow) {
    var head = flow.head();
    flow.head(
        head.withStatus(WorkflowStatus.RUNNING)
            .withData(head.data().withOutput(Values.NONE).withReason(null))
            .withTimes(new WorkflowState.Times(head.times().created(), flow.now(), 0, flow.now()))
            .withProgress(
                head.progress().withEndedBy(null).withAlerted(false).withUnsettled(List.of())));
  }

  private static void reviveParent(Flow flow) {
    var key = flow.head().key();
    if (key.parentId() != null && key.parentTaskId() != null) {
      flow.effect(new Decision.ReviveParent(key.parentId(), key.parentTaskId()));
    }
  }

  /** Whether a token stands at a task, or can be brought back to it, that can be tried again. */
  private static boolean revivable(Flow flow, TaskState task) {
    boolean failed = task.status().isTerminal() && !task.status().isSuccessful();
    boolean terminated = task.key().type().equals("TERMINATE");
    return !task.attempt().retried()
        && (failed || terminated)
        && (task.holdsToken() || (task.key().source().permissive() && ownerIsThere(flow, task)));
  }

  /** Whether a task ended while the workflow was paused, and the workflow then ended itself. */
  private static boolean pending(TaskState task) {
    return task.status().isTerminal()
        && task.status().isSuccessful()
        && task.holdsToken()
        && !task.key().type().equals("TERMINATE");
  }

  /** A token cannot go back into a turn that is over. */
  private static boolean ownerIsThere(Flow flow, TaskState task) {
    var owner = task.key().owner();
    var loop = owner == null ? null : flow.latest(owner);
    return owner == null
        || (loop != null
            && loop.holdsToken()
            && loop.progress().iteration() == task.key().iteration());
  }

  /** Opens what was canceled while it waited for others, and tries the rest again. */
  private static void revive(Flow flow, List<TaskState> tasks, boolean resumeChildren) {
    var joins = new ArrayList<TaskState>();
    for (var task : tasks) {
      if (pending(task)) {
        flow.ended(task);
      }
      if (!revivable(flow, task)) {
        continue;
      }
      switch (flow.step(task).kind()) {
        case StepKind.Join _, StepKind.ExclusiveJoin _ -> joins.add(task);
        case StepKind.Loop _ -> flow.put(task.reopened(flow.now()));
        case StepKind.Child _ when resumeChildren && task.progress().subWorkflowId() != null ->
            resume(flow, task);
        case StepKind _ -> again(flow, task);
      }
    }
    flow.progress(flow.head().progress().withPermissiveFailure(null));
    joins.forEach(join -> open(flow, join));
    turnLoops(flow, tasks);
  }

  private static void resume(Flow flow, TaskState task) {
    var child = Objects.requireNonNull(task.progress().subWorkflowId());
    flow.put(task.reopened(flow.now()).withOutput(Values.NONE));
    flow.effect(new Decision.RetryChild(child));
  }

  private static void again(Flow flow, TaskState task) {
    if (!task.holdsToken()) {
      // Permissive: its token went on without it.
      Stepper.addTokens(flow, task.key().owner(), 1);
    }
    flow.put(task.retried().settled());
    Stepper.arrive(flow, flow.step(task), Scope.of(task), Entry.again(task, true));
  }

  private static void open(Flow flow, TaskState join) {
    var task = join.reopened(flow.now()).withOutput(Values.NONE);
    flow.put(task);
    if (flow.step(task).kind() instanceof StepKind.ExclusiveJoin exclusive) {
      ExclusiveJoins.look(flow, task, exclusive);
    } else {
      Joins.open(flow, task);
    }
  }

  /** Loops that failed between two turns have nothing open that could bring them on. */
  private static void turnLoops(Flow flow, List<TaskState> tasks) {
    for (var task : tasks) {
      var loop = flow.task(task.id());
      if (loop != null
          && loop.live()
          && flow.step(loop).kind() instanceof StepKind.Loop
          && loop.progress().waiting() == 0) {
        Loops.turned(flow, loop);
      }
    }
  }
}
