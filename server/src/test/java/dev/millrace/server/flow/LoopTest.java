package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.loop;
import static dev.millrace.server.flow.Defs.loopWhile;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.system;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoopTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void taskType() {
    flow.taskDef("t", "{}");
  }

  @Test
  void aTurnSeesWhatTheTurnBeforeGave() {
    flow.workflowDef("w", list(loop("l", 3, simple("a", "t", "{\"last\":\"${a.output.v}\"}"))));
    var id = flow.start("w");
    var seen = new ArrayList<Object>();
    for (int i = 1; i <= 3; i++) {
      seen.add(flow.complete("t", "{\"v\":" + i + "}").data().input().get("last"));
    }
    // The first turn sees its own task, which has given nothing yet.
    assertThat(seen).containsExactly(null, 1, 2);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aLoopGoesThroughAList() {
    var tasks =
        list(
            system(
                "l",
                "DO_WHILE",
                "{}",
                ",\"items\":\"${workflow.input.list}\",\"loopOver\":"
                    + list(
                        simple(
                            "a",
                            "t",
                            "{\"x\":\"${l.output.loopItem}\",\"i\":\"${l.output.loopIndex}\"}"))));
    flow.workflowDef("w", tasks);
    var id = flow.start("w", "{\"list\":[\"p\",\"q\"]}");
    assertThat(flow.complete("t", "{}").data().input()).isEqualTo(Map.of("x", "p", "i", 0));
    assertThat(flow.complete("t", "{}").data().input()).isEqualTo(Map.of("x", "q", "i", 1));
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);

    assertThat(flow.head(flow.start("w", "{\"list\":[]}")).status())
        .isEqualTo(WorkflowStatus.COMPLETED);
    var bad = flow.start("w", "{\"list\":7}");
    assertThat(flow.head(bad).data().reason()).contains("must be a list");
  }

  @Test
  void oldTurnsAreForgotten() {
    flow.workflowDef(
        "w", list(loopWhile("l", "$.l['iteration'] < 5", "{\"keepLastN\":2}", simple("a"))));
    var id = flow.start("w");
    for (int i = 0; i < 5; i++) {
      flow.complete("t", "{\"i\":" + i + "}");
    }
    assertThat(flow.task(id, "l").data().output()).containsOnlyKeys("iteration", "4", "5");
    assertThat(flow.tasks(id)).containsExactly("l COMPLETED", "a__4 COMPLETED", "a__5 COMPLETED");
  }

  @Test
  void loopsNest() {
    flow.workflowDef("w", list(loop("o", 2, loop("i", 2, simple("a")), simple("b"))));
    var id = flow.start("w");
    for (int k = 0; k < 6; k++) {
      flow.complete("t", "{\"k\":" + k + "}");
    }
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.rows(id).inOrder().stream().map(TaskState::ref))
        .containsExactly(
            "o", "i__1", "a__1__1", "a__1__2", "b__1", "i__2", "a__2__1", "a__2__2", "b__2");
    assertThat(flow.task(id, "i__2").data().output())
        .containsEntry("1", Map.of("a", Map.of("k", 3)));
  }

  @Test
  void aConditionThatFailsFailsTheLoopAndCanBeRetried() {
    flow.workflowDef("w", list(loopWhile("l", "boom", "{}", simple("a"))));
    var id = flow.start("w");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("Unable to evaluate condition boom");
    flow.scripts.on("boom", _ -> false);
    assertThat(flow.send(id, new Event.Retry(false))).isInstanceOf(Reply.Done.class);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aLoopThatNeverWaitsIsStopped() {
    flow.limits = Limits.defaults().withMaxSteps(500);
    flow.scripts.on("true", _ -> true);
    flow.workflowDef("w", list(loopWhile("l", "true", "{}", system("n", "NOOP", "{}"))));
    var id = flow.start("w");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("more than 500 steps");
    assertThat(flow.rows(id).size()).isLessThan(600);
  }

  /** A turn takes longer the more there were before it. */
  @Test
  void theMoreTurnsALoopHasTheMoreStepsATurnCounts() {
    flow.limits = Limits.defaults().withMaxSteps(5_000);
    flow.scripts.on("true", _ -> true);
    flow.workflowDef("w", list(loopWhile("l", "true", "{}", system("n", "NOOP", "{}"))));
    var id = flow.start("w");
    assertThat(flow.head(id).data().reason()).contains("more than 5000 steps");
    assertThat(flow.rows(id).size()).isBetween(1_300, 1_700);
  }

  @Test
  void aConditionSeesInputLoopAndBody() {
    flow.scripts.on(
        "cond",
        values -> {
          assertThat(values).containsKeys("n", "l", "a");
          assertThat(values.get("a")).isEqualTo(Map.of("v", 1));
          return false;
        });
    flow.workflowDef("w", list(loopWhile("l", "cond", "{\"n\":3}", simple("a"))));
    var id = flow.start("w");
    flow.complete("t", "{\"v\":1}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void forksInLoopsJoinInTheirTurn() {
    flow.workflowDef(
        "w",
        list(
            loop(
                "l",
                2,
                Defs.fork("f", list(simple("a")), list(simple("b"))),
                Defs.join("j", "a", "b"))));
    var id = flow.start("w");
    for (int i = 0; i < 4; i++) {
      flow.complete("t", "{\"i\":" + i + "}");
    }
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.task(id, "j__2").data().input())
        .isEqualTo(Map.of("joinOn", List.of("a__2", "b__2")));
    assertThat(flow.task(id, "j__2").data().output()).containsKeys("a__2", "b__2");
  }
}
