package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.fork;
import static dev.millrace.server.flow.Defs.join;
import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.simpleWith;
import static dev.millrace.server.flow.Defs.system;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JoinTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void taskTypes() {
    flow.taskDef("t", "{}");
    flow.taskDef("u", "{}");
  }

  @Test
  void aJoinOfNothingEndsAtOnce() {
    flow.workflowDef("w", list(fork("f", list(simple("a"))), join("j"), simple("z")));
    var id = flow.start("w");
    assertThat(flow.tasks(id))
        .containsExactly("f COMPLETED", "a SCHEDULED", "j COMPLETED", "z SCHEDULED");
  }

  @Test
  void theWorkflowWaitsForBranchesThatNoJoinWaitsFor() {
    flow.workflowDef(
        "w", list(fork("f", list(simple("a")), list(simple("b", "u", "{}"))), join("j", "a")));
    var id = flow.start("w");
    flow.complete("t", "{}");
    assertThat(flow.task(id, "j").status()).isEqualTo(TaskStatus.COMPLETED);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    flow.complete("u", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aPermissiveFailureWaitsForTheOtherMembers() {
    flow.workflowDef(
        "w",
        list(
            fork(
                "f",
                list(simpleWith("a", "t", ",\"permissive\":true")),
                list(simple("b", "u", "{}"))),
            join("j", "a", "b")));
    var id = flow.start("w");
    flow.fail("t", "{}", "bad");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    flow.complete("u", "{\"b\":1}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.task(id, "j").status()).isEqualTo(TaskStatus.FAILED);
    assertThat(flow.task(id, "j").data().reason()).isEqualTo("bad");
  }

  @Test
  void anOptionalFailureIsNotedByTheJoin() {
    flow.workflowDef(
        "w",
        list(
            fork(
                "f",
                list(simpleWith("a", "t", ",\"optional\":true")),
                list(simple("b", "u", "{}"))),
            join("j", "a", "b"),
            simple("z")));
    var id = flow.start("w");
    flow.fail("t", "{}", "bad");
    flow.complete("u", "{}");
    assertThat(flow.task(id, "j").status()).isEqualTo(TaskStatus.COMPLETED_WITH_ERRORS);
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aFailureCancelsTheOtherBranches() {
    flow.workflowDef(
        "w", list(fork("f", list(simple("a")), list(simple("b", "u", "{}"))), join("j", "a", "b")));
    var id = flow.start("w");
    var running = flow.poll("u");
    flow.fail("t", "{}", "bad");
    assertThat(flow.tasks(id))
        .containsExactly("f COMPLETED", "a FAILED", "b CANCELED", "j CANCELED");
    assertThat(flow.log).contains(new Decision.Revoke(running.id(), "w"));
    assertThat(flow.queue).isEmpty();
    assertThat(flow.timers).isEmpty();
  }

  @Test
  void aJoinDoesNotWaitForATaskThatNobodyCanBeginAnyMore() {
    var choice =
        system(
            "s",
            "SWITCH",
            "{\"c\":\"B\"}",
            ",\"evaluatorType\":\"value-param\",\"expression\":\"c\",\"decisionCases\":{\"A\":[%s]}"
                .formatted(simple("never")));
    flow.workflowDef(
        "w",
        list(fork("f", list(choice), list(simple("b"))), join("j", "never", "b"), simple("z")));
    var id = flow.start("w");
    flow.complete("t", "{\"b\":1}");
    assertThat(flow.task(id, "j").status()).isEqualTo(TaskStatus.COMPLETED);
    assertThat(flow.task(id, "j").data().output()).containsOnlyKeys("b");
    assertThat(flow.task(id, "z")).isNotNull();
  }

  @Test
  void anExclusiveJoinTakesTheWayThatWasTaken() {
    flow.workflowDef(
        "w", list(choice("B"), exclusive(), simple("z", "t", "{\"x\":\"${e.output.v}\"}")));
    var id = flow.start("w");
    flow.complete("u", "{\"v\":3}");
    assertThat(flow.task(id, "e").data().output()).containsEntry("v", 3);
    assertThat(flow.task(id, "z").data().input()).containsEntry("x", 3);
  }

  @Test
  void anExclusiveJoinHasADefault() {
    flow.workflowDef("w", list(simple("first"), choice("C"), exclusive()));
    var id = flow.start("w");
    flow.complete("t", "{\"v\":1}");
    assertThat(flow.task(id, "e").data().output()).containsEntry("v", 1);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  private static String choice(String value) {
    return system(
        "s",
        "SWITCH",
        "{\"c\":\"" + value + "\"}",
        ",\"evaluatorType\":\"value-param\",\"expression\":\"c\",\"decisionCases\":{\"A\":[%s],\"B\":[%s]}"
            .formatted(simple("a"), simple("b", "u", "{}")));
  }

  private static String exclusive() {
    return system(
        "e",
        "EXCLUSIVE_JOIN",
        "{}",
        ",\"joinOn\":[\"a\",\"b\"],\"defaultExclusiveJoinTask\":[\"first\"]");
  }

  @Test
  void aSwitchMayDecideByScript() {
    flow.scripts.on("$.n > 3 ? 'big' : 'small'", v -> (Integer) v.get("n") > 3 ? "big" : "small");
    flow.workflowDef(
        "w",
        list(
            system(
                "s",
                "SWITCH",
                "{\"n\":\"${workflow.input.n}\"}",
                """
                ,"evaluatorType":"javascript","expression":"$.n > 3 ? 'big' : 'small'",
                "decisionCases":{"big":[%s]},"defaultCase":[%s]\
                """
                    .formatted(simple("a"), simple("b")))));
    assertThat(flow.tasks(flow.start("w", "{\"n\":4}"))).contains("a SCHEDULED");
    assertThat(flow.tasks(flow.start("w", "{\"n\":3}"))).contains("b SCHEDULED");
  }

  @Test
  void aSwitchWhoseScriptFailsFails() {
    flow.workflowDef(
        "w",
        list(
            system(
                "s",
                "SWITCH",
                "{}",
                ",\"evaluatorType\":\"javascript\",\"expression\":\"boom\",\"defaultCase\":[%s]"
                    .formatted(simple("b")))));
    var id = flow.start("w");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("boom");
  }

  @Test
  void aForkNeedsAJoin() {
    assertThat(faults(list(fork("f", list(simple("a"))), simple("z"))))
        .contains("followed by a JOIN");
    assertThat(
            faults(
                list(Defs.loop("l", 2, simple("a")), fork("f", list(simple("b"))), join("j", "a"))))
        .contains("another loop");
  }

  private String faults(String tasks) {
    var definition =
        WireJson.mapper()
            .readValue("{\"name\":\"bad\",\"tasks\":" + tasks + "}", WorkflowDef.class);
    return switch (FlowDef.compile(definition, flow.taskDefs::get)) {
      case FlowDef.Compiled.Ok _ -> "";
      case FlowDef.Compiled.Invalid invalid -> List.copyOf(invalid.faults()).toString();
    };
  }
}
