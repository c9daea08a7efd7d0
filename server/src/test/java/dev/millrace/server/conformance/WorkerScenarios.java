package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Json.merged;
import static dev.millrace.server.conformance.Json.object;
import static dev.millrace.server.conformance.Reference.brief;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Workers' tasks: sequences, retries, timeouts, leases, limits, chains. */
final class WorkerScenarios {

  private WorkerScenarios() {}

  static Map<String, Scenario> all() {
    var all = new TreeMap<String, Scenario>();
    all.put("seq3", WorkerScenarios::threeSteps);
    all.put("no_output_params", WorkerScenarios::lastOutput);
    all.put("retry_fixed_then_ok", WorkerScenarios::retry);
    all.put("retry_exhausted", WorkerScenarios::noRetriesLeft);
    all.put("terminal_error", talk -> failing(talk, "FAILED_WITH_TERMINAL_ERROR", "bad"));
    all.put("result_canceled", talk -> failing(talk, "CANCELED", "can"));
    all.put("retry_delay_1s", WorkerScenarios::delayedRetry);
    all.put("response_timeout_retry", WorkerScenarios::silentWorker);
    all.put("response_timeout_no_retry", WorkerScenarios::silentWorkerAtTheEnd);
    all.put("task_timeout_wf", WorkerScenarios::taskTimeout);
    all.put("extend_lease", WorkerScenarios::extendedLease);
    all.put("domain", WorkerScenarios::domain);
    all.put("concurrent_limit", WorkerScenarios::concurrencyLimit);
    all.put("rate_limit", WorkerScenarios::rateLimit);
    all.put("update_v2_chain", WorkerScenarios::chain);
    all.put("unknown_task_type_undefined", WorkerScenarios::undefinedTask);
    all.put("input_template", WorkerScenarios::inputTemplate);
    all.put("polled_task_json_fields", WorkerScenarios::polledFields);
    return all;
  }

  private static Object threeSteps(Conversation talk) {
    talk.taskDef("t");
    var last =
        talk.step(
            "c",
            "v",
            "${b.output.v}",
            "s",
            "x-${a.output.v}-${workflow.correlationId}",
            "m",
            "${a.output.missing}",
            "whole",
            "${a.output}",
            "wid",
            "${workflow.workflowId}",
            "n",
            "${workflow.input.deep.list[1].k}");
    talk.workflowDef(
        "seq3",
        List.of(
            talk.step("a", "v", "${workflow.input.v}"), talk.step("b", "v", "${a.output.v}"), last),
        "outputParameters",
        Map.of("r", "${c.output.v}", "st", "${workflow.status}"));
    var input = object("v", 1, "deep", Map.of("list", List.of(1, Map.of("k", "kk"))));
    String id = talk.start("seq3", input, "correlationId", "cor");
    for (int k = 0; k < 3; k++) {
      talk.work("v", k + 10);
    }
    return talk.end(id);
  }

  private static Object lastOutput(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("nop", List.of(talk.step("a"), talk.step("b")));
    String id = talk.start("nop", Map.of());
    talk.work("x", 1);
    talk.work("y", 2);
    return talk.end(id);
  }

  private static Object retry(Conversation talk) {
    talk.taskDef("t", "retryCount", 2);
    talk.workflowDef("rt", List.of(talk.step("a", "k", 1)));
    String id = talk.start("rt", Map.of());
    talk.fail("FAILED", "outputData", Map.of("p", 1), "reasonForIncompletion", "r1");
    talk.work("ok", 1);
    return talk.end(id);
  }

  private static Object noRetriesLeft(Conversation talk) {
    talk.taskDef("t", "retryCount", 1);
    talk.workflowDef("re", List.of(talk.step("a"), talk.step("b")));
    String id = talk.start("re", Map.of());
    talk.fail("FAILED", "reasonForIncompletion", "r1");
    talk.fail("FAILED", "outputData", Map.of("z", 1), "reasonForIncompletion", "r2");
    return talk.end(id);
  }

  private static Object failing(Conversation talk, String status, String reason) {
    talk.taskDef("t", "retryCount", 3);
    talk.workflowDef("te", List.of(talk.step("a")));
    String id = talk.start("te", Map.of());
    talk.fail(status, "reasonForIncompletion", reason);
    return talk.end(id);
  }

  private static Object delayedRetry(Conversation talk) {
    talk.taskDef("t", "retryCount", 1, "retryDelaySeconds", 1);
    talk.workflowDef("rd", List.of(talk.step("a")));
    String id = talk.start("rd", Map.of());
    talk.fail("FAILED");
    int atOnce = talk.batch("t", 1, 50, "").size();
    talk.work();
    var workflow = talk.ended(id);
    var tasks = Json.maps(workflow.get("tasks"));
    long failed = ((Number) tasks.getFirst().get("endTime")).longValue();
    long again = ((Number) tasks.getLast().get("startTime")).longValue();
    return merged(object("immediate", atOnce, "waited", again - failed >= 1000), brief(workflow));
  }

  private static Object silentWorker(Conversation talk) {
    talk.taskDef("t", "retryCount", 1, "responseTimeoutSeconds", 1, "timeoutPolicy", "RETRY");
    talk.workflowDef("rto", List.of(talk.step("a")));
    String id = talk.start("rto", Map.of());
    var first = talk.poll("t");
    var _ = talk.await(id, workflow -> Json.maps(workflow.get("tasks")).size() > 1);
    int late = talk.api.send("POST", "/tasks", talk.result(first, "COMPLETED")).status();
    talk.work("k", 1);
    return merged(object("lateUpdate", late), talk.end(id));
  }

  private static Object silentWorkerAtTheEnd(Conversation talk) {
    talk.taskDef("t", "retryCount", 0, "responseTimeoutSeconds", 1, "timeoutPolicy", "RETRY");
    talk.workflowDef("rtn", List.of(talk.step("a")));
    String id = talk.start("rtn", Map.of());
    var _ = talk.poll("t");
    return talk.end(id);
  }

  private static Object taskTimeout(Conversation talk) {
    talk.taskDef(
        "t",
        "retryCount",
        3,
        "timeoutSeconds",
        2,
        "responseTimeoutSeconds",
        1,
        "timeoutPolicy",
        "TIME_OUT_WF");
    talk.workflowDef("ttw", List.of(talk.step("a")));
    String id = talk.start("ttw", Map.of());
    var _ = talk.poll("t");
    var workflow =
        talk.await(
            id,
            now -> !now.get("status").equals("RUNNING") || Json.maps(now.get("tasks")).size() > 1);
    return List.of(workflow.get("status"));
  }

  private static Object extendedLease(Conversation talk) {
    // Long enough for a busy machine, shorter than what follows.
    talk.taskDef("t", "retryCount", 0, "responseTimeoutSeconds", 5, "timeoutPolicy", "RETRY");
    talk.workflowDef("el", List.of(talk.step("a")));
    String id = talk.start("el", Map.of());
    var task = talk.poll("t");
    for (int i = 0; i < 6; i++) {
      talk.pass(1000);
      talk.update(task, "IN_PROGRESS", "extendLease", true);
    }
    var meanwhile =
        Json.maps(talk.workflow(id).get("tasks")).stream().map(now -> now.get("status")).toList();
    talk.update(task, "COMPLETED", "outputData", Map.of("k", 1));
    return merged(object("mid", meanwhile), talk.end(id));
  }

  private static Object domain(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("dom", List.of(talk.step("a")));
    String id = talk.start("dom", Map.of(), "taskToDomain", Map.of(talk.name("t"), "d1"));
    int elsewhere = talk.batch("t", 1, 100, "").size();
    talk.update(talk.batch("t", 1, 5000, "&domain=d1").getFirst(), "COMPLETED");
    Object size = talk.api.get("/tasks/queue/size?taskType=" + talk.name("t") + "&domain=d1");
    return merged(object("noDomain", elsewhere, "size", size), talk.end(id));
  }

  private static Object concurrencyLimit(Conversation talk) {
    talk.taskDef("t", "concurrentExecLimit", 1);
    talk.workflowDef("cl", List.of(talk.step("a")));
    talk.start("cl", Map.of());
    talk.start("cl", Map.of());
    var first = talk.polled("t", 1);
    int busy = talk.batch("t", 1, 100, "").size();
    talk.update(first.getFirst(), "COMPLETED");
    return object(
        "first", first.size(), "whileBusy", busy, "rightAfter", talk.batch("t", 1, 0, "").size());
  }

  private static Object rateLimit(Conversation talk) {
    talk.taskDef("t", "rateLimitPerFrequency", 1, "rateLimitFrequencyInSeconds", 60);
    talk.workflowDef("rl", List.of(talk.step("a")));
    talk.start("rl", Map.of());
    talk.start("rl", Map.of());
    int got = talk.batch("t", 2, 100, "").size() + talk.batch("t", 2, 100, "").size();
    return object("got", got);
  }

  private static Object chain(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("v2", List.of(talk.step("a"), talk.step("b")));
    var ids = List.of(talk.start("v2", Map.of()), talk.start("v2", Map.of()));
    var task = talk.poll("t");
    var seen = new ArrayList<Object>();
    var lease = talk.next(task, "IN_PROGRESS", "extendLease", true);
    seen.add(List.of("lease", lease.status(), lease.body()));
    while (task != null) {
      var reply = talk.next(task, "COMPLETED");
      task = reply.body() instanceof Map<?, ?> next ? Json.map(next) : null;
      seen.add(
          List.of(reply.status(), task == null ? reply.body() : task.get("referenceTaskName")));
    }
    return object(
        "seen", seen, "st", ids.stream().map(id -> talk.workflow(id).get("status")).toList());
  }

  private static Object undefinedTask(Conversation talk) {
    talk.workflowDef("ut", List.of(talk.step("never_registered", "a", Map.of())));
    String id = talk.start("ut", Map.of());
    var task = talk.poll("never_registered");
    talk.update(task, "COMPLETED");
    return merged(object("rt", task.get("responseTimeoutSeconds")), talk.end(id));
  }

  private static Object inputTemplate(Conversation talk) {
    talk.taskDef("t", "inputTemplate", Map.of("x", 1, "y", 2));
    talk.workflowDef("it", List.of(talk.step("a", "y", 3)), "inputTemplate", Map.of("w", 9));
    String id = talk.start("it", Map.of("q", 1));
    var task = talk.poll("t");
    talk.update(task, "COMPLETED");
    return object("inp", task.get("inputData"), "wfInput", talk.workflow(id).get("input"));
  }

  private static Object polledFields(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("pj", List.of(talk.step("a", "q", 1)));
    talk.start("pj", Map.of());
    return Reference.kinds(talk.poll("t"));
  }
}
