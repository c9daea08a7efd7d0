package dev.millrace.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Objects;

/** What must be true of every state that the decider makes. */
final class Invariants {

  private Invariants() {}

  static void check(FlowDef definition, WorkflowState head, MemoryRows rows, Decider decider) {
    var tasks = rows.inOrder();
    boolean ended = head.status().isTerminal();
    var current = new HashMap<String, TaskState>();
    int active = 0;
    int rootTokens = 0;
    for (var task : tasks) {
      assertThat(task.progress().dueAt())
          .as("timer of %s", task)
          .isEqualTo(decider.dueAt(definition, head, rows, task));
      if (task.live()) {
        assertThat(ended).as("%s is live in %s", task, head).isFalse();
        assertThat(task.attempt().retried()).as("%s is live and retried", task).isFalse();
        assertThat(task.progress().settled()).as("%s is live and settled", task).isFalse();
        active += passive(task) ? 0 : 1;
      }
      if (!task.attempt().retried()) {
        assertThat(current.put(task.ref(), task)).as("two attempts at %s at once", task).isNull();
      }
      rootTokens += task.holdsToken() && task.key().owner() == null ? 1 : 0;
    }
    assertThat(head.progress().active()).as("active of %s", head).isEqualTo(active);
    assertThat(head.progress().open()).as("tokens of %s: %s", head, tasks).isEqualTo(rootTokens);
    if (head.status() == WorkflowStatus.RUNNING) {
      assertThat(active).as("%s is stuck: %s", head, tasks).isPositive();
      assertThat(head.progress().unsettled()).isEmpty();
      for (var task : tasks) {
        assertThat(task.holdsToken() && task.status().isTerminal())
            .as("%s was not acted upon", task)
            .isFalse();
      }
    }
    if (head.status() == WorkflowStatus.COMPLETED && !byTerminate(head, rows)) {
      assertThat(head.progress().open()).isZero();
    }
    for (var task : tasks) {
      if (task.live() && task.key().type().equals("JOIN")) {
        long missing =
            Joins.members(task).stream()
                .filter(ref -> rows.byRef(ref) == null || !rows.byRef(ref).progress().settled())
                .count();
        assertThat(task.progress().waiting()).as("members of %s", task).isEqualTo((int) missing);
      }
      if (task.live() && task.key().type().equals("DO_WHILE")) {
        long tokens =
            tasks.stream()
                .filter(t -> t.holdsToken() && Objects.equals(t.key().owner(), task.ref()))
                .count();
        assertThat(task.progress().waiting()).as("tokens of %s", task).isEqualTo((int) tokens);
      }
    }
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
    if (harness.instances.get(instance.head.id()) != instance) {
      return;
    }
    for (var task : instance.rows.inOrder()) {
      assertThat(harness.queue.containsKey(task.id()))
          .as("%s in the queue", task)
          .isEqualTo(task.status() == TaskStatus.SCHEDULED);
      var timer = harness.timers.get(new FlowHarness.Timer(instance.head.id(), task.id()));
      assertThat(timer == null ? TaskState.NEVER : timer)
          .as("timer of %s", task)
          .isEqualTo(task.progress().dueAt());
    }
  }
}
