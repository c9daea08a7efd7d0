package dev.millrace.server.conformance;

import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.tasks.TaskDef;
import com.netflix.conductor.common.metadata.tasks.TaskExecLog;
import com.netflix.conductor.common.metadata.workflow.UpgradeWorkflowRequest;
import com.netflix.conductor.common.metadata.workflow.WorkflowDef;
import com.netflix.conductor.common.run.TaskSummary;
import com.netflix.conductor.common.run.Workflow.WorkflowStatus;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.conductoross.conductor.common.model.ReturnStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The official Java clients for definitions and tasks, unchanged, against this server. */
final class JavaSdkClientTest extends ServerTest {

  private final JavaSdk sdk = new JavaSdk(server, _ -> {});

  @AfterEach
  void close() {
    sdk.close();
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
    assertThat(JavaSdk.refused(() -> sdk.metadata.getWorkflowDef(sdk.name("w"), 1)).getStatus())
        .isEqualTo(404);
    assertThat(JavaSdk.refused(() -> sdk.metadata.getTaskDef(sdk.name("t"))).getStatus())
        .isEqualTo(404);
  }

  @Test
  void tasksArePolledUpdatedAndRead() {
    String id = sdk.started("a", "b", "c");
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
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.COMPLETED);
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
    var _ = sdk.started("a");
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

  /** The client has them for another product, or from before. */
  @Test
  void whatIsNotInTheApiIsRefused() {
    String id = sdk.started("a");
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
      assertThat(JavaSdk.refused(call).getStatus()).isIn(404, 405);
    }
    assertThat(sdk.statusOf(id)).isEqualTo(WorkflowStatus.RUNNING);
  }

  @Test
  void refusalsSayWhatIsWrong() {
    var unknown = JavaSdk.refused(() -> sdk.workflows.getWorkflow("nope", true));
    assertThat(unknown.getStatus()).isEqualTo(404);
    assertThat(unknown.getMessage()).contains("nope");
    assertThat(unknown.isRetryable()).isFalse();
    assertThat(JavaSdk.refused(() -> sdk.tasks.getTaskDetails("nope")).getStatus()).isEqualTo(404);
    var undefined = JavaSdk.refused(() -> sdk.start("undefined", Map.of()));
    assertThat(undefined.getStatus()).isEqualTo(404);
    assertThat(undefined.getMessage()).contains(sdk.name("undefined"));

    sdk.register("a");
    var twice =
        JavaSdk.refused(() -> sdk.metadata.registerWorkflowDef(sdk.workflowDef("w", List.of())));
    assertThat(twice.getStatus()).isIn(400, 409);
    var wrong = sdk.taskDef("wrong");
    wrong.setRetryCount(-1);
    var invalid = JavaSdk.refused(() -> sdk.metadata.registerTaskDefs(List.of(wrong)));
    assertThat(invalid.getStatus()).isEqualTo(400);
    assertThat(invalid.getValidationErrors())
        .anySatisfy(error -> assertThat(error.getPath()).contains("retryCount"));
  }
}
