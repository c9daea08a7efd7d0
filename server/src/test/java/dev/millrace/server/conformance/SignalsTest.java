package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests that are answered when a workflow has come somewhere, and signals to where it waits. */
final class SignalsTest extends ServerTest {

  private final Conversation talk = new Conversation(server.api);

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
    assertThat(talk.statusOf((String) reply.get("workflowId"))).isEqualTo("RUNNING");
  }

  @Test
  void aSignalEndsTheTaskThatWaits() {
    talk.workflowDef("sig", List.of(system("a", "WAIT", Map.of()), system("b", "WAIT", Map.of())));
    String id = talk.start("sig", Map.of());
    var _ = server.api.post("/tasks/" + id + "/COMPLETED/signal", Map.of("k", 1));
    assertThat(talk.refs(id)).containsExactly("a", "b");
    var reply = server.api.post("/tasks/" + id + "/COMPLETED/signal/sync", Map.of("k", 2));
    assertThat(Json.map(reply)).containsEntry("targetWorkflowStatus", "COMPLETED");
    assertThat(talk.statusOf(id)).isEqualTo("COMPLETED");
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
    assertThat(talk.refs(id)).containsExactly("a", "sub", "z");
  }
}
