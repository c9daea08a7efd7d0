package dev.millrace.server.flow;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;

/** What must be true of every state that the decider makes. */
final class Invariants {

  private Invariants() {}

  static void check(
      FlowDef definition, WorkflowState head, MemoryRows rows, FlowSettings settings) {
    var tasks = rows.inOrder();
    checkTasks(head, tasks);
    checkCounts(head, rows, tasks);
    var flow = new Flow(definition, head, head, rows, new Flow.Call(settings, 0));
    for (var task : tasks) {
      long due = Deadlines.of(task, flow.step(task));
      require(task.progress().dueAt() == due, "timer of %s should be %d", task, due);
    }
    if (head.status() == WorkflowStatus.RUNNING) {
      require(head.progress().active() > 0, "%s is stuck: %s", head, tasks);
      require(head.progress().unsettled().isEmpty(), "%s has unsettled tasks", head);
    }
    boolean completed = head.status() == WorkflowStatus.COMPLETED && !byTerminate(head, rows);
    require(!completed || head.progress().open() == 0, "%s completed with open tokens", head);
  }

  private static void checkTasks(WorkflowState head, List<TaskState> tasks) {
    var current = new HashMap<String, TaskState>();
    for (var task : tasks) {
      boolean live = task.live();
      require(!live || !head.status().isTerminal(), "%s is live in %s", task, head);
      require(!live || task.holdsToken(), "%s is live and has no token", task);
      boolean acted = head.status() != WorkflowStatus.RUNNING || live || !task.holdsToken();
      require(acted, "%s was not acted upon", task);
      boolean twice = !task.attempt().retried() && current.put(task.ref(), task) != null;
      require(!twice, "two attempts at %s at once in %s", task, tasks);
    }
  }

  private static void checkCounts(WorkflowState head, MemoryRows rows, List<TaskState> tasks) {
    long active = tasks.stream().filter(t -> t.live() && !passive(t)).count();
    require(head.progress().active() == active, "active of %s is %d: %s", head, active, tasks);
    long open = tokens(tasks, null);
    require(head.progress().open() == open, "tokens of %s are %d: %s", head, open, tasks);
    for (var task : tasks) {
      if (!task.live()) {
        continue;
      }
      int waiting = task.progress().waiting();
      switch (task.key().type()) {
        case "JOIN" -> {
          long missing =
              Joins.members(task).stream()
                  .filter(ref -> rows.byRef(ref) == null || !rows.byRef(ref).progress().settled())
                  .count();
          require(waiting == missing, "%s waits for %d, not %d: %s", task, missing, waiting, tasks);
        }
        case "DO_WHILE" -> {
          long inside = tokens(tasks, task.ref());
          require(waiting == inside, "%s has %d tokens, not %d: %s", task, inside, waiting, tasks);
        }
        default -> {}
      }
    }
  }

  private static long tokens(List<TaskState> tasks, String owner) {
    return tasks.stream()
        .filter(t -> t.holdsToken() && Objects.equals(t.key().owner(), owner))
        .count();
  }

  private static boolean byTerminate(WorkflowState head, MemoryRows rows) {
    var last = head.progress().endedBy();
    return last != null && rows.byId(last).key().type().equals("TERMINATE");
  }

  private static boolean passive(TaskState task) {
    return switch (task.key().source().type()) {
      case "JOIN", "EXCLUSIVE_JOIN", "DO_WHILE" -> true;
      default -> false;
    };
  }

  /** What is scheduled is in the queue, and nothing else; timers are where the states say. */
  static void checkQueue(FlowHarness harness, FlowHarness.Instance instance) {
    for (var task : instance.rows.inOrder()) {
      boolean queued = harness.queue.containsKey(task.id());
      boolean scheduled = task.status() == TaskStatus.SCHEDULED;
      require(queued == scheduled, "%s is in the queue: %s", task, queued);
      var timer = harness.timers.get(new FlowHarness.Timer(instance.head.id(), task.id()));
      long at = timer == null ? TaskState.NEVER : timer;
      require(at == task.progress().dueAt(), "timer of %s is at %d", task, at);
    }
  }

  @FormatMethod
  private static void require(boolean holds, @FormatString String otherwise, Object... what) {
    if (!holds) {
      throw new AssertionError(otherwise.formatted(what));
    }
  }
}
