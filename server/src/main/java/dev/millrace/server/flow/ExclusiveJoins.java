package dev.millrace.server.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXCLUSIVE_JOIN: takes what the first of its members gave, or else its default. */
final class ExclusiveJoins {

  private ExclusiveJoins() {}

  static void take(Flow flow, Step step, StepKind.ExclusiveJoin join, Scope scope, Entry entry) {
    var refs = join.joinOn().stream().map(scope::concrete).toList();
    var input = Values.of("joinOn", refs);
    var task = TaskFactory.begun(flow, step, scope, entry, input);
    flow.put(task);
    look(flow, task, join);
  }

  /** Waits only as long as a member is under way: one that has not begun may never begin. */
  static void look(Flow flow, TaskState task, StepKind.ExclusiveJoin join) {
    var members = Joins.members(task);
    var found = firstSettled(flow, members);
    if (found == null && anyLive(flow, members)) {
      return;
    }
    if (found == null) {
      var scope = Scope.of(task);
      found = firstSettled(flow, join.defaults().stream().map(scope::concrete).toList());
    }
    if (found == null) {
      Stepper.end(flow, task, TaskStatus.COMPLETED);
    } else if (found.status().isSuccessful()) {
      Stepper.end(flow, task.withOutput(found.data().output()), TaskStatus.COMPLETED);
    } else {
      var reason = String.valueOf(found.data().reason());
      Stepper.fail(flow, task, TaskStatus.FAILED, reason);
    }
  }

  private static @Nullable TaskState firstSettled(Flow flow, List<String> refs) {
    for (var ref : refs) {
      var member = flow.latest(ref);
      if (member != null && member.progress().settled() && member.status() != TaskStatus.SKIPPED) {
        return member;
      }
    }
    return null;
  }

  private static boolean anyLive(Flow flow, List<String> refs) {
    return refs.stream()
        .map(flow::latest)
        .anyMatch(member -> member != null && member.holdsToken());
  }
}
