package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeoutTest {

  private final FlowHarness flow = new FlowHarness();

  private String started(String taskDef, String workflow) {
    flow.taskDef("t", taskDef);
    flow.workflowDef("w", list(simple("a")), workflow);
    return flow.start("w");
  }

  @Test
  void aTaskThatTakesTooLongEndsItsWorkflow() {
    var id = started("{\"retryCount\":3,\"timeoutSeconds\":5,\"responseTimeoutSeconds\":60}", "{}");
    assertThat(flow.poll("t")).isNotNull();
    flow.pass(5);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TIMED_OUT);
    assertThat(flow.head(id).data().reason()).startsWith("Task timed out after 5 seconds");
    assertThat(flow.tasks(id)).containsExactly("a TIMED_OUT");
  }

  @Test
  void aTaskThatTakesTooLongIsTriedAgain() {
    var id = started("{\"retryCount\":1,\"timeoutSeconds\":5,\"timeoutPolicy\":\"RETRY\"}", "{}");
    var slow = flow.poll("t");
    flow.pass(5);
    assertThat(flow.tasks(id)).containsExactly("a TIMED_OUT", "a SCHEDULED");
    assertThat(flow.log).contains(new Decision.Revoke(slow.id(), "w"));
  }

  @Test
  void anAlertIsGivenOnce() {
    var id = started("{\"timeoutSeconds\":5,\"timeoutPolicy\":\"ALERT_ONLY\"}", "{}");
    var task = flow.poll("t");
    flow.pass(30);
    assertThat(flow.log.stream().filter(d -> d instanceof Decision.Alert)).hasSize(1);
    flow.update(task, TaskReport.Status.COMPLETED, "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void nobodyPolls() {
    var id =
        started("{\"pollTimeoutSeconds\":10,\"retryCount\":1,\"timeoutPolicy\":\"RETRY\"}", "{}");
    flow.pass(9);
    assertThat(flow.tasks(id)).containsExactly("a SCHEDULED");
    flow.pass(1);
    assertThat(flow.tasks(id)).containsExactly("a TIMED_OUT", "a SCHEDULED");
    flow.pass(10);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TIMED_OUT);
  }

  @Test
  void aWorkflowThatTakesTooLongEnds() {
    var id = started("{}", "{\"timeoutSeconds\":20,\"timeoutPolicy\":\"TIME_OUT_WF\"}");
    assertThat(flow.poll("t")).isNotNull();
    flow.pass(20);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TIMED_OUT);
    assertThat(flow.tasks(id)).containsExactly("a CANCELED");
    assertThat(flow.timers).isEmpty();
  }

  @Test
  void aWorkflowMayOnlyAlert() {
    var id = started("{}", "{\"timeoutSeconds\":20,\"timeoutPolicy\":\"ALERT_ONLY\"}");
    flow.pass(100);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    assertThat(flow.log.stream().filter(d -> d instanceof Decision.Alert)).hasSize(1);
  }

  @Test
  void timeGoesOnWhileAWorkflowIsPausedButItsConsequencesWait() {
    var id = started("{\"timeoutSeconds\":5}", "{}");
    assertThat(flow.poll("t")).isNotNull();
    flow.send(id, new Event.Pause());
    flow.pass(10);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.PAUSED);
    assertThat(flow.tasks(id)).containsExactly("a TIMED_OUT");
    flow.send(id, new Event.Resume());
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TIMED_OUT);
  }

  @Test
  void aLateUpdateOfALostLeaseIsIgnored() {
    var id = started("{\"retryCount\":1,\"responseTimeoutSeconds\":2}", "{}");
    var lost = flow.poll("t");
    flow.pass(2);
    assertThat(flow.update(lost, TaskReport.Status.FAILED, "{}"))
        .isEqualTo(new Reply.Ignored(Reply.Why.TASK_ENDED));
    assertThat(flow.tasks(id)).containsExactly("a TIMED_OUT", "a SCHEDULED");
  }

  @Test
  void anUpdateUnderAnOldLeaseIsIgnored() {
    var id = started("{}", "{}");
    var first = flow.poll("t");
    flow.update(first, TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()));
    var second = flow.poll("t");
    assertThat(second.id()).isEqualTo(first.id());
    var late = TaskReport.of(TaskReport.Status.COMPLETED, Map.of("late", 1));
    assertThat(flow.update(first, late.withLease(first.delivery().polls())))
        .isEqualTo(new Reply.Ignored(Reply.Why.STALE_LEASE));
    assertThat(flow.update(second, late.withLease(second.delivery().polls())))
        .isEqualTo(new Reply.Done(first.id()));
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aTaskThatIsNotDoneComesBackAfterItsCallback() {
    var id = started("{\"responseTimeoutSeconds\":2}", "{}");
    var report = TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of("so far", 1));
    flow.update(flow.poll("t"), report.withCallbackAfter(30));
    assertThat(flow.tasks(id)).containsExactly("a SCHEDULED");
    flow.pass(29);
    assertThat(flow.poll("t")).isNull();
    flow.pass(1);
    var again = flow.poll("t");
    assertThat(again.delivery().polls()).isEqualTo(2);
    assertThat(again.data().output()).containsEntry("so far", 1);
  }

  @Test
  void aTaskThatIsGivenBackIsThereAtOnce() {
    var id = started("{}", "{}");
    var task = flow.poll("t");
    assertThat(flow.send(id, new Event.Returned(task.id(), 7)))
        .isEqualTo(new Reply.Ignored(Reply.Why.STALE_LEASE));
    assertThat(flow.send(id, new Event.Returned(task.id(), 1)))
        .isEqualTo(new Reply.Done(task.id()));
    assertThat(flow.poll("t").id()).isEqualTo(task.id());
  }

  @Test
  void aTaskThatIsCompletedByOthersHasNoLease() {
    flow.workflowDef(
        "h", list(Defs.system("x", "HTTP", "{\"uri\":\"http://a\"}", ",\"asyncComplete\":true")));
    var id = flow.start("h");
    flow.update(flow.poll("HTTP"), TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()));
    flow.pass(100_000);
    assertThat(flow.tasks(id)).containsExactly("x IN_PROGRESS");
    flow.send(
        id,
        new Event.RefUpdated("x", TaskReport.of(TaskReport.Status.COMPLETED, Map.of("by", "me"))));
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theServersOwnTasksAreDoneAgainWhenTheirServerIsLost(boolean defined) {
    if (defined) {
      flow.taskDef("x", "{\"retryCount\":0,\"responseTimeoutSeconds\":3600}");
    }
    flow.workflowDef("h", list(Defs.system("x", "HTTP", "{\"uri\":\"http://a\"}")));
    var id = flow.start("h");
    var lost = flow.poll("HTTP");
    for (int i = 0; i < 20; i++) {
      flow.pass(Leases.OWN_SECONDS - 1);
      flow.update(lost, TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()).withExtendLease());
    }
    assertThat(flow.tasks(id)).containsExactly("x IN_PROGRESS");
    flow.pass(Leases.OWN_SECONDS);
    assertThat(flow.tasks(id)).containsExactly("x SCHEDULED");
    assertThat(flow.poll("HTTP").id()).isEqualTo(lost.id());
  }

  @Test
  void aDefinitionBoundsWhatTheServerDoesItself() {
    flow.taskDef("x", "{\"retryCount\":0,\"responseTimeoutSeconds\":40}");
    flow.workflowDef("h", list(Defs.system("x", "HTTP", "{\"uri\":\"http://a\"}")));
    var id = flow.start("h");
    var slow = flow.poll("HTTP");
    flow.pass(20);
    flow.update(slow, TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()).withExtendLease());
    flow.pass(20);
    assertThat(flow.tasks(id)).containsExactly("x TIMED_OUT");
  }
}
