package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.system;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DynamicForkTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void taskType() {
    flow.taskDef("t", "{}");
  }

  private void define(String input, String more) {
    flow.workflowDef(
        "w",
        list(
            system("f", "FORK_JOIN_DYNAMIC", input, more), system("j", "JOIN", "{}"), simple("z")));
  }

  private static final String TASKS =
      ",\"dynamicForkTasksParam\":\"dt\",\"dynamicForkTasksInputParamName\":\"di\"";

  @Test
  void noBranchesAreJoinedAtOnce() {
    define("{\"dt\":[],\"di\":{}}", TASKS);
    assertThat(flow.tasks(flow.start("w")))
        .containsExactly("f COMPLETED", "j COMPLETED", "z SCHEDULED");
  }

  @Test
  void branchesMayBeListedWithTheirInputs() {
    define(
        "{\"l\":[{\"taskName\":\"t\",\"referenceName\":\"x\",\"input\":{\"k\":1}}]}",
        ",\"dynamicForkJoinTasksParam\":\"l\"");
    var id = flow.start("w");
    assertThat(flow.complete("t", "{\"o\":1}").data().input()).isEqualTo(Map.of("k", 1));
    assertThat(flow.task(id, "j").data().output()).isEqualTo(Map.of("x", Map.of("o", 1)));
  }

  @Test
  void branchesMayBeWorkflows() {
    flow.workflowDef("c", list(simple("c1", "t", "{\"got\":\"${workflow.input.k}\"}")));
    define("{\"forkTaskWorkflow\":\"c\",\"forkTaskInputs\":[{\"k\":1},{\"k\":2}]}", "");
    var id = flow.start("w");
    assertThat(flow.complete("t", "{}").data().input()).containsEntry("got", 1);
    assertThat(flow.complete("t", "{}").data().input()).containsEntry("got", 2);
    assertThat(flow.task(id, "j").status()).isEqualTo(TaskStatus.COMPLETED);
  }

  @Test
  void branchesMayHaveStepsOfTheirOwn() {
    define(
        "{\"dt\":%s,\"di\":{}}"
            .formatted(list(Defs.loop("x", 2, simple("body"), simple("more")), simple("y"))),
        TASKS);
    var id = flow.start("w");
    for (int i = 0; i < 5; i++) {
      flow.complete("t", "{\"i\":" + i + "}");
    }
    assertThat(flow.task(id, "x").status()).isEqualTo(TaskStatus.COMPLETED);
    assertThat(flow.task(id, "more__2")).isNotNull();
    assertThat(flow.task(id, "j").data().output()).containsKeys("x", "y");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void branchesInALoopHaveTheirTurn() {
    flow.workflowDef(
        "w",
        list(
            Defs.loop(
                "l",
                2,
                system(
                    "f",
                    "FORK_JOIN_DYNAMIC",
                    "{\"forkTaskName\":\"t\",\"forkTaskInputs\":[{},{}]}"),
                system("j", "JOIN", "{}"))));
    var id = flow.start("w");
    for (int i = 0; i < 4; i++) {
      flow.complete("t", "{\"i\":" + i + "}");
    }
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.task(id, "j__2").data().output()).containsKeys("_t_0__2", "_t_1__2");
  }

  @Test
  void wrongInputFailsWithAReason() {
    define("{\"dt\":\"${workflow.input.dt}\",\"di\":\"${workflow.input.di}\"}", TASKS);
    var wrong =
        Map.of(
            "{\"dt\":7}",
            "'dt' must be a list",
            "{}",
            "'dt' must be a list",
            "{\"dt\":[7]}",
            "must be a task definition",
            "{\"dt\":[{\"name\":\"t\"}]}",
            "taskReferenceName",
            "{\"dt\":[{\"name\":\"t\",\"taskReferenceName\":\"x\",\"joinOn\":7}]}",
            "not a task definition",
            "{\"dt\":[],\"di\":[]}",
            "'di' must be an object",
            "{\"dt\":[%s,%s]}".formatted(simple("x"), simple("x")),
            "used twice",
            "{\"dt\":[%s]}".formatted(simple("z")),
            "used twice");
    wrong.forEach((input, reason) -> {
      var id = flow.start("w", input);
      assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
      assertThat(flow.head(id).data().reason()).contains(reason);
    });
  }

  @Test
  void thereIsALimitOfBranches() {
    flow.limits = new Limits(1000, 3);
    define("{\"forkTaskName\":\"t\",\"forkTaskInputs\":[{},{},{},{}]}", "");
    var id = flow.start("w");
    assertThat(flow.head(id).data().reason()).contains("4 branches are more than 3");
  }

  @Test
  void aFailedBranchIsRetriedAlone() {
    define("{\"forkTaskName\":\"t\",\"forkTaskInputs\":[{},{}]}", "");
    var id = flow.start("w");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "bad");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    flow.send(id, new Event.Retry(false));
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.tasks(id))
        .containsExactly(
            "f COMPLETED",
            "_t_0 COMPLETED",
            "_t_1 FAILED",
            "j COMPLETED",
            "_t_1 COMPLETED",
            "z COMPLETED");
  }

  /** Counted, not timed: what a decision reads does not depend on how many branches there are. */
  @Test
  void theCostOfABranchDoesNotGrowWithTheirNumber() {
    double few = readsPerTask(100);
    double many = readsPerTask(10_000);
    assertThat(many).isLessThan(few * 1.2);
  }

  private static double readsPerTask(int branches) {
    var flow = new FlowHarness();
    flow.checked = false;
    flow.taskDef("t", "{}");
    flow.workflowDef(
        "w",
        list(
            system(
                "f",
                "FORK_JOIN_DYNAMIC",
                "{\"forkTaskName\":\"t\",\"forkTaskInputs\":\"${workflow.input.all}\"}"),
            system("j", "JOIN", "{}")));
    var inputs =
        IntStream.range(0, branches)
            .mapToObj(i -> "{\"i\":" + i + "}")
            .collect(Collectors.joining(","));
    var id = flow.start("w", "{\"all\":[" + inputs + "]}");
    int before = flow.rows(id).reads();
    int changed = 0;
    for (var queued : new ArrayList<>(flow.queue.keySet())) {
      flow.send(
          id,
          List.of(
              new Event.Claimed(queued, "w"),
              new Event.TaskUpdated(
                  queued, TaskReport.of(TaskReport.Status.COMPLETED, Map.of("ok", true)))));
      changed++;
    }
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.workflow(id).output()).hasSize(branches);
    assertThat(changed).isEqualTo(branches);
    assertThat(flow.rows(id).scans()).isZero();
    return (double) (flow.rows(id).reads() - before) / branches;
  }
}
