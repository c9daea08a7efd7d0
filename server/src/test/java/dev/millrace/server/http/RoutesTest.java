package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.PollData;
import dev.millrace.client.SearchResult;
import dev.millrace.server.ServiceException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each address asks of the services, and the form of its answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RoutesTest {

  private static final String START =
      "StartWorkflowRequest[name=%s, version=%s, correlationId=%s, input=%s, taskToDomain={},"
          + " workflowDef=null, externalInputPayloadStoragePath=null, priority=%d,"
          + " createdBy=null, idempotencyKey=null, idempotencyStrategy=null]";

  private ApiHarness http;

  @BeforeAll
  void start() {
    http = new ApiHarness();
  }

  @BeforeEach
  void forget() {
    http.recorded.forget();
  }

  @AfterAll
  void stop() {
    http.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DELETE | /api/workflow/w1?reason=no%20more | | terminate[w1, no more] | 200",
        "DELETE | /api/workflow/w1 | | terminate[w1, null] | 200",
        "PUT | /api/workflow/w1/pause | | pause[w1] | 200",
        "PUT | /api/workflow/w1/resume | | resume[w1] | 200",
        "POST | /api/workflow/w1/retry?resumeSubworkflowTasks=true | | retry[w1, true] | 204",
        "POST | /api/workflow/w1/retry | {} | retry[w1, false] | 204",
        "POST | /api/workflow/w1/restart?useLatestDefinitions=true | | restart[w1, true] | 204",
        "POST | /api/workflow/w1/resetcallbacks | | resetCallbacks[w1] | 204",
        "PUT | /api/workflow/decide/w1 | | decide[w1] | 200",
        "PUT | /api/workflow/w1/skiptask/a | {\"taskOutput\":{\"x\":1}}"
            + " | skip[w1, a, SkipTaskRequest[taskInput=null, taskOutput={x=1}]] | 200",
        "PUT | /api/workflow/w1/skiptask/a |"
            + " | skip[w1, a, SkipTaskRequest[taskInput=null, taskOutput=null]] | 200",
        "DELETE | /api/workflow/w1/remove?archiveWorkflow=false | | remove[w1] | 200",
        "DELETE | /api/metadata/taskdefs/a | | deleteTask[a] | 200",
        "DELETE | /api/metadata/workflow/a/3 | | deleteWorkflow[a, 3] | 200",
        "POST | /api/queue/update/w1/ref/COMPLETED | {\"a\":1}"
            + " | updateByRef[w1, ref, COMPLETED, {a=1}, null] | 200",
        "POST | /api/queue/update/w1/task/t1/FAILED | {}"
            + " | updateById[w1, t1, FAILED, {}] | 200",
      })
  void commandsAnswerNothing(String method, String path, String body, String call, int status) {
    var response = http.send(method, path, body);

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).isEmpty();
    assertThat(http.recorded.calls).containsExactly(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/api/workflow/w1 | workflow[w1, true]",
        "/api/workflow/w1?includeTasks=false | workflow[w1, false]",
        "/api/workflow/running/a?version=2&startTime=5 | running[a, 2, 5, null]",
        "/api/workflow/running/a | running[a, 1, null, null]",
        "/api/workflow/a/correlated/c1?includeClosed=true | correlated[a, c1, true, false]",
        "/api/workflow/search?size=5&query=status%20IN%20(RUNNING)&sort=startTime:DESC"
            + " | search[Search[start=0, size=5, sort=startTime:DESC, freeText=null,"
            + " query=status IN (RUNNING), topLevelOnly=false]]",
        "/api/workflow/search-v2?freeText=*&topLevelOnly=true"
            + " | searchWhole[Search[start=0, size=100, sort=null, freeText=*, query=null,"
            + " topLevelOnly=true]]",
        "/api/workflow/search-by-tasks?start=7"
            + " | searchByTasks[Search[start=7, size=100, sort=null, freeText=null, query=null,"
            + " topLevelOnly=false]]",
        "/api/workflow/search-by-tasks-v2"
            + " | searchByTasksWhole[Search[start=0, size=100, sort=null, freeText=null,"
            + " query=null, topLevelOnly=false]]",
        "/api/workflow/w1/tasks?start=2&count=3&status=FAILED&status=TIMED_OUT"
            + " | tasks[w1, 2, 3, [FAILED, TIMED_OUT]]",
        "/api/workflow/w1/tasks | tasks[w1, 0, 15, []]",
        "/api/tasks/search | search[Search[start=0, size=100, sort=null, freeText=null,"
            + " query=null, topLevelOnly=false]]",
        "/api/tasks/search-v2?query=a%3Db | searchWhole[Search[start=0, size=100, sort=null,"
            + " freeText=null, query=a=b, topLevelOnly=false]]",
        "/api/tasks/t1 | task[t1]",
        "/api/tasks/queue/polldata?taskType=a | pollData[a]",
        "/api/tasks/queue/polldata/all | pollData[null]",
        "/api/admin/task/a?count=3 | inProgress[a, 0, 3]",
        "/api/metadata/taskdefs | tasks[]",
        "/api/metadata/taskdefs/a | task[a]",
        "/api/metadata/workflow | workflows[]",
        "/api/metadata/workflow/a | workflow[a, null]",
        "/api/metadata/workflow/a?version=2 | workflow[a, 2]",
      })
  void readsAskOnce(String path, String call) {
    var response = http.get(path);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(ApiHarness.type(response)).isEqualTo("application/json");
    assertThat(http.recorded.calls).containsExactly(call);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, pause, Pause[]",
    "PUT, resume, Resume[]",
    "POST, restart?useLatestDefinitions=true, Restart[useLatestDefinitions=true]",
    "POST, retry, Retry[]",
    "POST, terminate?reason=r, Terminate[reason=r]",
    "DELETE, remove, Remove[]",
    "DELETE, terminate-remove?reason=r, TerminateAndRemove[reason=r]",
  })
  void bulkCommandsTakeIds(String method, String path, String bulk) {
    http.recorded.answer(
        "each", new BulkResponse<>(Map.of("w2", "No such workflow"), List.of("w1"), null));

    var response = http.send(method, "/api/workflow/bulk/" + path, "[\"w1\",\"w2\"]");

    assertThat(http.recorded.calls).containsExactly("each[[w1, w2], " + bulk + "]");
    assertThat(response.body())
        .isEqualTo(
            "{\"bulkErrorResults\":{\"w2\":\"No such workflow\"},"
                + "\"bulkSuccessfulResults\":[\"w1\"],"
                + "\"message\":\"Bulk Request has been processed.\"}");
  }

  @Test
  void longListsAreRefused() {
    String ids = "[" + "\"x\",".repeat(1000) + "\"x\"]";

    var response = http.send("PUT", "/api/workflow/bulk/pause", ids);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("must not list more than 1000");
  }

  @Test
  void bulkSearchAnswersWhatIsThere() {
    http.recorded.does(
        "workflow",
        args ->
            args[0].equals("w1")
                ? CompletableFuture.completedFuture(Samples.workflow("w1"))
                : CompletableFuture.failedFuture(
                    new ServiceException(ServiceException.Code.NOT_FOUND, "No " + args[0])));

    var json = ApiHarness.json(http.post("/api/workflow/bulk/search", "[\"w1\",\"w2\",\"w1\"]"));

    assertThat(json.get("bulkSuccessfulResults").size()).isEqualTo(1);
    assertThat(json.get("bulkErrorResults").get("w2").asString()).isEqualTo("No w2");
  }

  @Test
  void startsAnswerThePlainId() {
    http.recorded.answer("start", "w1");

    var response = http.post("/api/workflow", "{\"name\":\"a\",\"input\":{\"x\":null}}");

    assertThat(response.body()).isEqualTo("w1");
    assertThat(ApiHarness.type(response)).startsWith("text/plain");
    assertThat(http.recorded.calls)
        .containsExactly("start[" + START.formatted("a", null, null, "{x=null}", 0) + "]");
  }

  @Test
  void startsByNameTakeTheInputAsBody() {
    http.recorded.answer("start", "w1");

    var path = "/api/workflow/a?version=2&correlationId=c&priority=9";
    assertThat(http.post(path, "{\"x\":1}").body()).isEqualTo("w1");

    assertThat(http.recorded.calls)
        .containsExactly("start[" + START.formatted("a", 2, "c", "{x=1}", 9) + "]");
  }

  @Test
  void executionsWaitAsToldByTheAddress() {
    var ignored =
        http.post(
            "/api/workflow/execute/a/3?requestId=r&waitForSeconds=5&waitUntilTaskRef=x,y"
                + "&returnStrategy=BLOCKING_TASK",
            "{\"name\":\"other\",\"version\":9,\"input\":{}}");

    assertThat(http.recorded.calls)
        .containsExactly(
            "execute[Execution[request="
                + START.formatted("a", 3, null, "{}", 0)
                + ", requestId=r, untilRefs=[x, y], waitMillis=5000, show=BLOCKING_TASK]]");
  }

  @Test
  void rerunsAnswerThePlainId() {
    http.recorded.answer("rerun", "w1");

    var response = http.post("/api/workflow/w1/rerun", "{\"reRunFromTaskId\":\"t1\"}");

    assertThat(response.body()).isEqualTo("w1");
    assertThat(http.recorded.calls.getFirst()).contains("reRunFromTaskId=t1");
  }

  @Test
  void terminateAndRemoveDoesBothInTurn() {
    var ignored = http.send("DELETE", "/api/workflow/w1/terminate-remove?reason=r", null);

    assertThat(http.recorded.calls).containsExactly("terminate[w1, r]", "remove[w1]");
  }

  @Test
  void aStatusShowsWhatWasAskedFor() {
    http.recorded.answer("workflow", Samples.workflow("w1"));

    assertThat(http.get("/api/workflow/w1/status").body())
        .isEqualTo("{\"workflowId\":\"w1\",\"correlationId\":\"c\",\"status\":\"RUNNING\"}");
    assertThat(http.get("/api/workflow/w1/status?includeOutput=true&includeVariables=true").body())
        .contains("\"output\":{},\"variables\":{}");
  }

  @Test
  void manyCorrelationsAreAskedForOneByOne() {
    http.recorded.answer("correlated", List.of(Samples.workflow("w1")));

    var json =
        ApiHarness.json(
            http.post("/api/workflow/a/correlated?includeTasks=true", "[\"c1\",\"c2\"]"));

    assertThat(json.get("c2").get(0).get("workflowId").asString()).isEqualTo("w1");
    assertThat(http.recorded.calls)
        .containsExactly("correlated[a, c1, false, true]", "correlated[a, c2, false, true]");
  }

  @Test
  void queueSizesComeInTheReferencesForms() {
    http.recorded.answer("queueSizes", Map.of("b", 2L, "a", 1L, "d:a", 7L));

    assertThat(http.get("/api/tasks/queue/all").body()).isEqualTo("{\"a\":1,\"b\":2,\"d:a\":7}");
    assertThat(http.get("/api/tasks/queue/sizes?taskType=b&taskType=z").body())
        .isEqualTo("{\"b\":2,\"z\":0}");
    assertThat(http.get("/api/tasks/queue/size?taskType=a").body()).isEqualTo("1");
    assertThat(http.get("/api/tasks/queue/size?taskType=a&domain=d").body()).isEqualTo("7");
    assertThat(http.get("/api/tasks/queue/size?taskType=z").body()).isEqualTo("0");
    assertThat(http.get("/api/tasks/queue/all/verbose").body())
        .startsWith("{\"a\":{\"a\":{\"size\":1}}");
    assertThat(http.get("/api/tasks/queue/size").statusCode()).isEqualTo(400);
  }

  @Test
  void pollDataLeavesOutNulls() {
    http.recorded.answer("pollData", List.of(new PollData("a", null, "me", 5)));

    assertThat(http.get("/api/tasks/queue/polldata?taskType=a").body())
        .isEqualTo("[{\"queueName\":\"a\",\"workerId\":\"me\",\"lastPollTime\":5}]");
  }

  @Test
  void definitionsAreCheckedForWhatMustBeThere() {
    var tasks = http.post("/api/metadata/taskdefs", "[{\"name\":\"a\"},{}]");
    assertThat(tasks.statusCode()).isEqualTo(400);
    assertThat(tasks.body()).contains("\"path\":\"[1].name\"");

    var workflow =
        http.post(
            "/api/metadata/workflow",
            """
            {"name":"a","tasks":[{"name":"s","taskReferenceName":"s","type":"SWITCH",
             "decisionCases":{"x":[{"name":"y"}]}}]}\
            """);
    assertThat(workflow.statusCode()).isEqualTo(400);
    assertThat(workflow.body()).contains("\"path\":\"tasks[0].x[0].taskReferenceName\"");
    assertThat(http.recorded.calls).isEmpty();
  }

  @Test
  void definitionsAreRegistered() {
    assertThat(http.post("/api/metadata/taskdefs", "[{\"name\":\"a\"}]").statusCode())
        .isEqualTo(200);
    assertThat(http.send("PUT", "/api/metadata/taskdefs", "{\"name\":\"a\"}").statusCode())
        .isEqualTo(200);
    String workflow = "{\"name\":\"a\",\"tasks\":[{\"name\":\"x\",\"taskReferenceName\":\"x\"}]}";
    assertThat(http.post("/api/metadata/workflow?overwrite=true", workflow).statusCode())
        .isEqualTo(200);
    assertThat(http.post("/api/metadata/workflow/validate", workflow).statusCode()).isEqualTo(200);
    http.recorded.answer("putWorkflows", new BulkResponse<>(Map.of(), List.of("a"), null));
    assertThat(http.send("PUT", "/api/metadata/workflow", "[" + workflow + "]").body())
        .contains("\"bulkSuccessfulResults\":[\"a\"]");

    assertThat(http.recorded.calls)
        .extracting(call -> call.substring(0, call.indexOf('[')))
        .containsExactly("putTasks", "updateTask", "addWorkflow", "validate", "putWorkflows");
    assertThat(http.recorded.calls.get(2)).endsWith(", true]");
  }

  @Test
  void definitionsAreListedByNameAndVersion() {
    http.recorded.answer(
        "workflows",
        List.of(
            Samples.workflowDef("b", 1), Samples.workflowDef("a", 2), Samples.workflowDef("a", 1)));
    String base = "/api/metadata/workflow";

    assertThat(http.get(base + "/names").body()).isEqualTo("[\"a\",\"b\"]");
    var latest = ApiHarness.json(http.get(base + "/latest-versions"));
    assertThat(latest.get(0).get("version").asInt()).isEqualTo(2);
    assertThat(latest.size()).isEqualTo(2);
    assertThat(http.get(base + "/a/versions").body())
        .isEqualTo(
            "[{\"name\":\"a\",\"version\":1,\"createTime\":0,\"updateTime\":0},"
                + "{\"name\":\"a\",\"version\":2,\"createTime\":0,\"updateTime\":0}]");
    assertThat(ApiHarness.json(http.get(base + "/names-and-versions")).get("a").size())
        .isEqualTo(2);
    assertThat(http.get(base + "/z/versions").statusCode()).isEqualTo(404);
  }

  @Test
  void searchesAnswerTotals() {
    http.recorded.answer("search", new SearchResult<>(7, List.of()));

    assertThat(http.get("/api/workflow/search").body())
        .isEqualTo("{\"totalHits\":7,\"results\":[]}");
  }

  @Test
  void adminRepairsNothingButChecksThatItIsThere() {
    assertThat(http.post("/api/admin/sweep/requeue/w1", null).body()).isEqualTo("true.w1");
    assertThat(http.post("/api/admin/consistency/verifyAndRepair/w1", null).body())
        .isEqualTo("false");
    assertThat(http.recorded.calls).containsExactly("decide[w1]", "decide[w1]");
    assertThat(http.post("/api/tasks/queue/requeue/a", null).body()).isEqualTo("0");
    assertThat(http.get("/api/admin/config").body()).isEqualTo("{\"http.port\":\"0\"}");
    assertThat(http.get("/api/admin/queues?verbose=true").body()).isEqualTo("{}");
    assertThat(http.get("/api/queue/").body()).isEqualTo("{}");
    assertThat(http.get("/api/queue/size").body()).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/event",
        "POST /api/event",
        "PUT /api/event",
        "GET /api/event/x",
        "DELETE /api/event/x",
        "GET /api/environment",
        "GET /api/environment/x",
        "GET /api/secrets",
        "GET /context.js",
        "GET /api/tasks/externalstoragelocation",
        "GET /api/workflow/external-storage-location",
        "POST /api/workflow/test",
      })
  void whatIsAbsentSaysSo(String request) {
    String[] parts = request.split(" ", -1);

    var response = http.send(parts[0], parts[1], parts[0].equals("GET") ? null : "{}");

    assertThat(response.statusCode()).isEqualTo(501);
    assertThat(ApiHarness.json(response).get("status").asInt()).isEqualTo(501);
    assertThat(http.recorded.calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/workflow/w1?includeTasks=maybe | includeTasks | maybe",
        "/api/workflow/running/a?version=x | version | x",
        "/api/workflow/search?size=100000 | size | 100000",
        "/api/workflow/w1/tasks?status=DONE | status | DONE",
        "/api/tasks/poll/x?workerid=%zz | workerid | %zz",
      })
  void wrongParametersAre400(String path, String name, String value) throws Exception {
    var response = RawHttp.get(http.api.port(), path);

    assertThat(response).startsWith("HTTP/1.1 400 ");
    assertThat(response)
        .contains("\"path\":\"" + name + "\"", "\"invalidValue\":\"" + value + "\"");
  }
}
