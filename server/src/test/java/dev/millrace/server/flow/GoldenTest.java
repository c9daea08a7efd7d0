package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.system;
import static dev.millrace.server.flow.Golden.assertSame;
import static dev.millrace.server.flow.Golden.brief;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reference server's scenarios, with its answers. */
final class GoldenTest {

  private final FlowHarness flow = new FlowHarness();

  @BeforeEach
  void taskType() {
    flow.taskDef("t", "{}");
  }

  private Map<String, Object> briefOf(String id) {
    return brief(flow.workflow(id));
  }

  private static Map<String, Object> with(Map<String, Object> map, Object... more) {
    var all = new LinkedHashMap<String, Object>();
    for (int i = 0; i < more.length; i += 2) {
      all.put((String) more[i], more[i + 1]);
    }
    all.putAll(map);
    return all;
  }

  @Test
  void seq3() {
    flow.workflowDef(
        "seq3",
        list(
            simple("a", "t", "{\"v\":\"${workflow.input.v}\"}"),
            simple("b", "t", "{\"v\":\"${a.output.v}\"}"),
            simple(
                "c",
                "t",
                """
                {"v":"${b.output.v}","s":"x-${a.output.v}-${workflow.correlationId}",
                 "m":"${a.output.missing}","whole":"${a.output}","wid":"${workflow.workflowId}",
                 "n":"${workflow.input.deep.list[1].k}"}\
                """)),
        "{\"outputParameters\":{\"r\":\"${c.output.v}\",\"st\":\"${workflow.status}\"}}");
    var id =
        flow.start("seq3", "{\"v\":1,\"deep\":{\"list\":[1,{\"k\":\"kk\"}]}}", "cor", 0, Map.of());
    for (int k = 0; k < 3; k++) {
      flow.complete("t", "{\"v\":" + (k + 10) + "}");
    }
    assertSame("seq3", briefOf(id));
  }

  @Test
  void noOutputParams() {
    flow.workflowDef("nop", list(simple("a"), simple("b")));
    var id = flow.start("nop");
    flow.complete("t", "{\"x\":1}");
    flow.complete("t", "{\"y\":2}");
    assertSame("no_output_params", briefOf(id));
  }

  @Test
  void retryFixedThenOk() {
    flow.taskDef("t", "{\"retryCount\":2}");
    flow.workflowDef("rt", list(simple("a", "t", "{\"k\":1}")));
    var id = flow.start("rt");
    flow.fail("t", "{\"p\":1}", "r1");
    flow.complete("t", "{\"ok\":1}");
    assertSame("retry_fixed_then_ok", briefOf(id));
  }

  @Test
  void retryExhausted() {
    flow.taskDef("t", "{\"retryCount\":1}");
    flow.workflowDef("re", list(simple("a"), simple("b")));
    var id = flow.start("re");
    flow.fail("t", "{}", "r1");
    flow.fail("t", "{\"z\":1}", "r2");
    assertSame("retry_exhausted", briefOf(id));
  }

  @Test
  void terminalError() {
    flow.taskDef("t", "{\"retryCount\":3}");
    flow.workflowDef("te", list(simple("a")));
    var id = flow.start("te");
    var report = TaskReport.of(TaskReport.Status.FAILED_WITH_TERMINAL_ERROR, Map.of());
    flow.update(flow.poll("t"), report.withReason("bad"));
    assertSame("terminal_error", briefOf(id));
  }

  @Test
  void resultCanceled() {
    flow.taskDef("t", "{\"retryCount\":3}");
    flow.workflowDef("rc", list(simple("a")));
    var id = flow.start("rc");
    var report = TaskReport.of(TaskReport.Status.CANCELED, Map.of());
    flow.update(flow.poll("t"), report.withReason("can"));
    assertSame("result_canceled", briefOf(id));
  }

  @Test
  void retryDelay() {
    flow.taskDef("t", "{\"retryCount\":1,\"retryDelaySeconds\":1}");
    flow.workflowDef("rd", list(simple("a")));
    var id = flow.start("rd");
    flow.fail("t", "{}", null);
    assertThat(flow.poll("t")).isNull();
    flow.pass(1);
    flow.complete("t", "{}");
    assertSame("retry_delay_1s", with(briefOf(id), "immediate", 0, "waited", true));
  }

  @Test
  void switchByValue() {
    flow.workflowDef(
        "sw",
        list(
            system(
                "s",
                "SWITCH",
                "{\"c\":\"${workflow.input.c}\"}",
                """
                ,"evaluatorType":"value-param","expression":"c",
                "decisionCases":{"A":[%s],"B":[%s]},"defaultCase":[%s]\
                """
                    .formatted(simple("a"), simple("b"), simple("d"))),
            simple("z")));
    var answers = new LinkedHashMap<String, Object>();
    for (var value : List.of("A", "B", "X", "None")) {
      var json = value.equals("None") ? "null" : '"' + value + '"';
      var id = flow.start("sw", "{\"c\":" + json + "}");
      flow.complete("t", "{}");
      flow.complete("t", "{}");
      answers.put(value, briefOf(id));
    }
    assertSame("switch_value", answers);
  }

  @Test
  void legacyDecision() {
    flow.workflowDef(
        "dec",
        list(
            system(
                "s",
                "DECISION",
                "{\"c\":\"${workflow.input.c}\"}",
                ",\"caseValueParam\":\"c\",\"decisionCases\":{\"A\":[%s]},\"defaultCase\":[%s]"
                    .formatted(simple("a"), simple("d")))));
    var id = flow.start("dec", "{\"c\":\"A\"}");
    flow.complete("t", "{}");
    assertSame("decision_legacy", briefOf(id));
  }

  @Test
  void forkJoin() {
    flow.taskDef("u", "{}");
    flow.workflowDef(
        "fj",
        list(
            system(
                "f",
                "FORK_JOIN",
                "{}",
                ",\"forkTasks\":[[%s],[%s,%s]]"
                    .formatted(simple("a"), simple("b", "u", "{}"), simple("c", "u", "{}"))),
            system("j", "JOIN", "{}", ",\"joinOn\":[\"a\",\"c\"]"),
            simple("z")));
    var id = flow.start("fj");
    flow.complete("t", "{\"a\":1}");
    flow.complete("u", "{\"b\":1}");
    flow.complete("u", "{\"c\":1}");
    flow.complete("t", "{\"z\":1}");
    assertSame("fork_join", briefOf(id));
  }

  @Test
  void dynamicFork() {
    flow.workflowDef(
        "fd",
        list(
            system(
                "f",
                "FORK_JOIN_DYNAMIC",
                "{\"dt\":\"${workflow.input.dt}\",\"di\":\"${workflow.input.di}\"}",
                ",\"dynamicForkTasksParam\":\"dt\",\"dynamicForkTasksInputParamName\":\"di\""),
            system("j", "JOIN", "{}"),
            simple("z")));
    var id =
        flow.start(
            "fd",
            "{\"dt\":[%s,%s],\"di\":{\"x1\":{\"k\":1},\"x2\":{\"k\":2}}}"
                .formatted(simple("x1"), simple("x2")));
    flow.complete("t", "{\"got\":1}");
    flow.complete("t", "{\"got\":2}");
    flow.complete("t", "{}");
    assertSame("fork_dynamic", briefOf(id));
  }

  @Test
  void dynamicForkOfOneTask() {
    flow.workflowDef(
        "fds",
        list(
            system(
                "f",
                "FORK_JOIN_DYNAMIC",
                "{\"forkTaskName\":\"t\",\"forkTaskInputs\":[{\"k\":1},{\"k\":2}]}"),
            system("j", "JOIN", "{}")));
    var id = flow.start("fds");
    flow.complete("t", "{\"got\":1}");
    flow.complete("t", "{\"got\":2}");
    assertSame("fork_dynamic_same_task", briefOf(id));
  }

  @Test
  void doWhile() {
    var condition = "if ($.l['iteration'] < $.n) { true; } else { false; }";
    flow.scripts.on(
        condition,
        values ->
            ((Number) ((Map<?, ?>) values.get("l")).get("iteration")).intValue()
                < ((Number) values.get("n")).intValue());
    flow.workflowDef(
        "dw",
        list(
            system(
                "l",
                "DO_WHILE",
                "{\"n\":\"${workflow.input.n}\"}",
                ",\"loopCondition\":\"%s\",\"loopOver\":[%s,%s]"
                    .formatted(
                        condition,
                        simple("a", "t", "{\"it\":\"${l.output.iteration}\"}"),
                        simple("b"))),
            simple("z", "t", "{\"last\":\"${l.output}\"}")));
    var id = flow.start("dw", "{\"n\":2}");
    for (int k = 0; k < 5; k++) {
      flow.complete("t", "{\"k\":" + k + "}");
    }
    assertSame("do_while", briefOf(id));
  }

  @Test
  void subWorkflow() {
    flow.workflowDef(
        "child",
        list(simple("c1", "t", "{\"v\":\"${workflow.input.v}\"}")),
        "{\"outputParameters\":{\"cv\":\"${c1.output.v}\"}}");
    flow.workflowDef(
        "par",
        list(
            system(
                "s",
                "SUB_WORKFLOW",
                "{\"v\":\"${workflow.input.v}\"}",
                ",\"subWorkflowParam\":{\"name\":\"child\",\"version\":1}"),
            simple("z", "t", "{\"got\":\"${s.output.cv}\"}")));
    var id = flow.start("par", "{\"v\":5}");
    flow.complete("t", "{\"v\":6}");
    flow.complete("t", "{}");
    var task = flow.task(id, "s");
    var child = flow.workflow(task.progress().subWorkflowId());
    var answer = new LinkedHashMap<String, Object>();
    answer.put("parent", briefOf(id));
    answer.put("child", brief(child));
    answer.put("link", child.parentWorkflowId().equals(id));
    answer.put("linkTask", child.parentWorkflowTaskId().equals(task.id()));
    assertSame("sub_workflow", answer);
  }

  @Test
  void subWorkflowFails() {
    flow.workflowDef("childf", list(simple("c1")));
    flow.workflowDef(
        "parf",
        list(
            system(
                "s",
                "SUB_WORKFLOW",
                "{}",
                ",\"subWorkflowParam\":{\"name\":\"childf\",\"version\":1}")));
    var id = flow.start("parf");
    flow.fail("t", "{}", "inner");
    assertSame("sub_workflow_fails", briefOf(id));
  }

  @Test
  void startWorkflowTask() {
    flow.workflowDef("sc", list(simple("c1")));
    flow.workflowDef(
        "sp",
        list(
            system(
                "s",
                "START_WORKFLOW",
                "{\"startWorkflow\":{\"name\":\"sc\",\"version\":1,\"input\":{\"q\":1}}}")));
    assertSame("start_workflow_task", briefOf(flow.start("sp")));
    assertThat(flow.poll("t")).isNotNull();
  }

  @Test
  void dynamicTask() {
    flow.workflowDef(
        "dy",
        list(
            system(
                "d",
                "DYNAMIC",
                "{\"taskToExecute\":\"${workflow.input.tt}\",\"q\":1}",
                ",\"dynamicTaskNameParam\":\"taskToExecute\"")));
    var id = flow.start("dy", "{\"tt\":\"t\"}");
    flow.complete("t", "{\"k\":1}");
    assertSame("dynamic_task", briefOf(id));
  }

  @Test
  void waitForDuration() {
    flow.workflowDef("wd", list(system("w", "WAIT", "{\"duration\":\"1 seconds\"}")));
    var id = flow.start("wd");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.RUNNING);
    flow.pass(1);
    assertSame("wait_duration", with(briefOf(id), "ok", true));
  }

  @Test
  void waitForSignal() {
    flow.workflowDef("ws", list(system("w", "WAIT", "{}")));
    var id = flow.start("ws");
    signal(id, "w", "{\"sig\":1}");
    assertSame("wait_signal", briefOf(id));
  }

  private void signal(String id, String ref, String output) {
    var report = TaskReport.of(TaskReport.Status.COMPLETED, FlowHarness.json(output));
    flow.send(id, new Event.RefUpdated(ref, report.withWorker("me")));
  }

  @Test
  void human() {
    flow.workflowDef("hu", list(system("h", "HUMAN", "{\"form\":1}")));
    var id = flow.start("hu");
    var before = briefOf(id);
    signal(id, "h", "{\"by\":\"x\"}");
    var answer = new LinkedHashMap<String, Object>();
    answer.put("before", before);
    answer.put("after", briefOf(id));
    assertSame("human", answer);
  }

  @Test
  void inlineScripts() {
    var sum = "(function(){ return {s: $.a + $.b, l: [1,2]}; })()";
    flow.scripts
        .on(
            sum,
            values ->
                Map.of(
                    "s", (Integer) values.get("a") + (Integer) values.get("b"), "l", List.of(1, 2)))
        .on(
            "throw new Error(\"no\")",
            _ -> new ScriptEngine.Result.Failed("Error evaluating the script `Error: no`"));
    flow.workflowDef(
        "il",
        list(
            system(
                "x",
                "INLINE",
                "{\"evaluatorType\":\"javascript\",\"expression\":\"%s\",\"a\":2,\"b\":3}"
                    .formatted(sum)),
            system(
                "y",
                "INLINE",
                "{\"evaluatorType\":\"value-param\",\"expression\":\"q\",\"q\":\"qq\"}"),
            system(
                "e",
                "INLINE",
                "{\"evaluatorType\":\"javascript\",\"expression\":\"throw new Error(\\\"no\\\")\"}",
                ",\"optional\":true")));
    assertSame("inline_js", briefOf(flow.start("il")));
  }

  @Test
  void jq() {
    flow.jq.put(".d | map(.v) | add", List.of(3));
    flow.jq.put(".d[]", List.of(1, 2));
    flow.workflowDef(
        "jq",
        list(
            system(
                "x",
                "JSON_JQ_TRANSFORM",
                "{\"queryExpression\":\".d | map(.v) | add\",\"d\":[{\"v\":1},{\"v\":2}]}"),
            system("y", "JSON_JQ_TRANSFORM", "{\"queryExpression\":\".d[]\",\"d\":[1,2]}"),
            system(
                "z",
                "JSON_JQ_TRANSFORM",
                "{\"queryExpression\":\".d | nope\",\"d\":1}",
                ",\"optional\":true")));
    assertSame("jq", briefOf(flow.start("jq")));
  }

  @Test
  void setVariable() {
    flow.workflowDef(
        "sv",
        list(
            system("x", "SET_VARIABLE", "{\"a\":1,\"b\":\"${workflow.input.q}\"}"),
            system("y", "SET_VARIABLE", "{\"c\":\"${workflow.variables.b}\"}")),
        """
        {"variables":{"init":7},
         "outputParameters":{"v":"${workflow.variables.c}","i":"${workflow.variables.init}"}}\
        """);
    assertSame("set_variable", briefOf(flow.start("sv", "{\"q\":\"Q\"}")));
  }

  @Test
  void terminateCompleted() {
    flow.workflowDef(
        "tc",
        list(
            system(
                "x",
                "TERMINATE",
                """
                {"terminationStatus":"COMPLETED","workflowOutput":{"k":"${workflow.input.q}"}}\
                """),
            simple("z")));
    assertSame("terminate_completed", briefOf(flow.start("tc", "{\"q\":\"Q\"}")));
  }

  @Test
  void terminateFailed() {
    flow.workflowDef(
        "tf",
        list(
            system(
                "x",
                "TERMINATE",
                """
                {"terminationStatus":"FAILED","terminationReason":"why","workflowOutput":"str"}\
                """)));
    assertSame("terminate_failed", briefOf(flow.start("tf")));
  }

  @Test
  void noop() {
    flow.workflowDef("no", list(system("x", "NOOP", "{}")));
    assertSame("noop", briefOf(flow.start("no")));
  }

  @Test
  void eventIntoOwnSink() {
    flow.workflowDef("ev", list(system("x", "EVENT", "{\"k\":1}", ",\"sink\":\"conductor\"")));
    assertSame("event_conductor_sink", briefOf(flow.start("ev")));
    assertThat(flow.log).anyMatch(decision -> decision instanceof Decision.Publish);
  }

  @Test
  @SuppressWarnings("unchecked")
  void httpTask() {
    var expected = (List<Map<String, Object>>) Golden.answer("http_task").get("tasks");
    flow.workflowDef(
        "ht",
        list(
            system(
                "x",
                "HTTP",
                "{\"http_request\":{\"uri\":\"http://127.0.0.1:8799/api\",\"method\":\"GET\"}}"),
            system(
                "y",
                "HTTP",
                "{\"uri\":\"http://127.0.0.1:8799/dddd\",\"method\":\"GET\"}",
                ",\"optional\":true")));
    var id = flow.start("ht");
    var first = (Map<String, Object>) expected.get(0).get("output");
    flow.update(flow.poll("HTTP"), TaskReport.of(TaskReport.Status.COMPLETED, first));
    var second = (Map<String, Object>) expected.get(1).get("output");
    flow.update(
        flow.poll("HTTP"),
        TaskReport.of(TaskReport.Status.FAILED, second)
            .withReason((String) expected.get(1).get("reason")));
    var answer = briefOf(id);
    ((List<Map<String, Object>>) answer.get("tasks")).forEach(task -> task.remove("workerId"));
    assertSame("http_task", answer);
  }

  @Test
  void responseTimeoutIsRetried() {
    flow.taskDef(
        "t", "{\"retryCount\":1,\"responseTimeoutSeconds\":1,\"timeoutPolicy\":\"RETRY\"}");
    flow.workflowDef("rto", list(simple("a")));
    var id = flow.start("rto");
    var lost = flow.poll("t");
    flow.pass(1);
    var late = flow.update(lost, TaskReport.Status.COMPLETED, "{}");
    assertThat(late).isEqualTo(new Reply.Ignored(Reply.Why.TASK_ENDED));
    flow.complete("t", "{\"k\":1}");
    assertSame("response_timeout_retry", with(briefOf(id), "lateUpdate", 200));
  }

  @Test
  void responseTimeoutWithoutRetries() {
    flow.taskDef("t", "{\"responseTimeoutSeconds\":1,\"timeoutPolicy\":\"RETRY\"}");
    flow.workflowDef("rtn", list(simple("a")));
    var id = flow.start("rtn");
    assertThat(flow.poll("t")).isNotNull();
    flow.pass(1);
    assertSame("response_timeout_no_retry", briefOf(id));
  }

  @Test
  void responseTimeoutComesBeforeTaskTimeout() {
    flow.taskDef("t", "{\"retryCount\":3,\"timeoutSeconds\":2,\"responseTimeoutSeconds\":1}");
    flow.workflowDef("ttw", list(simple("a")));
    var id = flow.start("ttw");
    assertThat(flow.poll("t")).isNotNull();
    flow.pass(1);
    assertSame("task_timeout_wf", List.of(flow.head(id).status()));
  }

  @Test
  void leaseIsExtended() {
    flow.taskDef("t", "{\"responseTimeoutSeconds\":2,\"timeoutPolicy\":\"RETRY\"}");
    flow.workflowDef("el", list(simple("a")));
    var id = flow.start("el");
    var task = flow.poll("t");
    for (int i = 0; i < 5; i++) {
      flow.pass(1);
      flow.update(task, TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()).withExtendLease());
    }
    var mid = flow.workflow(id).tasks().stream().map(t -> t.status()).toList();
    flow.update(task, TaskReport.Status.COMPLETED, "{\"k\":1}");
    assertSame("extend_lease", with(briefOf(id), "mid", mid));
  }

  @Test
  void domain() {
    flow.workflowDef("dom", list(simple("a")));
    var id = flow.start("dom", "{}", null, 0, Map.of("t", "d1"));
    assertThat(flow.poll("t")).isNull();
    flow.update(flow.poll("t", "d1"), TaskReport.Status.COMPLETED, "{}");
    assertSame("domain", with(briefOf(id), "noDomain", 0, "size", flow.queue.size()));
  }

  @Test
  void highestPriorityFirst() {
    flow.workflowDef("pr", list(simple("a", "t", "{\"p\":\"${workflow.input.p}\"}")));
    for (int p : new int[] {0, 9, 5}) {
      assertThat(flow.start("pr", "{\"p\":" + p + "}", null, p, Map.of())).isNotEmpty();
    }
    var order = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      order.add(flow.poll("t").data().input().get("p"));
    }
    // The reference answers 5, 9, 0; ours is the same on every store.
    assertThat(order).containsExactly(9, 5, 0);
  }

  @Test
  void pauseAndResume() {
    flow.workflowDef("pz", list(simple("a"), simple("b")));
    var id = flow.start("pz");
    var task = flow.poll("t");
    assertThat(flow.send(id, new Event.Pause())).isInstanceOf(Reply.Done.class);
    flow.update(task, TaskReport.Status.COMPLETED, "{}");
    var paused = flow.workflow(id);
    assertThat(flow.poll("t")).isNull();
    assertThat(flow.send(id, new Event.Resume())).isInstanceOf(Reply.Done.class);
    flow.complete("t", "{}");
    var answer =
        with(
            briefOf(id),
            "paused",
            paused.status(),
            "tasksPaused",
            paused.tasks().size(),
            "polledWhilePaused",
            0);
    assertSame("pause_resume", answer);
  }

  @Test
  void terminatedByOperator() {
    flow.workflowDef("ta", list(simple("a")));
    var id = flow.start("ta");
    var task = flow.poll("t");
    flow.send(id, new Event.Terminate("because"));
    var before = briefOf(id);
    var late = flow.update(task, TaskReport.Status.COMPLETED, "{\"l\":1}");
    assertThat(late).isEqualTo(new Reply.Ignored(Reply.Why.WORKFLOW_ENDED));
    assertSame("terminate_api", with(before, "late", 200, "after", briefOf(id)));
    assertThat(flow.log).contains(new Decision.Revoke(task.id(), "w"));
  }

  @Test
  void retriedByOperator() {
    flow.workflowDef("ra", list(simple("a"), simple("b")));
    var id = flow.start("ra");
    flow.complete("t", "{}");
    flow.fail("t", "{}", "x");
    var failed = flow.head(id).status();
    assertThat(flow.send(id, new Event.Retry(false))).isInstanceOf(Reply.Done.class);
    flow.complete("t", "{\"k\":1}");
    assertSame("retry_api", with(briefOf(id), "failed", failed));
  }

  @Test
  void inputTemplates() {
    flow.taskDef("t", "{\"inputTemplate\":{\"x\":1,\"y\":2}}");
    flow.workflowDef("it", list(simple("a", "t", "{\"y\":3}")), "{\"inputTemplate\":{\"w\":9}}");
    var id = flow.start("it", "{\"q\":1}");
    var task = flow.poll("t");
    var answer = new LinkedHashMap<String, Object>();
    answer.put("inp", task.data().input());
    answer.put("wfInput", flow.workflow(id).input());
    assertSame("input_template", answer);
  }

  @Test
  void chainedTasksComeInTheOrderInWhichTheyWereScheduled() {
    flow.workflowDef("v2", list(simple("a"), simple("b")));
    var first = flow.start("v2");
    var second = flow.start("v2");
    var seen = new ArrayList<String>();
    for (var task = flow.poll("t"); task != null; task = flow.poll("t")) {
      seen.add(task.ref());
      flow.update(task, TaskReport.Status.COMPLETED, "{}");
    }
    assertThat(seen).containsExactly("a", "a", "b", "b");
    assertThat(flow.head(first).status()).isEqualTo(WorkflowStatus.COMPLETED);
    assertThat(flow.head(second).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void taskWithoutDefinition() {
    flow.workflowDef("ut", list(simple("a", "never_registered", "{}")));
    var id = flow.start("ut");
    flow.complete("never_registered", "{}");
    var wire = flow.workflow(id);
    assertSame(
        "unknown_task_type_undefined",
        with(briefOf(id), "rt", wire.tasks().getFirst().responseTimeoutSeconds()));
  }

  @Test
  void unknownTypeIsForWorkers() {
    flow.workflowDef(
        "uk", "[{\"name\":\"custom\",\"taskReferenceName\":\"a\",\"type\":\"MY_TYPE\"}]");
    assertSame("unknown_type_is_worker_task", List.of(200, briefOf(flow.start("uk"))));
    assertThat(flow.poll("MY_TYPE")).isNotNull();
  }

  @Test
  void inlineDefinition() {
    var definition =
        WireJson.mapper()
            .readValue(
                "{\"name\":\"adhoc\",\"tasks\":" + list(simple("a")) + "}", WorkflowDef.class);
    var key = new WorkflowKey(flow.nextId(), "adhoc", 1, null, null, null, 0, Map.of(), null, null);
    flow.begin(flow.compiled(definition), key, Map.of());
    flow.complete("t", "{}");
    assertSame("inline_workflow_def", briefOf(key.id()));
  }

  @Test
  @SuppressWarnings("unchecked")
  void polledTaskHasTheSameFields() {
    flow.workflowDef("pj", list(simple("a", "t", "{\"q\":1}")));
    var id = flow.start("pj");
    var task = WireForm.task(flow.poll("t"), flow.head(id));
    var fields = FlowHarness.json(WireJson.mapper().writeValueAsString(task));
    assertThat(fields.keySet())
        .containsExactlyInAnyOrderElementsOf(Golden.answer("polled_task_json_fields").keySet());
  }

  @Test
  @SuppressWarnings("unchecked")
  void workflowHasTheSameFields() {
    flow.workflowDef("wj", list(simple("a", "t", "{\"q\":1}")));
    var id = flow.start("wj");
    var expected = (Map<String, Object>) Golden.answer("workflow_json_fields").get("running");
    var fields = FlowHarness.json(WireJson.mapper().writeValueAsString(flow.workflow(id)));
    assertThat(fields.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
  }

  @Test
  void badDefinitionsAreRefused() {
    assertThat(faults("[]")).containsExactly("tasks: there must be at least one task");
    assertThat(faults(list(simple("a"), simple("a"))))
        .singleElement()
        .asString()
        .contains("taskReferenceName", "'a'", "unique");
    assertThat(faults(list(simple("a", "t", "{\"x\":\"${zzz.output.q}\"}"))))
        .singleElement()
        .asString()
        .contains("a.inputParameters", "'zzz'");
  }

  private List<String> faults(String tasks) {
    var definition =
        WireJson.mapper()
            .readValue("{\"name\":\"bad\",\"tasks\":" + tasks + "}", WorkflowDef.class);
    return switch (FlowDef.compile(definition, flow.taskDefs::get)) {
      case FlowDef.Compiled.Ok _ -> List.of();
      case FlowDef.Compiled.Invalid invalid ->
          invalid.faults().stream().map(DefinitionFault::toString).toList();
    };
  }
}
