package dev.millrace.server.flow;

import org.jspecify.annotations.Nullable;

/**
 * Moves tokens through the steps. A token stands at one task; when that settles, the token goes on
 * to the next step, or ends with the chain. {@code FLOW.md} has the picture.
 */
final class Stepper {

  private Stepper() {}

  /** Acts upon ends until there are none: everything that can be decided now is. */
  static void run(Flow flow) {
    do {
      @Nullable String id;
      while ((id = flow.nextEnded()) != null) {
        var task = flow.task(id);
        if (flow.running() && task != null && task.status().isTerminal() && task.holdsToken()) {
          acted(flow, task);
        }
      }
    } while (Joins.release(flow));
  }

  private static void acted(Flow flow, TaskState task) {
    if (!flow.mayStep()) {
      var reason =
          "One event led to more than %d steps: is there a loop that never waits?"
              .formatted(flow.settings().limits().maxSteps());
      Endings.fail(flow, WorkflowStatus.FAILED, reason, task);
    } else if (!task.status().isSuccessful()) {
      Failures.act(flow, task);
    } else if (flow.step(task).kind() instanceof StepKind.Terminate) {
      Instants.terminated(flow, task);
    } else {
      settle(flow, task);
    }
  }

  /** The task ended and the workflow goes on past it. */
  static void settle(Flow flow, TaskState task) {
    flow.put(task.settled());
    Joins.settled(flow, task);
    if (flow.running()) {
      follow(flow, flow.step(task).next(), Scope.after(task), task);
    }
  }

  /** The token goes on to {@code next}, or ends if there is none. */
  static void follow(Flow flow, @Nullable Step next, Scope scope, TaskState from) {
    if (next == null) {
      endToken(flow, scope.owner(), from);
    } else {
      arrive(flow, next, scope, Entry.FIRST);
    }
  }

  /** Whether one more event that is over brings the workflow to its end. */
  static boolean endsWorkflow(Flow flow, TaskState task) {
    return task.key().owner() == null
        && flow.head().progress().open() == 1
        && flow.step(task).next() == null;
  }

  static void addTokens(Flow flow, @Nullable String owner, int more) {
    if (owner == null) {
      var progress = flow.head().progress();
      flow.progress(progress.withOpen(progress.open() + more));
    } else {
      var loop = loop(flow, owner);
      flow.put(loop.withWaiting(loop.progress().waiting() + more));
    }
  }

  private static void endToken(Flow flow, @Nullable String owner, TaskState from) {
    addTokens(flow, owner, -1);
    if (owner != null) {
      var loop = loop(flow, owner);
      if (loop.progress().waiting() == 0) {
        Loops.turned(flow, loop);
      }
    } else if (flow.head().progress().open() == 0) {
      Endings.complete(flow, from);
    }
  }

  private static TaskState loop(Flow flow, String ref) {
    var loop = flow.latest(ref);
    if (loop == null) {
      throw new IllegalStateException("no loop " + ref + " in " + flow.head());
    }
    return loop;
  }

  /**
   * A token comes to a step. Steps that were skipped or that ran before are passed by. Nothing ends
   * the workflow in here but its last token, so a fork is never left half done.
   */
  static void arrive(Flow flow, Step first, Scope scope, Entry entry) {
    @Nullable Step step = first;
    if (entry == Entry.FIRST) {
      var known = flow.latest(scope.concrete(first.ref()));
      while (step != null && known != null && known.progress().settled()) {
        step = step.next();
        known = step == null ? known : flow.latest(scope.concrete(step.ref()));
      }
      if (known != null && (step == null || known.holdsToken())) {
        // The end of the chain, or a task at which another token stands: this one is not needed.
        endToken(flow, scope.owner(), known);
        return;
      }
    }
    if (step != null) {
      take(flow, step, scope, entry);
    }
  }

  private static void take(Flow flow, Step step, Scope scope, Entry entry) {
    switch (step.kind()) {
      case StepKind.Worker _, StepKind.Remote _ ->
          flow.put(
              Queued.shown(
                  TaskFactory.scheduled(flow, step, scope, entry, TaskFactory.typeOf(step)), step));
      case StepKind.Dynamic dynamic -> Queued.dynamic(flow, step, dynamic, scope, entry);
      case StepKind.Switch choice -> Choices.take(flow, step, choice, scope, entry);
      case StepKind.Fork fork -> Forks.take(flow, step, fork, scope, entry);
      case StepKind.DynamicFork fork -> DynamicForks.take(flow, step, fork, scope, entry);
      case StepKind.Join join -> Joins.take(flow, step, scope, entry, join.joinOn());
      case StepKind.ExclusiveJoin join -> ExclusiveJoins.take(flow, step, join, scope, entry);
      case StepKind.Loop loop -> Loops.take(flow, step, loop, scope, entry);
      case StepKind.Child child -> Children.take(flow, step, child, scope, entry);
      case StepKind.Detached _ -> Children.detach(flow, step, scope, entry);
      case StepKind.SetVariables _ -> Instants.setVariables(flow, step, scope, entry);
      case StepKind.Terminate _ -> Instants.terminate(flow, step, scope, entry);
      case StepKind.Wait _ -> Waits.take(flow, step, scope, entry);
      case StepKind.Human _ -> flow.put(TaskFactory.begun(flow, step, scope, entry));
      case StepKind.Inline inline -> Instants.inline(flow, step, inline, scope, entry);
      case StepKind.Jq _ -> Instants.jq(flow, step, scope, entry);
      case StepKind.Noop _ ->
          end(flow, TaskFactory.begun(flow, step, scope, entry), TaskStatus.COMPLETED);
      case StepKind.Publish publish -> Instants.publish(flow, step, publish, scope, entry);
    }
  }

  /** Ends a task; what follows is decided before the event is over. */
  static void end(Flow flow, TaskState task, TaskStatus status) {
    flow.ended(task.ended(status, flow.now()));
  }

  static void fail(Flow flow, TaskState task, TaskStatus status, String reason) {
    end(flow, task.withReason(reason), status);
  }
}
