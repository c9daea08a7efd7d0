package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JOIN: counts the members that have not settled, and ends with the last of them. */
final class Joins {

  private Joins() {}

  static void take(Flow flow, Step step, Scope scope, Entry entry, List<String> joinOn) {
    var refs = joinOn.stream().map(scope::concrete).toList();
    var input = Values.of("joinOn", refs);
    var task = TaskFactory.begun(flow, step, scope, entry, input);
    open(flow, task);
  }

  /** Counts the members anew, and ends the join if there is none to wait for. */
  static void open(Flow flow, TaskState join) {
    int waiting = missing(flow, join);
    var task = join.withWaiting(waiting);
    if (waiting == 0) {
      complete(flow, task);
    } else {
      flow.put(task);
    }
  }

  private static int missing(Flow flow, TaskState join) {
    int missing = 0;
    for (var ref : members(join)) {
      var member = flow.latest(ref);
      missing += member != null && member.progress().settled() ? 0 : 1;
    }
    return missing;
  }

  static List<String> members(TaskState join) {
    var members = new ArrayList<String>();
    var joinOn = Values.list(join.data().input().get("joinOn"));
    if (joinOn != null) {
      joinOn.forEach(member -> members.add(String.valueOf(member)));
    }
    return members;
  }

  /** A task settled: joins that wait for it wait for one less. */
  static void settled(Flow flow, TaskState task) {
    var key = task.key();
    if (key.join() != null && key.ref().equals(key.branch())) {
      count(flow, key.join());
    }
    for (var join : flow.tree(key.branch()).joinsOn(key.base())) {
      count(flow, join.ref() + key.suffix());
    }
  }

  private static void count(Flow flow, String ref) {
    var join = flow.latest(ref);
    if (join == null || !join.live() || !flow.running()) {
      return;
    }
    switch (flow.step(join).kind()) {
      case StepKind.Join _ -> {
        var task = join.withWaiting(join.progress().waiting() - 1);
        flow.put(task);
        if (task.progress().waiting() == 0) {
          complete(flow, task);
        }
      }
      case StepKind.ExclusiveJoin exclusive -> ExclusiveJoins.look(flow, join, exclusive);
      case StepKind other -> throw new IllegalStateException(other + " is no join");
    }
  }

  /** All members settled: collects what they gave. A permissive one that failed fails the join. */
  static void complete(Flow flow, TaskState join) {
    var output = new LinkedHashMap<String, @Nullable Object>();
    var failures = new ArrayList<@Nullable String>();
    var errors = new ArrayList<@Nullable String>();
    for (var ref : members(join)) {
      var member = flow.latest(ref);
      if (member == null) {
        continue;
      }
      if (!member.data().output().isEmpty()) {
        output.put(ref, member.data().output());
      }
      if (!member.status().isSuccessful()) {
        failures.add(member.data().reason());
      } else if (member.status() == TaskStatus.COMPLETED_WITH_ERRORS) {
        errors.add(member.data().reason());
      }
    }
    var task = join.withOutput(output);
    if (!failures.isEmpty()) {
      Stepper.fail(flow, task, TaskStatus.FAILED, reasons(failures));
    } else if (!errors.isEmpty()) {
      Stepper.fail(flow, task, TaskStatus.COMPLETED_WITH_ERRORS, reasons(errors));
    } else {
      Stepper.end(flow, task, TaskStatus.COMPLETED);
    }
  }

  private static String reasons(List<@Nullable String> reasons) {
    return String.join(" ", reasons.stream().map(String::valueOf).toList());
  }

  /**
   * Ends a join that waits for tasks that nobody will ever begin, such as those of a way that a
   * switch did not take. Only when nothing else of the workflow is under way, so it is certain.
   */
  static boolean release(Flow flow) {
    var progress = flow.head().progress();
    if (!flow.running() || progress.active() > 0 || progress.open() == 0) {
      return false;
    }
    // The one that was made last is the innermost.
    for (var task : flow.live().reversed()) {
      if (flow.step(task).kind() instanceof StepKind.Join) {
        complete(flow, task);
        return true;
      }
    }
    return false;
  }
}
