package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.child;
import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.system;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ChildTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void definitions() {
    flow.taskDef("t", "{}");
    flow.workflowDef("c", list(simple("c1"), simple("c2")));
    flow.workflowDef("p", list(child("s", "c"), simple("z")));
  }

  private String childOf(String id) {
    return flow.task(id, "s").progress().subWorkflowId();
  }

  @Test
  void aParentTakesItsChildWithIt() {
    var id = flow.start("p");
    var childId = childOf(id);
    flow.send(id, new Event.Terminate("enough"));
    assertThat(flow.head(childId).status()).isEqualTo(WorkflowStatus.TERMINATED);
    assertThat(flow.head(childId).data().reason()).contains("enough");
    assertThat(flow.queue).isEmpty();
  }

  @Test
  void aTerminatedChildTerminatesItsParent() {
    var id = flow.start("p");
    flow.send(childOf(id), new Event.Terminate("enough"));
    assertThat(flow.task(id, "s").status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TERMINATED);
  }

  @Test
  void aChildThatDoesNotExistFailsItsTask() {
    flow.workflowDef("q", list(child("s", "nowhere")));
    var id = flow.start("q");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("no such workflow: nowhere");
  }

  @Test
  void aChildMayBeDefinedInPlace() {
    flow.workflowDef(
        "q",
        list(
            system(
                "s",
                "SUB_WORKFLOW",
                "{\"v\":4}",
                """
                ,"subWorkflowParam":{"name":"inner","workflowDefinition":
                {"name":"inner","tasks":[%s]}}\
                """
                    .formatted(simple("i", "t", "{\"v\":\"${workflow.input.v}\"}")))));
    var id = flow.start("q");
    assertThat(flow.complete("t", "{}").data().input()).containsEntry("v", 4);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void retryStartsTheChildAnew() {
    var id = flow.start("p");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "bad");
    var first = childOf(id);
    flow.send(id, new Event.Retry(false));
    assertThat(childOf(id)).isNotEqualTo(first);
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void retryMayResumeTheChild() {
    var id = flow.start("p");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "bad");
    var same = childOf(id);
    flow.send(id, new Event.Retry(true));
    assertThat(childOf(id)).isEqualTo(same);
    assertThat(flow.poll("t").ref()).isEqualTo("c2");
  }

  @Test
  void parentAndChildDoNotReviveEachOtherForEver() {
    var end = system("x", "TERMINATE", "{\"terminationStatus\":\"FAILED\"}");
    flow.workflowDef(
        "q", list(Defs.fork("f", list(child("s", "c")), list(end)), Defs.join("j", "s")));
    var id = flow.start("q");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    flow.send(id, new Event.Retry(true));
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(childOf(id)).status()).isEqualTo(WorkflowStatus.TERMINATED);
  }

  @Test
  void aRetriedChildBringsBackItsParent() {
    var id = flow.start("p");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "bad");
    flow.send(childOf(id), new Event.Retry(false));
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    flow.complete("t", "{}");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aFailedSubWorkflowTaskIsTriedAgainIfItsDefinitionSaysSo() {
    flow.taskDef("s", "{\"retryCount\":1}");
    var id = flow.start("p");
    var first = childOf(id);
    flow.fail("t", "{}", "bad");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    assertThat(childOf(id)).isNotEqualTo(first);
  }

  @Test
  void aFailureStartsTheFailureWorkflow() {
    flow.workflowDef("cleanup", list(simple("u", "t", "{\"why\":\"${workflow.input.reason}\"}")));
    flow.workflowDef("f", list(simple("a")), "{\"failureWorkflow\":\"cleanup\"}");
    var id = flow.start("f", "{\"k\":1}");
    flow.fail("t", "{}", "bad");
    var cleanup = flow.poll("t");
    assertThat(cleanup.data().input().get("why").toString()).contains("'bad'");
    var cleanupId = flow.workflowOf(cleanup);
    assertThat(flow.head(cleanupId).data().input())
        .containsEntry("workflowId", id)
        .containsEntry("failureStatus", "FAILED")
        .containsEntry("k", 1);
    assertThat(flow.workflow(id).output()).containsEntry("conductor.failure_workflow", cleanupId);
  }

  @Test
  void anOperatorsTerminationStartsNoFailureWorkflow() {
    flow.workflowDef("cleanup", list(simple("u")));
    flow.workflowDef("f", list(simple("a")), "{\"failureWorkflow\":\"cleanup\"}");
    flow.send(flow.start("f"), new Event.Terminate("enough"));
    assertThat(flow.log).noneMatch(d -> d instanceof Decision.StartFailureWorkflow);
  }

  @Test
  void theEndOfAChildThatNobodyWaitsForIsIgnored() {
    var id = flow.start("p");
    var task = flow.task(id, "s");
    var stranger = new WorkflowKey("other", "c", 1, null, id, task.id(), 0, Map.of(), null, null);
    assertThat(
            flow.send(
                id,
                new Event.ChildEnded(
                    task.id(), stranger, WorkflowStatus.COMPLETED, Map.of(), null)))
        .isEqualTo(new Reply.Ignored(Reply.Why.TASK_ENDED));
  }
}
