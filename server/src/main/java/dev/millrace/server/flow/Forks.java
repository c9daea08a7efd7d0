package dev.millrace.server.flow;

/** FORK_JOIN. */
final class Forks {

  private Forks() {}

  /** One token for each branch; the one that came goes on to the join and waits there. */
  static void take(Flow flow, Step step, StepKind.Fork fork, Scope scope, Entry entry) {
    var task =
        TaskFactory.begun(flow, step, scope, entry)
            .ended(TaskStatus.COMPLETED, flow.now())
            .settled();
    flow.put(task);
    Stepper.addTokens(flow, scope.owner(), fork.branches().size());
    var inside = Scope.after(task);
    for (var branch : fork.branches()) {
      Stepper.arrive(flow, branch, inside, Entry.FIRST);
    }
    Joins.settled(flow, task);
    Stepper.follow(flow, step.next(), inside, task);
  }
}
