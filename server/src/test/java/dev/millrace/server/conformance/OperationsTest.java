package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Json.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What operators and clients do with workflows that run or have ended. */
final class OperationsTest extends ServerTest {

  private final Conversation talk = new Conversation(server.api);

  /** A workflow of workers' tasks of type {@code t}. */
  private String started(String... refs) {
    talk.taskDef("t");
    talk.workflowDef("w", List.of(refs).stream().map(ref -> talk.step(ref)).toList());
    return talk.start("w", Map.of("x", 1), "correlationId", talk.name("c"));
  }

  private void put(String path) {
    var _ = server.api.call("PUT", path, null);
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
    assertThat(talk.statusOf(id)).isEqualTo("PAUSED");
    var again = bulk("PUT", "resume", List.of("nope", id));
    assertThat(again.get("bulkSuccessfulResults")).isEqualTo(List.of(id));
    assertThat(talk.statusOf(id)).isEqualTo("RUNNING");
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
    assertThat(talk.refs(failed)).containsExactly("a", "b", "b");

    var _ = bulk("POST", "terminate?reason=enough", List.of(failed, running));
    for (String id : List.of(failed, running)) {
      assertThat(talk.workflow(id))
          .containsEntry("status", "TERMINATED")
          .containsEntry("reasonForIncompletion", "enough");
    }
    talk.workflowDef("w", List.of(talk.step("other")));
    var _ = bulk("POST", "restart?useLatestDefinitions=true", List.of(failed));
    var _ = bulk("POST", "restart", List.of(running));
    assertThat(talk.refs(failed)).containsExactly("other");
    assertThat(talk.refs(running)).containsExactly("a");
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
    assertThat(talk.statusOf(id)).isEqualTo("COMPLETED");
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
