package dev.millrace.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.TaskDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Workflows and histories made by chance. Every state on the way is checked by {@link Invariants}.
 * {@code -Dflow.seeds=100000} for more of them, {@code -Dflow.seed=n} for one alone.
 */
final class RandomHistoryTest {

  private static final int SEEDS = Integer.getInteger("flow.seeds", 1000);
  private static final Integer ONLY = Integer.getInteger("flow.seed");

  private interface Scenario {
    void run(long seed);
  }

  private static void forSeeds(int salt, Scenario scenario) {
    int first = ONLY == null ? 0 : ONLY;
    int last = ONLY == null ? SEEDS : ONLY + 1;
    for (int seed = first; seed < last; seed++) {
      try {
        scenario.run(salt * 1_000_000_007L + seed);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        throw new AssertionError("with -Dflow.seed=" + seed + ": " + e, e);
      }
    }
  }

  private static final Map<String, TaskDef> TASK_DEFS = taskDefs();

  private static Map<String, TaskDef> taskDefs() {
    var flow = new FlowHarness();
    flow.taskDef(
        "t0", "{\"retryCount\":2,\"responseTimeoutSeconds\":3,\"timeoutPolicy\":\"RETRY\"}");
    flow.taskDef(
        "t1",
        """
        {"retryCount":1,"retryDelaySeconds":2,"timeoutSeconds":4,"timeoutPolicy":"RETRY",
         "pollTimeoutSeconds":20}\
        """);
    flow.taskDef(
        "t2",
        """
        {"retryCount":1,"retryLogic":"EXPONENTIAL_BACKOFF","retryDelaySeconds":1,
         "totalTimeoutSeconds":9,"timeoutPolicy":"ALERT_ONLY"}\
        """);
    return flow.taskDefs;
  }

  private static FlowHarness harness(Random random) {
    var flow = new FlowHarness();
    flow.taskDefs.putAll(TASK_DEFS);
    flow.workflowDef("leaf", new RandomFlow(random, List.of()).tasks());
    flow.workflowDef("middle", new RandomFlow(random, List.of("leaf")).tasks());
    flow.workflowDef("root", new RandomFlow(random, List.of("leaf", "middle")).tasks());
    return flow;
  }

  /** If all goes well, every workflow completes, whatever the order in which tasks are done. */
  @Test
  void everyWorkflowComesToItsEnd() {
    forSeeds(
        1,
        seed -> {
          var random = new Random(seed);
          var flow = harness(random);
          var id = flow.start("root", "{\"items\":[1,2]}");
          var hand = new Hand(flow, random);
          for (int i = 0; !flow.head(id).status().isTerminal(); i++) {
            assertThat(i).as("steps to the end of %s", flow.tasks(id)).isLessThan(20_000);
            hand.bringOn();
          }
          assertEachStepOnce(flow, id);
          replay(flow, random);
        });
  }

  /** Without failures and loops, no step has two tasks. */
  private static void assertEachStepOnce(FlowHarness flow, String id) {
    var refs = flow.rows(id).inOrder().stream().map(TaskState::ref).toList();
    assertThat(refs).doesNotHaveDuplicates();
  }

  /** Failures, timeouts, lost workers, repeated updates and operators, in any order. */
  @Test
  void nothingBreaksAWorkflow() {
    forSeeds(2, RandomHistoryTest::trouble);
  }

  /** Loops in loops that forget their old turns. */
  @Test
  void whatBrokeAWorkflowOnceDoesNotBreakItAgain() {
    trouble(2 * 1_000_000_007L + 28_542);
  }

  private static void trouble(long seed) {
    var random = new Random(seed);
    var flow = harness(random);
    var id = flow.start("root", "{\"items\":[1,2]}");
    var hand = new Hand(flow, random);
    int trouble = 20 + random.nextInt(60);
    for (int i = 0; i < trouble; i++) {
      hand.anything(id);
    }
    hand.settle(id);
    replay(flow, random);
  }

  /** The same events, in other batches, lead to the same state: also that of each sub-workflow. */
  private static void replay(FlowHarness flow, Random random) {
    for (var instance : flow.instances.values()) {
      var copy = new FlowHarness.Instance(instance.number);
      var decider = flow.decider(copy);
      var rows = new MemoryRows();
      var definition = flow.compiled(instance.key.name(), 1);
      var outcome =
          decider.start(definition, new Event.Start(instance.key, instance.input), instance.began);
      rows.apply(outcome);
      var history = instance.history;
      for (int from = 0; from < history.size(); ) {
        long at = history.get(from).at();
        int to = from + 1;
        while (to < history.size() && history.get(to).at() == at && random.nextInt(4) > 0) {
          to++;
        }
        var batch = history.subList(from, to).stream().map(FlowHarness.Recorded::event).toList();
        outcome = decider.decide(definition, outcome.workflow(), rows, batch, at);
        rows.apply(outcome);
        from = to;
      }
      assertThat(outcome.workflow()).isEqualTo(instance.head);
      assertThat(byId(rows)).isEqualTo(byId(instance.rows));
    }
  }

  private static Map<String, TaskState> byId(MemoryRows rows) {
    var tasks = new LinkedHashMap<String, TaskState>();
    rows.inOrder().forEach(task -> tasks.put(task.id(), task));
    return tasks;
  }

  /** Whoever does things to workflows. */
  private static final class Hand {

    private final FlowHarness flow;
    private final Random random;

    Hand(FlowHarness flow, Random random) {
      this.flow = flow;
      this.random = random;
    }

    /** Does a task, or lets time pass if there is none to do. */
    void bringOn() {
      var live = live();
      var doable =
          live.stream()
              .filter(t -> !t.key().type().equals("SUB_WORKFLOW"))
              .filter(t -> !isPassive(t))
              .filter(t -> t.delivery().availableAt() <= flow.now)
              .filter(t -> t.progress().waitUntil() == TaskState.NEVER)
              .toList();
      if (doable.isEmpty() || random.nextInt(20) == 0) {
        passToNext();
        return;
      }
      var task = doable.get(random.nextInt(doable.size()));
      var workflow = flow.workflowOf(task);
      if (task.status() == TaskStatus.SCHEDULED) {
        flow.send(workflow, new Event.Claimed(task.id(), "w"));
      }
      flow.update(task, TaskReport.Status.COMPLETED, "{\"k\":" + random.nextInt(9) + "}");
    }

    /** Lets time pass until something is due, but not so long that leases are lost. */
    private void passToNext() {
      long next =
          live().stream()
              .mapToLong(t ->
                  Math.min(
                      t.progress().waitUntil(), Math.max(t.delivery().availableAt(), flow.now + 1)))
              .filter(at -> at > flow.now)
              .min()
              .orElse(flow.now + 1000);
      flow.pass(Math.max(1, Math.min(10, (next - flow.now + 999) / 1000)));
    }

    private List<TaskState> live() {
      var live = new ArrayList<TaskState>();
      flow.instances.values().forEach(i -> live.addAll(i.rows.live()));
      return live;
    }

    private static boolean isPassive(TaskState task) {
      return switch (task.key().source().type()) {
        case "JOIN", "EXCLUSIVE_JOIN", "DO_WHILE" -> true;
        default -> false;
      };
    }

    void anything(String root) {
      var ids = List.copyOf(flow.instances.keySet());
      var id = random.nextInt(4) == 0 ? ids.get(random.nextInt(ids.size())) : root;
      switch (random.nextInt(24)) {
        case 0 -> flow.send(id, new Event.Pause());
        case 1, 2 -> flow.send(id, new Event.Resume());
        case 3 -> flow.send(id, new Event.Retry(random.nextBoolean()));
        case 4 -> maybe(5, id, new Event.Terminate("enough"));
        case 5 -> maybe(3, id, new Event.Restart(null, null));
        case 6 -> rerun(id);
        case 7 -> flow.send(id, new Event.Skip("r" + random.nextInt(12), Map.of(), Map.of("s", 1)));
        case 8 -> flow.pass(1 + random.nextInt(5));
        case 9, 10 -> report(anyTask(id), anyStatus());
        case 11 -> timer(anyTask(id), id);
        case 12 -> giveBack(anyTask(id));
        case 13 -> flow.send(id, new Event.TimerDue(null));
        case 14 ->
            flow.send(
                id, new Event.Signalled(TaskReport.of(TaskReport.Status.COMPLETED, Map.of())));
        case 15, 16 -> failSomething();
        default -> bringOn();
      }
    }

    private void maybe(int in, String id, Event event) {
      if (random.nextInt(in) == 0) {
        flow.send(id, event);
      }
    }

    private TaskState anyTask(String id) {
      var tasks = flow.rows(id).inOrder();
      return tasks.isEmpty() ? null : tasks.get(random.nextInt(tasks.size()));
    }

    private TaskReport.Status anyStatus() {
      var all = TaskReport.Status.values();
      return all[random.nextInt(all.length)];
    }

    private void report(TaskState task, TaskReport.Status status) {
      if (task != null) {
        var report = TaskReport.of(status, Map.of("o", random.nextInt(5)));
        flow.update(task, random.nextInt(5) == 0 ? report.withLease(random.nextInt(3)) : report);
      }
    }

    private void failSomething() {
      var live = live();
      if (!live.isEmpty()) {
        report(live.get(random.nextInt(live.size())), TaskReport.Status.FAILED);
      }
    }

    private void timer(TaskState task, String id) {
      if (task != null) {
        flow.send(id, new Event.TimerDue(task.id()));
      }
    }

    private void giveBack(TaskState task) {
      if (task != null) {
        flow.send(flow.workflowOf(task), new Event.Returned(task.id(), task.delivery().polls()));
      }
    }

    private void rerun(String id) {
      var task = anyTask(id);
      if (task != null && random.nextInt(2) == 0) {
        flow.send(id, new Event.Rerun(task.id(), Map.of("again", true), null, null));
      }
    }

    /** All trouble is over: what is paused goes on, and everything ends. */
    void settle(String root) {
      for (int i = 0; ; i++) {
        assertThat(i).as("steps to the end of %s", flow.tasks(root)).isLessThan(20_000);
        for (var id : List.copyOf(flow.instances.keySet())) {
          if (flow.head(id).status() == WorkflowStatus.PAUSED) {
            flow.send(id, new Event.Resume());
          }
        }
        if (flow.instances.values().stream().allMatch(w -> w.head.status().isTerminal())) {
          return;
        }
        bringOn();
      }
    }
  }
}
