package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.merged;
import static dev.millrace.server.conformance.Json.object;
import static dev.millrace.server.conformance.Reference.brief;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tasks that the server decides: choices, forks, loops, children, scripts, waits. */
final class ControlScenarios {

  private ControlScenarios() {}

  static Map<String, Scenario> all() {
    var all = new TreeMap<String, Scenario>();
    all.put("switch_value", ControlScenarios::choice);
    all.put("decision_legacy", ControlScenarios::decision);
    all.put("fork_join", ControlScenarios::fork);
    all.put("fork_dynamic", ControlScenarios::dynamicFork);
    all.put("fork_dynamic_same_task", ControlScenarios::dynamicForkOfOneType);
    all.put("do_while", ControlScenarios::loop);
    all.put("sub_workflow", ControlScenarios::child);
    all.put("sub_workflow_fails", ControlScenarios::failingChild);
    all.put("start_workflow_task", ControlScenarios::startOfAnother);
    all.put("dynamic_task", ControlScenarios::dynamicTask);
    all.put("wait_duration", ControlScenarios::waitForTime);
    all.put("wait_signal", ControlScenarios::waitForSignal);
    all.put("human", ControlScenarios::human);
    all.put("inline_js", ControlScenarios::scripts);
    all.put("jq", ControlScenarios::queries);
    all.put("set_variable", ControlScenarios::variables);
    all.put("terminate_completed", ControlScenarios::earlyEnd);
    all.put("terminate_failed", ControlScenarios::earlyFailure);
    all.put("noop", talk -> alone(talk, "no", system("x", "NOOP", Map.of())));
    all.put(
        "event_conductor_sink",
        talk -> alone(talk, "ev", system("x", "EVENT", Map.of("k", 1), "sink", "conductor")));
    return all;
  }

  /** A workflow of one task that needs nobody. */
  private static Object alone(Conversation talk, String name, Map<String, Object> task) {
    talk.workflowDef(name, List.of(task));
    return talk.end(talk.start(name, Map.of()));
  }

  private static Object choice(Conversation talk) {
    talk.taskDef("t");
    var cases = Map.of("A", List.of(talk.step("a")), "B", List.of(talk.step("b")));
    var choice =
        system(
            "s",
            "SWITCH",
            Map.of("c", "${workflow.input.c}"),
            "evaluatorType",
            "value-param",
            "expression",
            "c",
            "decisionCases",
            cases,
            "defaultCase",
            List.of(talk.step("d")));
    talk.workflowDef("sw", List.of(choice, talk.step("z")));
    var seen = new TreeMap<String, Object>();
    for (String value : Arrays.asList("A", "B", "X", null)) {
      String id = talk.start("sw", object("c", value));
      talk.work();
      talk.work();
      seen.put(value == null ? "None" : value, talk.end(id));
    }
    return seen;
  }

  private static Object decision(Conversation talk) {
    talk.taskDef("t");
    var decision =
        system(
            "s",
            "DECISION",
            Map.of("c", "${workflow.input.c}"),
            "caseValueParam",
            "c",
            "decisionCases",
            Map.of("A", List.of(talk.step("a"))),
            "defaultCase",
            List.of(talk.step("d")));
    talk.workflowDef("dec", List.of(decision));
    String id = talk.start("dec", Map.of("c", "A"));
    talk.work();
    return talk.end(id);
  }

  private static Object fork(Conversation talk) {
    talk.taskDef("t");
    talk.taskDef("u");
    var second = List.of(talk.step("u", "b", Map.of()), talk.step("u", "c", Map.of()));
    talk.workflowDef(
        "fj",
        List.of(
            system(
                "f", "FORK_JOIN", Map.of(), "forkTasks", List.of(List.of(talk.step("a")), second)),
            system("j", "JOIN", Map.of(), "joinOn", List.of("a", "c")),
            talk.step("z")));
    String id = talk.start("fj", Map.of());
    talk.complete("t", "a", 1);
    talk.complete("u", "b", 1);
    talk.complete("u", "c", 1);
    talk.awaitTask(id, "z");
    talk.work("z", 1);
    return talk.end(id);
  }

  private static Object dynamicFork(Conversation talk) {
    talk.taskDef("t");
    var fork =
        system(
            "f",
            "FORK_JOIN_DYNAMIC",
            Map.of("dt", "${workflow.input.dt}", "di", "${workflow.input.di}"),
            "dynamicForkTasksParam",
            "dt",
            "dynamicForkTasksInputParamName",
            "di");
    talk.workflowDef("fd", List.of(fork, system("j", "JOIN", Map.of()), talk.step("z")));
    String id =
        talk.start(
            "fd",
            object(
                "dt", List.of(talk.step("x1"), talk.step("x2")),
                "di", Map.of("x1", Map.of("k", 1), "x2", Map.of("k", 2))));
    answerBoth(talk);
    talk.awaitTask(id, "z");
    talk.work();
    return talk.end(id);
  }

  private static Object dynamicForkOfOneType(Conversation talk) {
    talk.taskDef("t");
    var input =
        object(
            "forkTaskName", talk.name("t"),
            "forkTaskInputs", List.of(Map.of("k", 1), Map.of("k", 2)));
    talk.workflowDef(
        "fds", List.of(system("f", "FORK_JOIN_DYNAMIC", input), system("j", "JOIN", Map.of())));
    String id = talk.start("fds", Map.of());
    answerBoth(talk);
    return talk.end(id);
  }

  private static void answerBoth(Conversation talk) {
    talk.polled("t", 2).stream()
        .sorted(Comparator.comparing(task -> (String) task.get("referenceTaskName")))
        .forEach(task -> {
          Object k = Json.map(task.get("inputData")).get("k");
          talk.update(task, "COMPLETED", "outputData", object("got", k));
        });
  }

  private static Object loop(Conversation talk) {
    talk.taskDef("t");
    var loop =
        system(
            "l",
            "DO_WHILE",
            Map.of("n", "${workflow.input.n}"),
            "loopCondition",
            "if ($.l['iteration'] < $.n) { true; } else { false; }",
            "loopOver",
            List.of(talk.step("a", "it", "${l.output.iteration}"), talk.step("b")));
    talk.workflowDef("dw", List.of(loop, talk.step("z", "last", "${l.output}")));
    String id = talk.start("dw", Map.of("n", 2));
    for (int k = 0; k < 5; k++) {
      talk.work("k", k);
    }
    return talk.end(id);
  }

  private static Object child(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef(
        "child",
        List.of(talk.step("c1", "v", "${workflow.input.v}")),
        "outputParameters",
        Map.of("cv", "${c1.output.v}"));
    var sub =
        system(
            "s",
            "SUB_WORKFLOW",
            Map.of("v", "${workflow.input.v}"),
            "subWorkflowParam",
            Map.of("name", talk.name("child"), "version", 1));
    talk.workflowDef("par", List.of(sub, talk.step("z", "got", "${s.output.cv}")));
    String id = talk.start("par", Map.of("v", 5));
    talk.work("v", 6);
    talk.awaitTask(id, "z");
    talk.work();
    var parent = talk.ended(id);
    var task = Json.maps(parent.get("tasks")).getFirst();
    var child = talk.workflow((String) task.get("subWorkflowId"));
    return object(
        "parent", brief(parent),
        "child", brief(child),
        "link", id.equals(child.get("parentWorkflowId")),
        "linkTask", task.get("taskId").equals(child.get("parentWorkflowTaskId")));
  }

  private static Object failingChild(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("childf", List.of(talk.step("c1")));
    var param = Map.of("name", talk.name("childf"), "version", 1);
    talk.workflowDef(
        "parf", List.of(system("s", "SUB_WORKFLOW", Map.of(), "subWorkflowParam", param)));
    String id = talk.start("parf", Map.of());
    talk.fail("FAILED", "reasonForIncompletion", "inner");
    return talk.end(id);
  }

  private static Object startOfAnother(Conversation talk) {
    talk.taskDef("t");
    talk.workflowDef("sc", List.of(talk.step("c1")));
    var request = object("name", talk.name("sc"), "version", 1, "input", Map.of("q", 1));
    return alone(talk, "sp", system("s", "START_WORKFLOW", Map.of("startWorkflow", request)));
  }

  private static Object dynamicTask(Conversation talk) {
    talk.taskDef("t");
    var input = object("taskToExecute", "${workflow.input.tt}", "q", 1);
    talk.workflowDef(
        "dy", List.of(system("d", "DYNAMIC", input, "dynamicTaskNameParam", "taskToExecute")));
    String id = talk.start("dy", Map.of("tt", talk.name("t")));
    talk.work("k", 1);
    return talk.end(id);
  }

  private static Object waitForTime(Conversation talk) {
    talk.workflowDef("wd", List.of(system("w", "WAIT", Map.of("duration", "1 seconds"))));
    var workflow = talk.ended(talk.start("wd", Map.of()));
    long began = ((Number) workflow.get("startTime")).longValue();
    long ended = ((Number) workflow.get("endTime")).longValue();
    return merged(object("ok", ended - began >= 1000), brief(workflow));
  }

  private static Object waitForSignal(Conversation talk) {
    talk.workflowDef("ws", List.of(system("w", "WAIT", Map.of())));
    String id = talk.start("ws", Map.of());
    var _ = talk.api.post("/tasks/" + id + "/w/COMPLETED?workerid=me", Map.of("sig", 1));
    return talk.end(id);
  }

  private static Object human(Conversation talk) {
    talk.workflowDef("hu", List.of(system("h", "HUMAN", Map.of("form", 1))));
    String id = talk.start("hu", Map.of());
    var before = brief(talk.workflow(id));
    var _ = talk.api.post("/tasks/" + id + "/h/COMPLETED?workerid=me", Map.of("by", "x"));
    return object("before", before, "after", talk.end(id));
  }

  private static Object scripts(Conversation talk) {
    var sum =
        object(
            "evaluatorType",
            "javascript",
            "expression",
            "(function(){ return {s: $.a + $.b, l: [1,2]}; })()",
            "a",
            2,
            "b",
            3);
    var plain = object("evaluatorType", "value-param", "expression", "q", "q", "qq");
    var wrong = object("evaluatorType", "javascript", "expression", "throw new Error(\"no\")");
    talk.workflowDef(
        "il",
        List.of(
            system("x", "INLINE", sum),
            system("y", "INLINE", plain),
            system("e", "INLINE", wrong, "optional", true)));
    return talk.end(talk.start("il", Map.of()));
  }

  private static Object queries(Conversation talk) {
    var sum =
        object(
            "queryExpression", ".d | map(.v) | add", "d", List.of(Map.of("v", 1), Map.of("v", 2)));
    var each = object("queryExpression", ".d[]", "d", List.of(1, 2));
    var wrong = object("queryExpression", ".d | nope", "d", 1);
    talk.workflowDef(
        "jq",
        List.of(
            system("x", "JSON_JQ_TRANSFORM", sum),
            system("y", "JSON_JQ_TRANSFORM", each),
            system("z", "JSON_JQ_TRANSFORM", wrong, "optional", true)));
    return talk.end(talk.start("jq", Map.of()));
  }

  private static Object variables(Conversation talk) {
    talk.workflowDef(
        "sv",
        List.of(
            system("x", "SET_VARIABLE", object("a", 1, "b", "${workflow.input.q}")),
            system("y", "SET_VARIABLE", Map.of("c", "${workflow.variables.b}"))),
        "variables",
        Map.of("init", 7),
        "outputParameters",
        Map.of("v", "${workflow.variables.c}", "i", "${workflow.variables.init}"));
    return talk.end(talk.start("sv", Map.of("q", "Q")));
  }

  private static Object earlyEnd(Conversation talk) {
    talk.taskDef("t");
    var input =
        object(
            "terminationStatus", "COMPLETED", "workflowOutput", Map.of("k", "${workflow.input.q}"));
    talk.workflowDef("tc", List.of(system("x", "TERMINATE", input), talk.step("z")));
    return talk.end(talk.start("tc", Map.of("q", "Q")));
  }

  private static Object earlyFailure(Conversation talk) {
    return alone(
        talk,
        "tf",
        system(
            "x",
            "TERMINATE",
            object(
                "terminationStatus", "FAILED",
                "terminationReason", "why",
                "workflowOutput", "str")));
  }
}
