package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  @Test
  void aSearchFindsByEachField() {
    String id = started("a");
    for (String query :
        List.of(
            "workflowId=" + id,
            "workflowType=" + talk.name("w"),
            "correlationId=" + talk.name("c"),
            "workflowType=" + talk.name("w") + "%20AND%20status%20IN%20(RUNNING,PAUSED)",
            "workflowType=" + talk.name("w") + "%20AND%20startTime%3E1000")) {
      var found = Json.map(server.api.get("/workflow/search?query=" + query));
      assertThat(Json.maps(found.get("results")))
          .as(query)
          .extracting(hit -> hit.get("workflowId"))
          .containsExactly(id);
    }
    var none = "workflowType=" + talk.name("w") + "%20AND%20status=FAILED";
    assertThat(Json.map(server.api.get("/workflow/search?query=" + none)))
        .containsEntry("totalHits", 0);
  }

  @Test
  void manyAreToldAtOnceAndEachAnswersForItself() {
    String id = started("a");
    var reply = Json.map(server.api.call("PUT", "/workflow/bulk/pause", List.of(id, "nope")));
    assertThat(reply.get("bulkSuccessfulResults")).isEqualTo(List.of(id));
    assertThat(Json.map(reply.get("bulkErrorResults"))).containsOnlyKeys("nope");
    assertThat(statusOf(id)).isEqualTo("PAUSED");
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
