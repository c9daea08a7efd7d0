package dev.millrace.server.conformance;

import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.workflow.RerunWorkflowRequest;
import com.netflix.conductor.common.model.BulkResponse;
import com.netflix.conductor.common.run.Workflow;
import com.netflix.conductor.common.run.Workflow.WorkflowStatus;
import com.netflix.conductor.common.run.WorkflowSummary;
import java.util.List;
import java.util.Map;
import org.conductoross.conductor.common.model.WorkflowStatus.StatusEnum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The official Java client for workflows, unchanged, against this server. */
final class JavaSdkWorkflowClientTest extends ServerTest {

  private final JavaSdk sdk = new JavaSdk(server, _ -> {});

  @AfterEach
  void close() {
    sdk.close();
  }

  private void fail() {
    sdk.tasks.updateTask(JavaSdk.result(sdk.poll("t"), FAILED, Map.of()));
  }

  private void work() {
    sdk.complete(sdk.poll("t"), Map.of("done", true));
  }

  @Test
  void aPausedWorkflowGoesOnWhenItIsResumed() {
    String id = sdk.started("a", "b");
    sdk.workflows.pauseWorkflow(id);
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.PAUSED);
    work();
    sdk.workflows.resumeWorkflow(id);
    assertThat(sdk.poll("t").getReferenceTaskName()).isEqualTo("b");
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.RUNNING);
  }

  @Test
  void aTerminatedWorkflowIsRestarted() {
    String id = sdk.started("a");
    sdk.workflows.terminateWorkflow(id, "enough");
    var ended = sdk.workflows.getWorkflow(id, true);
    assertThat(ended.getStatus()).isEqualTo(WorkflowStatus.TERMINATED);
    assertThat(ended.getReasonForIncompletion()).isEqualTo("enough");
    assertThat(ended.getTasks()).extracting(Task::getStatus).containsExactly(Task.Status.CANCELED);
    sdk.workflows.restart(id, false);
    work();
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aFailedWorkflowIsTriedAgain() {
    String id = sdk.started("a");
    fail();
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.FAILED);
    sdk.workflows.retryLastFailedTask(id);
    work();
    var workflow = sdk.workflows.getWorkflow(id, true);
    assertThat(workflow.getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(workflow.getOutput()).containsEntry("done", true);
  }

  @Test
  void aRerunStartsAtItsTask() {
    String id = sdk.started("a", "b");
    work();
    var second = sdk.poll("t");
    sdk.complete(second, Map.of());
    var request = new RerunWorkflowRequest();
    request.setReRunFromWorkflowId(id);
    request.setReRunFromTaskId(second.getTaskId());
    assertThat(sdk.workflows.rerunWorkflow(id, request)).isEqualTo(id);
    assertThat(sdk.poll("t").getReferenceTaskName()).isEqualTo("b");
  }

  @Test
  void aSkippedTaskIsNotHandedOut() {
    String id = sdk.started("a", "b", "c");
    sdk.workflows.skipTaskFromWorkflow(id, "b");
    sdk.workflows.runDecider(id);
    work();
    assertThat(sdk.poll("t").getReferenceTaskName()).isEqualTo("c");
  }

  @Test
  void aDeletedWorkflowIsGone() {
    String id = sdk.started("a");
    sdk.workflows.deleteWorkflow(id, false);
    assertThat(JavaSdk.refused(() -> sdk.workflows.getWorkflow(id, false)).getStatus())
        .isEqualTo(404);
  }

  @Test
  void searchesFindWorkflows() {
    sdk.register("a");
    var request = sdk.request("w", Map.of());
    request.setCorrelationId(sdk.name("c"));
    String first = sdk.workflows.startWorkflow(request);
    String second = sdk.workflows.startWorkflow(request);
    String query = "workflowType='" + sdk.name("w") + "' AND status IN (RUNNING)";
    assertThat(sdk.workflows.search(query).getResults())
        .extracting(WorkflowSummary::getWorkflowId)
        .containsExactlyInAnyOrder(first, second);
    var page = sdk.workflows.search(1, 1, "startTime:ASC", "*", query);
    assertThat(page.getTotalHits()).isEqualTo(2);
    assertThat(page.getResults())
        .extracting(WorkflowSummary::getWorkflowId)
        .containsExactly(second);
    assertThat(sdk.workflows.searchV2(query).getResults())
        .extracting(Workflow::getWorkflowId)
        .containsExactlyInAnyOrder(first, second);
    assertThat(sdk.workflows.getWorkflows(sdk.name("w"), sdk.name("c"), false, true))
        .extracting(workflow -> workflow.getTasks().size())
        .containsExactly(1, 1);
    assertThat(sdk.workflows.getRunningWorkflow(sdk.name("w"), 1))
        .containsExactlyInAnyOrder(first, second);
    assertThat(sdk.workflows.getWorkflowsByTimePeriod(sdk.name("w"), 1, 1L, 2L)).isEmpty();
  }

  @Test
  void manyAreToldAtOnce() {
    sdk.register("a");
    var ids = List.of(sdk.start("w", Map.of()), sdk.start("w", Map.of()));
    BulkResponse<?> paused = sdk.workflows.pauseWorkflows(List.of(ids.getFirst(), "nope"));
    assertThat(paused.getBulkSuccessfulResults()).isEqualTo(List.of(ids.getFirst()));
    assertThat(paused.getBulkErrorResults()).hasSize(1);
    assertThat(sdk.statusOf(ids.getFirst())).isEqualTo(WorkflowStatus.PAUSED);
    var _ = sdk.workflows.resumeWorkflows(List.of(ids.getFirst()));
    fail();
    fail();
    assertThat(ids).extracting(sdk::statusOf).containsOnly(WorkflowStatus.FAILED);
    var _ = sdk.workflows.retryWorkflows(ids);
    assertThat(ids).extracting(sdk::statusOf).containsOnly(WorkflowStatus.RUNNING);
    var _ = sdk.workflows.terminateWorkflows(ids, "all of them");
    assertThat(ids).extracting(sdk::statusOf).containsOnly(WorkflowStatus.TERMINATED);
    BulkResponse<?> restarted = sdk.workflows.restartWorkflows(ids, true);
    assertThat(restarted.getBulkSuccessfulResults()).isEqualTo(ids);
    assertThat(ids).extracting(sdk::statusOf).containsOnly(WorkflowStatus.RUNNING);
  }

  @Test
  void aStatusIsToldWithoutTheRest() {
    String id = sdk.started("a");
    var status = sdk.workflows.getWorkflowStatusSummary(id, true, true);
    assertThat(status.getWorkflowId()).isEqualTo(id);
    assertThat(status.getStatus()).isEqualTo(StatusEnum.RUNNING);
  }

  @Test
  void largePayloadsGoWithoutAnotherStore() {
    sdk.register("a");
    String large = "x".repeat(4_000_000);
    String id = sdk.start("w", Map.of("large", large));
    sdk.complete(sdk.poll("t"), Map.of("larger", large + large));
    var workflow = sdk.workflows.getWorkflow(id, false);
    assertThat(workflow.getInput()).containsEntry("large", large);
    assertThat(workflow.getOutput()).containsEntry("larger", large + large);
  }
}
