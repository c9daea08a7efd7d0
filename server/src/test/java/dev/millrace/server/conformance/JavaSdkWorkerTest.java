package dev.millrace.server.conformance;

import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.COMPLETED;
import static com.netflix.conductor.common.metadata.tasks.TaskResult.Status.FAILED;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.tasks.TaskResult;
import com.netflix.conductor.common.metadata.workflow.WorkflowTask;
import com.netflix.conductor.common.run.Workflow.WorkflowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.conductoross.conductor.common.model.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The workers of the official Java client, unchanged, against this server. */
final class JavaSdkWorkerTest extends ServerTest {

  private static final int CHAIN = 25;

  /** The property by which the client asks for chains; it looks when a worker's thread starts. */
  private static final String CHAINS = "taskUpdateV2";

  /** Counts the results and extensions of leases that the server has answered. */
  private final CountDownLatch twoUpdates = new CountDownLatch(2);

  private final JavaSdk sdk =
      new JavaSdk(
          server,
          request -> {
            if (request.equals("POST /api/tasks")) {
              twoUpdates.countDown();
            }
          });

  @AfterEach
  void close() {
    System.clearProperty(CHAINS);
    sdk.close();
  }

  private WorkflowRun executed(String name, Map<String, Object> input) throws Exception {
    return sdk.workflows
        .executeWorkflow(sdk.request(name, input), (String) null, 60)
        .get(60, SECONDS);
  }

  private static TaskResult plusOne(Task task) {
    var n = (Integer) task.getInputData().get("n");
    return JavaSdk.result(task, COMPLETED, Map.of("n", n + 1));
  }

  @Test
  void outputsArePassedOnInASequence() throws Exception {
    sdk.metadata.registerTaskDefs(List.of(sdk.taskDef("plus")));
    var definition =
        sdk.workflowDef(
            "sequence",
            List.of(
                sdk.step("plus", "a", Map.of("n", "${workflow.input.n}")),
                sdk.step("plus", "b", Map.of("n", "${a.output.n}")),
                sdk.step("plus", "c", Map.of("n", "${b.output.n}"))));
    definition.setOutputParameters(Map.of("sum", "${c.output.n}"));
    sdk.metadata.registerWorkflowDef(definition);
    sdk.work("plus", 2, JavaSdkWorkerTest::plusOne);

    var run = executed("sequence", Map.of("n", 39));
    assertThat(run.getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(run.getOutput()).containsEntry("sum", 42);
    assertThat(run.getTasks())
        .extracting(Task::getReferenceTaskName)
        .containsExactly("a", "b", "c");
  }

  @Test
  void branchesRunAtOnceAndJoin() throws Exception {
    sdk.metadata.registerTaskDefs(List.of(sdk.taskDef("branch")));
    var fork = JavaSdk.system("FORK_JOIN", "fork", "fork", Map.of());
    fork.setForkTasks(
        List.of(
            List.of(sdk.step("branch", "left", Map.of("side", "l"))),
            List.of(sdk.step("branch", "right", Map.of("side", "r")))));
    var join = JavaSdk.system("JOIN", "join", "join", Map.of());
    join.setJoinOn(List.of("left", "right"));
    sdk.metadata.registerWorkflowDef(sdk.workflowDef("forked", List.of(fork, join)));
    var bothRun = new CountDownLatch(2);
    sdk.work(
        "branch",
        2,
        task -> {
          bothRun.countDown();
          assertThat(await(bothRun)).isTrue();
          return JavaSdk.result(task, COMPLETED, Map.of("side", task.getInputData().get("side")));
        });

    var run = executed("forked", Map.of());
    assertThat(run.getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(run.getOutput())
        .containsEntry("left", Map.of("side", "l"))
        .containsEntry("right", Map.of("side", "r"));
  }

  @Test
  void aTaskThatFailsTwiceIsTriedThreeTimes() throws Exception {
    var definition = sdk.taskDef("shaky");
    definition.setRetryCount(3);
    sdk.metadata.registerTaskDefs(List.of(definition));
    sdk.metadata.registerWorkflowDef(
        sdk.workflowDef("retried", List.of(sdk.step("shaky", "s", Map.of()))));
    var tries = new AtomicInteger();
    sdk.work(
        "shaky",
        1,
        task ->
            switch (tries.incrementAndGet()) {
              case 1 -> throw new IllegalStateException("thrown");
              case 2 -> {
                var failed = JavaSdk.result(task, FAILED, Map.of());
                failed.setReasonForIncompletion("told");
                yield failed;
              }
              default -> JavaSdk.result(task, COMPLETED, Map.of("tries", tries.get()));
            });

    var run = executed("retried", Map.of());
    assertThat(run.getOutput()).containsEntry("tries", 3);
    assertThat(run.getTasks())
        .extracting(Task::getStatus)
        .containsExactly(Task.Status.FAILED, Task.Status.FAILED, Task.Status.COMPLETED);
    assertThat(run.getTasks().get(0).getReasonForIncompletion()).contains("thrown");
    assertThat(run.getTasks().get(1).getReasonForIncompletion()).isEqualTo("told");
    String first = run.getTasks().getFirst().getTaskId();
    assertThat(sdk.tasks.getTaskLogs(first).getFirst().getLog())
        .contains("IllegalStateException: thrown");
  }

  @Test
  void chainedUpdatesBringTheNextTask() throws Exception {
    sdk.metadata.registerTaskDefs(List.of(sdk.taskDef("link")));
    var steps = new ArrayList<WorkflowTask>();
    for (int i = 0; i < CHAIN; i++) {
      String n = i == 0 ? "${workflow.input.n}" : "${r" + (i - 1) + ".output.n}";
      steps.add(sdk.step("link", "r" + i, Map.of("n", n)));
    }
    sdk.metadata.registerWorkflowDef(sdk.workflowDef("chain", steps));
    long before = server.count("millrace_tasks_chained_total");
    String id = sdk.start("chain", Map.of("n", 0));
    var pollsBeforeTheLast = new AtomicLong();
    System.setProperty(CHAINS, "true");
    sdk.work(
        "link",
        1,
        task -> {
          pollsBeforeTheLast.set(sdk.answered("GET /api/tasks/poll"));
          return plusOne(task);
        });
    var ended = new Conversation(server.api).ended(id);

    assertThat(Json.map(ended.get("output"))).containsEntry("n", CHAIN);
    assertThat(pollsBeforeTheLast).hasValue(1);
    assertThat(sdk.answered("POST /api/tasks/update-v2")).isEqualTo(CHAIN);
    assertThat(server.count("millrace_tasks_chained_total") - before).isEqualTo(CHAIN - 1);
  }

  /** The client extends a lease of 3 s after 2 s and after 4 s. */
  @Test
  void anExtendedLeaseOutlivesTheResponseTimeout() throws Exception {
    var definition = sdk.taskDef("slow");
    definition.setResponseTimeoutSeconds(3);
    definition.setRetryCount(1);
    sdk.metadata.registerTaskDefs(List.of(definition));
    sdk.metadata.registerWorkflowDef(
        sdk.workflowDef("long", List.of(sdk.step("slow", "s", Map.of()))));
    var handedOut = new AtomicInteger();
    sdk.work(
        "slow",
        2,
        task -> {
          handedOut.incrementAndGet();
          assertThat(await(twoUpdates)).isTrue();
          return JavaSdk.result(task, COMPLETED, Map.of());
        });

    var run = executed("long", Map.of());
    assertThat(run.getStatus()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(handedOut).hasValue(1);
    assertThat(run.getTasks()).hasSize(1);
    assertThat(run.getTasks().getFirst().getPollCount()).isEqualTo(1);
    var task = run.getTasks().getFirst();
    assertThat(task.getEndTime() - task.getStartTime()).isGreaterThan(3000);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
