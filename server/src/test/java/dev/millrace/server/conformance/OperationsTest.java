package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators and clients do with workflows that run or have ended. */
final class OperationsTest {

  @TempDir private static Path folder;
  private static RunningServer server;

  private final Conversation talk = new Conversation(server.api);

  @BeforeAll
  static void start() {
    server = RunningServer.onSqlite(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
    assertThat(server.faults).isEmpty();
  }

  /** A workflow of workers' tasks of type {@code t}. */
  private String started(String... refs) {
    talk.taskDef("t");
    talk.workflowDef("w", List.of(refs).stream().map(ref -> talk.step(ref)).toList());
    return talk.start("w", Map.of("x", 1), "correlationId", talk.name("c"));
  }

  private Object statusOf(String id) {
    return talk.workflow(id).get("status");
  }

  private List<Object> refs(String id) {
    return Json.maps(talk.workflow(id).get("tasks")).stream()
        .map(task -> task.get("referenceTaskName"))
        .toList();
  }

  private void put(String path) {
    var _ = server.api.call("PUT", path, null);
  }

  @Test
  void executeWaitsForATask() {
    talk.workflowDef(
        "ex", List.of(system("n", "SET_VARIABLE", Map.of("a", 1)), system("h", "HUMAN", Map.of())));
    String name = talk.name("ex");
    var reply =
        Json.map(
            server.api.post(
                "/workflow/execute/" + name + "/1?waitUntilTaskRef=n&waitForSeconds=30",
                object("name", name)));
    assertThat(reply).containsEntry("status", "RUNNING");
    assertThat(statusOf((String) reply.get("workflowId"))).isEqualTo("RUNNING");
  }

  @Test
  void aSignalEndsTheTaskThatWaits() {
    talk.workflowDef("sig", List.of(system("a", "WAIT", Map.of()), system("b", "WAIT", Map.of())));
    String id = talk.start("sig", Map.of());
    var _ = server.api.post("/tasks/" + id + "/COMPLETED/signal", Map.of("k", 1));
    assertThat(refs(id)).containsExactly("a", "b");
    var reply = server.api.post("/tasks/" + id + "/COMPLETED/signal/sync", Map.of("k", 2));
    assertThat(Json.map(reply)).containsEntry("targetWorkflowStatus", "COMPLETED");
    assertThat(statusOf(id)).isEqualTo("COMPLETED");
  }

  /**
   * A workflow that waits at {@code a}; then its child waits at {@code inner}; then at {@code z}.
   */
  private String waiting() {
    talk.workflowDef("child", List.of(system("inner", "WAIT", Map.of("for", "you"))));
    talk.workflowDef(
        "parent",
        List.of(system("a", "WAIT", Map.of()), subWorkflow(), system("z", "WAIT", Map.of())));
    return talk.start("parent", Map.of());
  }

  private Map<String, Object> subWorkflow() {
    var child = object("name", talk.name("child"), "version", 1);
    return system("sub", "SUB_WORKFLOW", Map.of(), "subWorkflowParam", child);
  }

  private Map<String, Object> signalled(String id, String strategy) {
    return Json.map(
        server.api.post("/tasks/" + id + "/COMPLETED/signal/sync" + strategy, Map.of("k", 1)));
  }

  @Test
  void aSignalShowsTheWorkflowThatItWasFor() {
    String id = waiting();
    assertThat(signalled(id, "?returnStrategy=TARGET_WORKFLOW"))
        .containsEntry("responseType", "TARGET_WORKFLOW")
        .containsEntry("targetWorkflowId", id)
        .containsEntry("targetWorkflowStatus", "RUNNING")
        .containsEntry("workflowId", id);
  }

  @Test
  void aSignalShowsTheWorkflowThatWaitsNow() {
    String id = waiting();
    var shown = signalled(id, "?returnStrategy=BLOCKING_WORKFLOW");
    assertThat(shown)
        .containsEntry("responseType", "BLOCKING_WORKFLOW")
        .containsEntry("targetWorkflowId", id);
    assertThat(talk.workflow((String) shown.get("workflowId")))
        .containsEntry("workflowName", talk.name("child"));
  }

  @Test
  void aSignalShowsTheTaskThatWaitsNow() {
    assertThat(signalled(waiting(), "?returnStrategy=BLOCKING_TASK"))
        .containsEntry("responseType", "BLOCKING_TASK")
        .containsEntry("referenceTaskName", "inner")
        .containsEntry("taskType", "WAIT");
    var shown = signalled(waiting(), "?returnStrategy=BLOCKING_TASK_INPUT");
    assertThat(shown).containsEntry("responseType", "BLOCKING_TASK_INPUT");
    assertThat(Json.map(shown.get("input"))).containsEntry("for", "you");
  }

  @Test
  void anExecuteEndsWhereSomebodyOutsideIsNeeded() {
    talk.workflowDef("child", List.of(system("inner", "WAIT", Map.of("for", "you"))));
    talk.workflowDef("parent", List.of(subWorkflow()));
    String name = talk.name("parent");
    var shown =
        Json.map(
            server.api.post(
                "/workflow/execute/%s/1?waitForSeconds=60&returnStrategy=BLOCKING_TASK_INPUT"
                    .formatted(name),
                object("name", name)));
    assertThat(shown)
        .containsEntry("referenceTaskName", "inner")
        .containsEntry("input", Map.of("for", "you"))
        .containsEntry("signalTimeout", false);
    assertThat(talk.workflow((String) shown.get("targetWorkflowId")))
        .containsEntry("workflowName", name);
  }

  @Test
  void aSignalIsAnsweredWhenAChildComesToWait() throws Exception {
    talk.taskDef("t");
    talk.workflowDef("child", List.of(talk.step("first"), system("inner", "WAIT", Map.of())));
    talk.workflowDef("parent", List.of(system("a", "WAIT", Map.of()), subWorkflow()));
    String id = talk.start("parent", Map.of());
    var answer =
        CompletableFuture.supplyAsync(
            () -> signalled(id, "?returnStrategy=BLOCKING_TASK&timeoutMillis=60000"));
    talk.work();
    assertThat(answer.get(60, SECONDS))
        .containsEntry("referenceTaskName", "inner")
        .containsEntry("signalTimeout", false);
  }

  @Test
  void aSignalReachesTheTaskThatWaitsInAChild() {
    String id = waiting();
    var _ = signalled(id, "");
    var _ = signalled(id, "");
    assertThat(signalled(id, "")).containsEntry("targetWorkflowStatus", "COMPLETED");
    assertThat(refs(id)).containsExactly("a", "sub", "z");
  }

  @Test
  void logsStayInTheirOrder() {
    var _ = started("a");
    String path = "/tasks/" + talk.poll("t").get("taskId") + "/log";
    assertThat(server.api.send("GET", path, null).status()).isEqualTo(204);
    var _ = server.api.post(path, "first");
    var _ = server.api.post(path, "second");
    assertThat(Json.maps(server.api.get(path)))
        .extracting(line -> line.get("log"))
        .containsExactly("first", "second");
  }

  private Map<String, Object> bulk(String method, String what, List<String> ids) {
    return Json.map(server.api.call(method, "/workflow/bulk/" + what, ids));
  }

  @Test
  void manyAreToldAtOnceAndEachAnswersForItself() {
    String id = started("a");
    var reply = bulk("PUT", "pause", List.of(id, "nope"));
    assertThat(reply.get("bulkSuccessfulResults")).isEqualTo(List.of(id));
    assertThat(Json.map(reply.get("bulkErrorResults"))).containsOnlyKeys("nope");
    assertThat(statusOf(id)).isEqualTo("PAUSED");
    var again = bulk("PUT", "resume", List.of("nope", id));
    assertThat(again.get("bulkSuccessfulResults")).isEqualTo(List.of(id));
    assertThat(statusOf(id)).isEqualTo("RUNNING");
  }

  @Test
  void manyAreTriedAgainAndRestarted() {
    String failed = started("a", "b");
    talk.work();
    talk.fail("FAILED");
    String running = talk.start("w", Map.of());
    var retried = bulk("POST", "retry", List.of(failed, running));
    assertThat(retried.get("bulkSuccessfulResults")).isEqualTo(List.of(failed));
    assertThat(Json.map(retried.get("bulkErrorResults"))).containsOnlyKeys(running);
    assertThat(refs(failed)).containsExactly("a", "b", "b");

    var _ = bulk("POST", "terminate?reason=enough", List.of(failed, running));
    for (String id : List.of(failed, running)) {
      assertThat(talk.workflow(id))
          .containsEntry("status", "TERMINATED")
          .containsEntry("reasonForIncompletion", "enough");
    }
    talk.workflowDef("w", List.of(talk.step("other")));
    var _ = bulk("POST", "restart?useLatestDefinitions=true", List.of(failed));
    var _ = bulk("POST", "restart", List.of(running));
    assertThat(refs(failed)).containsExactly("other");
    assertThat(refs(running)).containsExactly("a");
  }

  @Test
  void manyAreReadAndRemoved() {
    String first = started("a");
    String second = talk.start("w", Map.of());
    var found = bulk("POST", "search?includeTasks=false", List.of(first, second, "nope"));
    assertThat(Json.maps(found.get("bulkSuccessfulResults")))
        .extracting(each -> each.get("workflowId"))
        .containsExactly(first, second);
    assertThat(Json.map(found.get("bulkErrorResults"))).containsOnlyKeys("nope");

    var removed = bulk("DELETE", "remove", List.of(first, "nope"));
    assertThat(removed.get("bulkSuccessfulResults")).isEqualTo(List.of(first));
    assertThat(Json.map(removed.get("bulkErrorResults"))).containsOnlyKeys("nope");
    var _ = bulk("DELETE", "terminate-remove?reason=enough", List.of(second));
    for (String id : List.of(first, second)) {
      assertThat(server.api.send("GET", "/workflow/" + id, null).status()).isEqualTo(404);
    }
  }

  @Test
  void aRestartTakesTheLatestDefinitionIfAsked() {
    String id = started("a");
    talk.work();
    assertThat(statusOf(id)).isEqualTo("COMPLETED");
    talk.workflowDef("w", List.of(talk.step("other")));
    var _ = server.api.post("/workflow/" + id + "/restart?useLatestDefinitions=true", null);
    assertThat(talk.poll("t")).containsEntry("referenceTaskName", "other");
  }

  @Test
  void aRerunStartsAtItsTask() {
    String id = started("a", "b");
    var first = talk.poll("t");
    talk.update(first, "COMPLETED");
    var second = talk.poll("t");
    talk.update(second, "COMPLETED");
    var request = object("reRunFromTaskId", second.get("taskId"));
    assertThat(server.api.post("/workflow/" + id + "/rerun", request)).isEqualTo(id);
    assertThat(talk.poll("t")).containsEntry("referenceTaskName", "b");
  }

  @Test
  void aSkippedTaskIsNotHandedOut() {
    String id = started("a", "b", "c");
    put("/workflow/" + id + "/skiptask/b");
    talk.work();
    assertThat(talk.poll("t")).containsEntry("referenceTaskName", "c");
  }

  @Test
  void whatIsRemovedIsGone() {
    String id = started("a");
    var _ = server.api.call("DELETE", "/workflow/" + id + "/remove", null);
    assertThat(server.api.send("GET", "/workflow/" + id, null).status()).isEqualTo(404);
    assertThat(talk.batch("t", 1, 0, "")).isEmpty();
  }

  @Test
  void aFailureWorkflowRunsWhenItsWorkflowFails() {
    talk.taskDef("t");
    talk.workflowDef("after", List.of(talk.step("cleanup", "of", "${workflow.input.workflowId}")));
    talk.workflowDef("w", List.of(talk.step("a")), "failureWorkflow", talk.name("after"));
    String id = talk.start("w", Map.of());
    talk.fail("FAILED");
    var task = talk.poll("t");
    assertThat(task).containsEntry("referenceTaskName", "cleanup");
    assertThat(Json.map(task.get("inputData"))).containsEntry("of", id);
  }

  @Test
  void largeOutputsComeBackWhole() {
    String id = started("a");
    String large = "x".repeat(2_000_000);
    talk.work("large", large);
    assertThat(Json.map(talk.workflow(id).get("output"))).containsEntry("large", large);
  }
}
