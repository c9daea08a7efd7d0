package dev.millrace.server.conformance;

import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.COMPLETED;
import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.FAILED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.netflix.conductor.client.exception.ConductorClientException;
import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.tasks.TaskDef;
import com.netflix.conductor.common.metadata.tasks.TaskExecLog;
import com.netflix.conductor.common.metadata.workflow.RerunWorkflowRequest;
import com.netflix.conductor.common.metadata.workflow.UpgradeWorkflowRequest;
import com.netflix.conductor.common.metadata.workflow.WorkflowDef;
import com.netflix.conductor.common.model.BulkResponse;
import com.netflix.conductor.common.run.TaskSummary;
import com.netflix.conductor.common.run.Workflow;
import com.netflix.conductor.common.run.Workflow.WorkflowStatus;
import com.netflix.conductor.common.run.WorkflowSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.conductoross.conductor.common.model.ReturnStrategy;
import org.conductoross.conductor.common.model.WorkflowStatus.StatusEnum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients of the official Java SDK, unchanged, against this server. */
final class JavaSdkClientTest {

  @TempDir private static Path folder;
  private static RunningServer server;

  private final JavaSdk sdk = new JavaSdk(server, _ -> {});

  @BeforeAll
  static void start() {
    server = RunningServer.onSqlite(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
    assertThat(server.faults).isEmpty();
  }

  @AfterEach
  void close() {
    sdk.close();
  }

  private String started(String... refs) {
    sdk.register(refs);
    return sdk.start("w", Map.of("x", 1));
  }

  private WorkflowStatus statusOf(String id) {
    return sdk.workflows.getWorkflow(id, false).getStatus();
  }

  private void fail() {
    sdk.tasks.updateTask(JavaSdk.result(sdk.poll("t"), FAILED, Map.of()));
  }

  private void work() {
    sdk.complete(sdk.poll("t"), Map.of("done", true));
  }

  private static ConductorClientException refused(ThrowingCallable call) {
    return catchThrowableOfType(ConductorClientException.class, call);
  }

  @Test
  void definitionsComeBackAsTheyWent() {
    var task = sdk.taskDef("t");
    task.setRetryCount(7);
    task.setRetryLogic(TaskDef.RetryLogic.EXPONENTIAL_BACKOFF);
    task.setTimeoutPolicy(TaskDef.TimeoutPolicy.ALERT_ONLY);
    task.setInputTemplate(Map.of("a", 1));
    sdk.metadata.registerTaskDefs(List.of(task));
    assertThat(sdk.metadata.getTaskDef(task.getName())).isEqualTo(task);
    task.setDescription("changed");
    sdk.metadata.updateTaskDef(task);
    assertThat(sdk.metadata.getAllTaskDefs()).contains(task);

    var flow = sdk.workflowDef("w", List.of(sdk.step("t", "a", Map.of("b", List.of(1, "c")))));
    flow.setOutputParameters(Map.of("o", "${a.output}"));
    flow.setInputTemplate(Map.of("x", 5));
    sdk.metadata.registerWorkflowDef(flow);
    var read = sdk.metadata.getWorkflowDef(flow.getName(), 1);
    assertThat(read.getTasks()).isEqualTo(flow.getTasks());
    assertThat(read.getOutputParameters()).isEqualTo(flow.getOutputParameters());
    assertThat(read.getInputTemplate()).isEqualTo(flow.getInputTemplate());
    flow.setVersion(2);
    sdk.metadata.updateWorkflowDefs(List.of(flow));
    assertThat(sdk.metadata.getWorkflowDef(flow.getName(), null).getVersion()).isEqualTo(2);
    assertThat(sdk.metadata.getAllWorkflowsWithLatestVersions())
        .filteredOn(each -> each.getName().equals(flow.getName()))
        .extracting(WorkflowDef::getVersion)
        .containsExactly(2);
  }

  @Test
  void definitionsThatAreRemovedAreGone() {
    sdk.register("a");
    sdk.metadata.unregisterWorkflowDef(sdk.name("w"), 1);
    sdk.metadata.unregisterTaskDef(sdk.name("t"));
    assertThat(refused(() -> sdk.metadata.getWorkflowDef(sdk.name("w"), 1)).getStatus())
        .isEqualTo(404);
    assertThat(refused(() -> sdk.metadata.getTaskDef(sdk.name("t"))).getStatus()).isEqualTo(404);
  }

  @Test
  void aPausedWorkflowGoesOnWhenItIsResumed() {
    String id = started("a", "b");
    sdk.workflows.pauseWorkflow(id);
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.PAUSED);
    work();
    sdk.workflows.resumeWorkflow(id);
    assertThat(sdk.poll("t").getReferenceTaskName()).isEqualTo("b");
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.RUNNING);
  }

  @Test
  void aTerminatedWorkflowIsRestarted() {
    String id = started("a");
    sdk.workflows.terminateWorkflow(id, "enough");
    var ended = sdk.workflows.getWorkflow(id, true);
    assertThat(ended.getStatus()).isEqualTo(WorkflowStatus.TERMINATED);
    assertThat(ended.getReasonForIncompletion()).isEqualTo("enough");
    assertThat(ended.getTasks()).extracting(Task::getStatus).containsExactly(Task.Status.CANCELED);
    sdk.workflows.restart(id, false);
    work();
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aFailedWorkflowIsTriedAgain() {
    String id = started("a");
    fail();
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.FAILED);
    sdk.workflows.retryLastFailedTask(id);
    work();
    var workflow = sdk.workflows.getWorkflow(id, true);
    assertThat(workflow.getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(workflow.getOutput()).containsEntry("done", true);
  }

  @Test
  void aRerunStartsAtItsTask() {
    String id = started("a", "b");
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
    String id = started("a", "b", "c");
    sdk.workflows.skipTaskFromWorkflow(id, "b");
    sdk.workflows.runDecider(id);
    work();
    assertThat(sdk.poll("t").getReferenceTaskName()).isEqualTo("c");
  }

  @Test
  void aDeletedWorkflowIsGone() {
    String id = started("a");
    sdk.workflows.deleteWorkflow(id, false);
    assertThat(refused(() -> sdk.workflows.getWorkflow(id, false)).getStatus()).isEqualTo(404);
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
    assertThat(statusOf(ids.getFirst())).isEqualTo(WorkflowStatus.PAUSED);
    var _ = sdk.workflows.resumeWorkflows(List.of(ids.getFirst()));
    fail();
    fail();
    assertThat(ids).extracting(this::statusOf).containsOnly(WorkflowStatus.FAILED);
    var _ = sdk.workflows.retryWorkflows(ids);
    assertThat(ids).extracting(this::statusOf).containsOnly(WorkflowStatus.RUNNING);
    var _ = sdk.workflows.terminateWorkflows(ids, "all of them");
    assertThat(ids).extracting(this::statusOf).containsOnly(WorkflowStatus.TERMINATED);
    BulkResponse<?> restarted = sdk.workflows.restartWorkflows(ids, true);
    assertThat(restarted.getBulkSuccessfulResults()).isEqualTo(ids);
    assertThat(ids).extracting(this::statusOf).containsOnly(WorkflowStatus.RUNNING);
  }

  @Test
  void aStatusIsToldWithoutTheRest() {
    String id = started("a");
    var status = sdk.workflows.getWorkflowStatusSummary(id, true, true);
    assertThat(status.getWorkflowId()).isEqualTo(id);
    assertThat(status.getStatus()).isEqualTo(StatusEnum.RUNNING);
  }

  @Test
  void tasksArePolledUpdatedAndRead() {
    String id = started("a", "b", "c");
    var first = sdk.tasks.pollTask(sdk.name("t"), "me", null);
    assertThat(first.getWorkflowInstanceId()).isEqualTo(id);
    assertThat(first.getWorkerId()).isEqualTo("me");
    assertThat(sdk.tasks.pollTask(sdk.name("t"), "me", null)).isNull();
    assertThat(sdk.tasks.getTaskDetails(first.getTaskId()).getStatus())
        .isEqualTo(Task.Status.IN_PROGRESS);
    var second = sdk.tasks.updateTaskV2(JavaSdk.result(first, COMPLETED, Map.of("n", 1)));
    assertThat(second.getReferenceTaskName()).isEqualTo("b");
    assertThat(sdk.tasks.getTaskDetails(first.getTaskId()).getOutputData()).containsEntry("n", 1);
    sdk.tasks.updateTask(id, "b", COMPLETED, Map.of());
    assertThat(sdk.tasks.getQueueSizeForTask(sdk.name("t"))).isEqualTo(1);
    var batch = sdk.tasks.batchPollTasksByTaskType(sdk.name("t"), "me", 5, 100);
    assertThat(batch).extracting(Task::getReferenceTaskName).containsExactly("c");
    assertThat(sdk.tasks.updateTaskV2(JavaSdk.result(batch.getFirst(), COMPLETED, Map.of())))
        .isNull();
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(sdk.tasks.search("workflowId='" + id + "'").getResults())
        .extracting(TaskSummary::getTaskId)
        .contains(first.getTaskId(), second.getTaskId());
    assertThat(sdk.tasks.getPollData(sdk.name("t"))).hasSize(1);
  }

  @Test
  void domainsAreKeptApart() {
    sdk.register("a");
    var request = sdk.request("w", Map.of());
    request.setTaskToDomain(Map.of(sdk.name("t"), "eu"));
    var _ = sdk.workflows.startWorkflow(request);
    assertThat(sdk.tasks.pollTask(sdk.name("t"), "me", null)).isNull();
    assertThat(sdk.tasks.batchPollTasksInDomain(sdk.name("t"), "eu", "me", 1, 100)).hasSize(1);
  }

  @Test
  void logsAreKept() {
    var _ = started("a");
    var task = sdk.poll("t");
    assertThat(sdk.tasks.getTaskLogs(task.getTaskId())).isNullOrEmpty();
    sdk.tasks.logMessageForTask(task.getTaskId(), "by the client");
    sdk.tasks.updateTask(JavaSdk.result(task, COMPLETED, Map.of()).log("with the result"));
    assertThat(sdk.tasks.getTaskLogs(task.getTaskId()))
        .extracting(TaskExecLog::getLog)
        .containsExactly("by the client", "with the result");
  }

  @Test
  void signalsEndTasksThatWait() {
    sdk.metadata.registerWorkflowDef(
        sdk.workflowDef(
            "sig",
            List.of(
                JavaSdk.system("WAIT", "a", "a", Map.of()),
                JavaSdk.system("WAIT", "b", "b", Map.of("for", "you")),
                JavaSdk.system("WAIT", "c", "c", Map.of()))));
    String id = sdk.start("sig", Map.of());
    sdk.tasks.signalAsync(id, Task.Status.COMPLETED, Map.of());
    var blocking =
        sdk.tasks.signal(id, Task.Status.COMPLETED, Map.of(), ReturnStrategy.BLOCKING_TASK);
    assertThat(blocking.getResponseType()).isEqualTo(ReturnStrategy.BLOCKING_TASK);
    assertThat(blocking.getReferenceTaskName()).isEqualTo("c");
    var ended = sdk.tasks.signal(id, Task.Status.COMPLETED, Map.of("k", 2));
    assertThat(ended.getWorkflow().getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(ended.getTargetWorkflowId()).isEqualTo(id);
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

  /** The client has them for another product, or from before. */
  @Test
  void whatIsNotInTheApiIsRefused() {
    String id = started("a");
    String task = sdk.poll("t").getTaskId();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> sdk.workflows.updateVariables(id, Map.of("v", 1)),
            () -> sdk.workflows.upgradeRunningWorkflow(id, new UpgradeWorkflowRequest()),
            () -> sdk.workflows.uploadCompletedWorkflows(),
            () ->
                sdk.workflows.getWorkflowsByNamesAndCorrelationIds(
                    List.of("c"), List.of(sdk.name("w")), true, true),
            () -> sdk.tasks.removeTaskFromQueue(sdk.name("t"), task))) {
      assertThat(refused(call).getStatus()).isIn(404, 405);
    }
    assertThat(statusOf(id)).isEqualTo(WorkflowStatus.RUNNING);
  }

  @Test
  void refusalsSayWhatIsWrong() {
    var unknown = refused(() -> sdk.workflows.getWorkflow("nope", true));
    assertThat(unknown.getStatus()).isEqualTo(404);
    assertThat(unknown.getMessage()).contains("nope");
    assertThat(unknown.isRetryable()).isFalse();
    assertThat(refused(() -> sdk.tasks.getTaskDetails("nope")).getStatus()).isEqualTo(404);
    var undefined = refused(() -> sdk.start("undefined", Map.of()));
    assertThat(undefined.getStatus()).isEqualTo(404);
    assertThat(undefined.getMessage()).contains(sdk.name("undefined"));

    sdk.register("a");
    var twice = refused(() -> sdk.metadata.registerWorkflowDef(sdk.workflowDef("w", List.of())));
    assertThat(twice.getStatus()).isIn(400, 409);
    var wrong = sdk.taskDef("wrong");
    wrong.setRetryCount(-1);
    var invalid = refused(() -> sdk.metadata.registerTaskDefs(List.of(wrong)));
    assertThat(invalid.getStatus()).isEqualTo(400);
    assertThat(invalid.getValidationErrors())
        .anySatisfy(error -> assertThat(error.getPath()).contains("retryCount"));
  }
}
