package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.merged;
import static dev.millrace.server.conformance.Json.object;
import static dev.millrace.server.conformance.Reference.brief;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What clients tell a server: pause, terminate, retry, execute. */
final class ClientScenarios {

  private ClientScenarios() {}

  static Map<String, Scenario> all() {
    var all = new TreeMap<String, Scenario>();
    all.put("pause_resume", ClientScenarios::pause);
    all.put("terminate_api", ClientScenarios::terminate);
    all.put("retry_api", ClientScenarios::retry);
    all.put("unknown_type_is_worker_task", ClientScenarios::unknownType);
    all.put("inline_workflow_def", ClientScenarios::definitionInTheRequest);
    all.put("workflow_execute_sync", ClientScenarios::execute);
    all.put("workflow_json_fields", ClientScenarios::fields);
    return all;
  }

  private static Object pause(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("pz", List.of(talk.step("a"), talk.step("b")));
    String id = talk.start("pz", Map.of());
    var task = talk.poll("t");
    var _ = talk.api.call("PUT", "/workflow/" + id + "/pause", null);
    talk.update(task, "COMPLETED");
    var paused = talk.workflow(id);
    int polled = talk.batch("t", 1, 100, "").size();
    var _ = talk.api.call("PUT", "/workflow/" + id + "/resume", null);
    talk.work();
    return merged(
        object(
            "paused", paused.get("status"),
            "tasksPaused", Json.maps(paused.get("tasks")).size(),
            "polledWhilePaused", polled),
        talk.end(id));
  }

  private static Object terminate(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("ta", List.of(talk.step("a")));
    String id = talk.start("ta", Map.of());
    var task = talk.poll("t");
    var _ = talk.api.call("DELETE", "/workflow/" + id + "?reason=because", null);
    var before = brief(talk.workflow(id));
    var result = talk.result(task, "COMPLETED", "outputData", Map.of("l", 1));
    int late = talk.api.send("POST", "/tasks", result).status();
    return merged(object("late", late, "after", brief(talk.workflow(id))), before);
  }

  private static Object retry(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("ra", List.of(talk.step("a"), talk.step("b")));
    String id = talk.start("ra", Map.of());
    talk.work();
    talk.fail("FAILED", "reasonForIncompletion", "x");
    Object failed = talk.workflow(id).get("status");
    var _ = talk.api.call("POST", "/workflow/" + id + "/retry", null);
    talk.work("k", 1);
    return merged(object("failed", failed), talk.end(id));
  }

  private static Object unknownType(Conversation talk) {
    var task = object("name", talk.name("custom"), "taskReferenceName", "a", "type", "MY_TYPE");
    talk.workflowDef("uk", List.of(task));
    var started = talk.api.send("POST", "/workflow", Map.of("name", talk.name("uk")));
    return List.of(started.status(), brief(talk.workflow((String) started.body())));
  }

  private static Object definitionInTheRequest(Conversation talk) {
    talk.taskDef("t");
    String id =
        (String)
            talk.api.post(
                "/workflow",
                object(
                    "name", talk.name("adhoc"),
                    "workflowDef", talk.definition("adhoc", List.of(talk.step("a")))));
    talk.work();
    return talk.end(id);
  }

  private static Object execute(Conversation talk) {
    talk.workflowDef(
        "ex", List.of(system("n", "NOOP", Map.of())), "outputParameters", Map.of("o", 1));
    String name = talk.name("ex");
    var reply =
        talk.api.send(
            "POST",
            "/workflow/execute/" + name + "/1?requestId=r1&waitForSeconds=5",
            object("name", name, "version", 1, "input", Map.of()));
    var shown = new TreeMap<>(Json.map(reply.body()));
    shown
        .keySet()
        .retainAll(
            Set.of("status", "output", "responseType", "targetWorkflowStatus", "workflowId"));
    return List.of(reply.status(), shown, new TreeSet<>(Json.map(reply.body()).keySet()));
  }

  private static Object fields(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("wj", List.of(talk.step("a", "q", 1)));
    String id = talk.start("wj", Map.of());
    var running = Reference.kinds(talk.workflow(id));
    talk.work();
    return object("running", running, "done", Reference.kinds(talk.ended(id)));
  }
}
