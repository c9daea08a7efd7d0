package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.fork;
import static dev.millrace.server.flow.Defs.join;
import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.loop;
import static dev.millrace.server.flow.Defs.simple;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CommandTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void definitions() {
    flow.taskDef("t", "{}");
    flow.taskDef("u", "{}");
    flow.workflowDef("w", list(simple("a"), simple("b"), simple("c")));
  }

  private void rejected(Reply reply, Reply.Code code) {
    assertThat(reply)
        .isInstanceOfSatisfying(Reply.Rejected.class, no -> assertThat(no.code()).isEqualTo(code));
  }

  @Test
  void commandsThatDoNotFitAreRefusedAndChangeNothing() {
    var id = flow.start("w");
    var before = flow.head(id);
    rejected(flow.send(id, new Event.Resume()), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Retry(false)), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Restart(null, null)), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Rerun("x", null, null, null)), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Skip("a", Map.of(), Map.of())), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Skip("nope", Map.of(), Map.of())), Reply.Code.NOT_FOUND);
    rejected(flow.send(id, new Event.TimerDue("nope")), Reply.Code.NOT_FOUND);
    assertThat(flow.head(id)).isEqualTo(before);
    flow.send(id, new Event.Terminate(null));
    rejected(flow.send(id, new Event.Pause()), Reply.Code.CONFLICT);
    rejected(flow.send(id, new Event.Terminate(null)), Reply.Code.CONFLICT);
  }

  @Test
  void aSkippedTaskIsPassedByAndItsOutputCounts() {
    flow.workflowDef(
        "s", list(simple("a"), simple("b"), simple("c", "t", "{\"x\":\"${b.output.y}\"}")));
    var id = flow.start("s");
    flow.send(id, new Event.Skip("b", Map.of(), Map.of("y", 7)));
    flow.complete("t", "{}");
    assertThat(flow.poll("t").data().input()).containsEntry("x", 7);
    assertThat(flow.tasks(id)).containsExactly("a COMPLETED", "b SKIPPED", "c IN_PROGRESS");
  }

  @Test
  void aTaskInALoopIsSkippedInOneTurn() {
    flow.workflowDef("s", list(loop("l", 2, simple("a"), simple("b"))));
    var id = flow.start("s");
    rejected(flow.send(id, new Event.Skip("b", Map.of(), Map.of())), Reply.Code.INVALID);
    flow.send(id, new Event.Skip("b__1", Map.of(), Map.of()));
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void restartBeginsFromTheStart() {
    var id = flow.start("w", "{\"k\":1}");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "bad");
    var old = flow.rows(id).inOrder().stream().map(TaskState::id).toList();
    flow.workflowDef("w", list(simple("only")), "{\"version\":2}");
    var instance = flow.instances.get(id);
    flow.send(instance, flow.compiled("w", 2), List.of(new Event.Restart(null, null)));
    assertThat(flow.tasks(id)).containsExactly("only SCHEDULED");
    assertThat(flow.head(id).key().version()).isEqualTo(2);
    assertThat(flow.head(id).data().input()).containsEntry("k", 1);
    assertThat(flow.head(id).failedRefs()).isEmpty();
    assertThat(flow.rows(id).inOrder()).noneMatch(task -> old.contains(task.id()));
  }

  @Test
  void rerunTakesBackWhatFollowed() {
    var id = flow.start("w");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
    var again = flow.task(id, "b").id();
    flow.send(id, new Event.Rerun(again, Map.of("fresh", true), null, "cor"));
    assertThat(flow.tasks(id)).containsExactly("a COMPLETED", "b SCHEDULED");
    assertThat(flow.task(id, "b").data().input()).containsEntry("fresh", true);
    assertThat(flow.head(id).key().correlationId()).isEqualTo("cor");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void rerunInABranchKeepsTheOtherBranches() {
    flow.workflowDef(
        "f",
        list(
            fork("f", list(simple("a"), simple("b")), list(simple("x", "u", "{}"))),
            join("j", "b", "x"),
            simple("z")));
    var id = flow.start("f");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    flow.complete("u", "{\"x\":1}");
    flow.fail("t", "{}", "bad");
    flow.send(id, new Event.Rerun(flow.task(id, "a").id(), null, null, null));
    assertThat(flow.tasks(id))
        .containsExactly("f COMPLETED", "x COMPLETED", "j IN_PROGRESS", "a SCHEDULED");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.task(id, "j").data().output()).containsKey("x");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void rerunInALoopGoesBackToThatTurn() {
    flow.workflowDef("l", list(loop("l", 3, simple("a"), simple("b")), simple("z")));
    var id = flow.start("l");
    for (int i = 0; i < 7; i++) {
      flow.complete("t", "{\"i\":" + i + "}");
    }
    flow.send(id, new Event.Rerun(flow.task(id, "b__2").id(), null, null, null));
    assertThat(flow.tasks(id))
        .containsExactly(
            "l IN_PROGRESS",
            "a__1 COMPLETED",
            "b__1 COMPLETED",
            "a__2 COMPLETED",
            "b__2 SCHEDULED");
    assertThat(flow.task(id, "l").data().output()).containsOnlyKeys("1", "iteration");
    for (int i = 0; i < 4; i++) {
      flow.complete("t", "{}");
    }
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void retryTriesAgainWhatFailedAndWhatWasCanceled() {
    flow.workflowDef(
        "f", list(fork("f", list(simple("a")), list(simple("x", "u", "{}"))), join("j", "a", "x")));
    var id = flow.start("f");
    flow.fail("t", "{}", "bad");
    assertThat(flow.tasks(id)).contains("x CANCELED", "j CANCELED");
    flow.send(id, new Event.Retry(false));
    assertThat(flow.tasks(id)).contains("a SCHEDULED", "x SCHEDULED", "j IN_PROGRESS");
    flow.complete("t", "{}");
    flow.complete("u", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aDomainThatHasWorkersIsPreferred() {
    var domains = Map.of("*", "d1, d2, NO_DOMAIN");
    assertThat(domainOf(flow.start("w", "{}", null, 0, domains))).isNull();
    flow.activeDomains.add("d2:t");
    assertThat(domainOf(flow.start("w", "{}", null, 0, domains))).isEqualTo("d2");
    assertThat(domainOf(flow.start("w", "{}", null, 0, Map.of("t", "d9")))).isEqualTo("d9");
  }

  private String domainOf(String id) {
    return flow.task(id, "a").delivery().domain();
  }

  @Test
  void controlTasksCannotBeUpdated() {
    flow.workflowDef("f", list(fork("f", list(simple("a"))), join("j", "a")));
    var id = flow.start("f");
    var report = TaskReport.of(TaskReport.Status.COMPLETED, Map.of());
    rejected(flow.send(id, new Event.RefUpdated("j", report)), Reply.Code.CONFLICT);
  }

  @Test
  void aClaimChangesTheTaskAloneAndNeedsNothingElse() {
    var id = flow.start("w");
    var instance = flow.instances.get(id);
    var scheduled = flow.task(id, "a");
    var outcome =
        flow.decider(instance)
            .decide(
                instance.definition,
                instance.head,
                instance.rows,
                new Event.Claimed(scheduled.id(), "w"),
                flow.now);
    assertThat(outcome.workflow()).isSameAs(instance.head);
    assertThat(outcome.changed()).containsExactly(Leases.claim(scheduled, "w", flow.now));
    assertThat(outcome.decisions())
        .containsExactlyInAnyOrder(
            new Decision.Dequeue(scheduled.id()),
            new Decision.Arm(scheduled.id(), flow.now + 60_000));
  }

  @Test
  void aRunningWorkflowKeepsTheTaskDefinitionsItBeganWith() {
    var known = flow.compiled("w", null).source();
    flow.taskDef("t", "{\"retryCount\":9}");
    var again = flow.compiled(known.withTasks(known.tasks()));
    assertThat(again.task("a").taskDefinition().retryCount()).isZero();
  }

  @Test
  void onlyWhatChangedIsReported() {
    var id = flow.start("w");
    var task = flow.poll("t");
    var instance = flow.instances.get(id);
    var report = TaskReport.of(TaskReport.Status.COMPLETED, Map.of());
    var outcome =
        flow.decider(instance)
            .decide(
                instance.definition,
                instance.head,
                instance.rows,
                new Event.TaskUpdated(task.id(), report),
                flow.now);
    assertThat(outcome.changed()).extracting(TaskState::ref).containsExactly("a", "b");
    assertThat(outcome.decisions())
        .hasExactlyElementsOfTypes(Decision.Disarm.class, Decision.Enqueue.class);
    // Nothing that was handed in has changed.
    assertThat(instance.rows.byId(task.id())).isEqualTo(task);
  }
}
