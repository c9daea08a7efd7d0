package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.client.TaskExecLog;
import dev.millrace.server.Pending;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TaskRoutesTest {

  private static final String RESULT =
      """
      {"workflowInstanceId":"w1","taskId":"t1","workerId":"me","status":"COMPLETED"}\
      """;

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

  private void polled(Task... tasks) {
    http.recorded.does(
        "poll", args -> new Pending<>(CompletableFuture.completedFuture(List.of(tasks)), () -> {}));
  }

  private void updated(boolean accepted, Task... next) {
    http.recorded.answer("update", new Tasks.Updated("t1", accepted, List.of(next)));
  }

  @Test
  void aPollAnswersOneTaskAsJson() {
    polled(Samples.task("t1"));

    var response = http.get("/api/tasks/poll/resize?workerid=me&domain=d1");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(ApiHarness.type(response)).isEqualTo("application/json");
    assertThat(ApiHarness.json(response).get("taskId").asString()).isEqualTo("t1");
    assertThat(ApiHarness.json(response).has("correlationId")).isFalse();
    assertThat(http.recorded.calls)
        .containsExactly(
            "poll[Poll[type=resize, domain=d1, workerId=me, count=1, timeoutMillis=0]]");
  }

  @Test
  void everyAnswerSaysWhoWeAre() {
    assertThat(http.get("/api/tasks/poll/x").headers().firstValue("Millrace")).contains("1");
    assertThat(http.post("/api/tasks", "{}").headers().firstValue("Millrace")).contains("1");
    assertThat(http.get("/nowhere").headers().firstValue("Millrace")).contains("1");
  }

  @Test
  void definitionsAreLeftOutForThoseWhoDoNotWantThem() {
    polled(Samples.task("t1"));
    updated(true, Samples.task("t2"));

    var one = ApiHarness.json(http.get("/api/tasks/poll/x?definitions=false"));
    var batch = ApiHarness.json(http.get("/api/tasks/poll/batch/x?definitions=false")).get(0);
    var next = ApiHarness.json(http.post("/api/tasks/update-v2?definitions=false", RESULT));
    var many =
        ApiHarness.json(http.post("/api/tasks/update-v2?count=2&definitions=false", RESULT)).get(0);

    assertThat(List.of(one, batch, next, many))
        .allSatisfy(task -> {
          assertThat(task.has("workflowTask")).isFalse();
          assertThat(task.has("taskDefinition")).isFalse();
          assertThat(task.get("inputData").get("width").asInt()).isEqualTo(80);
        });
    assertThat(ApiHarness.json(http.get("/api/tasks/poll/x")).has("taskDefinition")).isTrue();
  }

  @Test
  void anEmptyPollIs204() {
    var response = http.get("/api/tasks/poll/resize");

    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void anEmptyBatchPollIsAnEmptyList() {
    var response = http.get("/api/tasks/poll/batch/resize?count=3&timeout=250&workerid=w");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("[]");
    assertThat(http.recorded.calls)
        .containsExactly(
            "poll[Poll[type=resize, domain=null, workerId=w, count=3, timeoutMillis=250]]");
  }

  @Test
  void aBatchPollAnswersAList() {
    polled(Samples.task("t1"), Samples.task("t2"));

    var json = ApiHarness.json(http.get("/api/tasks/poll/batch/resize?count=5"));

    assertThat(json.size()).isEqualTo(2);
    assertThat(json.get(1).get("taskId").asString()).isEqualTo("t2");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void whoWantsNoneGetsNone(int count) {
    var response = http.get("/api/tasks/poll/batch/resize?count=" + count);

    assertThat(response.body()).isEqualTo("[]");
    assertThat(http.recorded.calls).isEmpty();
  }

  @Test
  void moreThanTheLimitIsCutToIt() {
    assertThat(http.get("/api/tasks/poll/batch/x?count=100000").statusCode()).isEqualTo(200);
    assertThat(http.recorded.calls.getFirst()).contains("count=1000,");
  }

  @Test
  void theReferencesTimeoutHasItsLimitAndOursHasOurs() {
    var response = http.get("/api/tasks/poll/batch/x?timeout=6000");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(ApiHarness.json(response).get("message").asString())
        .isEqualTo("Long Poll Timeout value cannot be more than 5 seconds");

    assertThat(http.get("/api/tasks/poll/batch/x?timeout=5000&wait=30000").statusCode())
        .isEqualTo(200);
    assertThat(http.recorded.calls.getFirst()).contains("timeoutMillis=30000");
    assertThat(http.get("/api/tasks/poll/batch/x?wait=60001").statusCode()).isEqualTo(400);
  }

  @Test
  void namesInPathsAreDecoded() {
    assertThat(http.get("/api/tasks/poll/a%2Fb%20c+d").statusCode()).isEqualTo(204);
    assertThat(http.recorded.calls.getFirst()).contains("type=a/b c+d,");
  }

  @Test
  void anUpdateAnswersThePlainId() {
    updated(true);

    var response = http.post("/api/tasks?lease=3", RESULT);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(ApiHarness.type(response)).startsWith("text/plain");
    assertThat(response.body()).isEqualTo("t1");
    assertThat(response.headers().firstValue("Millrace-Accepted")).isEmpty();
    assertThat(http.recorded.calls.getFirst()).endsWith(", 3, 0]");
  }

  @Test
  void anUpdateThatDidNotCountSaysSo() {
    updated(false);

    assertThat(http.post("/api/tasks", RESULT).headers().firstValue("Millrace-Accepted"))
        .contains("false");
  }

  @Test
  void revokedTasksAreToldWithPollsAndUpdates() {
    updated(true);
    http.recorded.does("revoked", args -> args[0].equals("me") ? List.of("t7", "t8") : List.of());

    assertThat(http.post("/api/tasks", RESULT).headers().firstValue("Millrace-Revoked"))
        .contains("t7,t8");
    assertThat(http.get("/api/tasks/poll/x?workerid=me").headers().firstValue("Millrace-Revoked"))
        .contains("t7,t8");
    assertThat(http.get("/api/tasks/poll/x").headers().firstValue("Millrace-Revoked")).isEmpty();
  }

  @Test
  void updateV2AnswersTheNextTask() {
    updated(true, Samples.task("t2"));

    var response = http.post("/api/tasks/update-v2", RESULT);

    assertThat(ApiHarness.json(response).get("taskId").asString()).isEqualTo("t2");
    assertThat(http.recorded.calls.getFirst()).endsWith(", null, 1]");
  }

  @Test
  void updateV2WithACountAnswersAList() {
    updated(true, Samples.task("t2"));

    var response = http.post("/api/tasks/update-v2?count=8&lease=1", RESULT);

    assertThat(ApiHarness.json(response).get(0).get("taskId").asString()).isEqualTo("t2");
    assertThat(http.recorded.calls.getFirst()).endsWith(", 1, 8]");
  }

  @ParameterizedTest
  @CsvSource({"''", "?count=4"})
  void updateV2WithoutANextTaskIs204(String query) {
    updated(true);

    assertThat(http.post("/api/tasks/update-v2" + query, RESULT).statusCode()).isEqualTo(204);
  }

  @Test
  void anUnknownTaskIs404InTheReferencesForm() {
    http.recorded.fail(
        "update", new ServiceException(ServiceException.Code.NOT_FOUND, "No such task: t1"));

    var response = http.post("/api/tasks/update-v2", RESULT);

    assertThat(response.statusCode()).isEqualTo(404);
    var json = ApiHarness.json(response);
    assertThat(json.get("status").asInt()).isEqualTo(404);
    assertThat(json.get("message").asString()).isEqualTo("No such task: t1");
    assertThat(json.get("instance").asString()).isNotEmpty();
    assertThat(json.get("retryable").asBoolean()).isFalse();
    assertThat(json.has("validationErrors")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"taskId\":\"t\",\"status\":\"COMPLETED\"} | workflowInstanceId | must not be empty |",
        "{\"workflowInstanceId\":\"w\",\"taskId\":\"t\",\"status\":\"DONE\"} | status"
            + " | must be one of [IN_PROGRESS, FAILED, FAILED_WITH_TERMINAL_ERROR, COMPLETED,"
            + " CANCELED] | DONE",
        "{\"callbackAfterSeconds\":\"x\"} | callbackAfterSeconds"
            + " | must be a whole number in its range | x",
        "{\"callbackAfterSeconds\":99999999999999999999} | callbackAfterSeconds"
            + " | must be a whole number in its range |",
        "{\"outputData\":[1]} | outputData | must be an object |",
        "{\"name\": | body | is not JSON (line 1, column 9) |",
        "[] | body | must be an object |",
        "null | body | must not be null | null",
        "'' | body | must not be empty |"
      })
  void wrongBodiesAre400WithThePlace(String body, String path, String message, String value) {
    var response = http.post("/api/tasks/update-v2", body);

    assertThat(response.statusCode()).isEqualTo(400);
    var json = ApiHarness.json(response);
    assertThat(json.get("message").asString())
        .isEqualTo("Validation failed, check below errors for detail.");
    var error = json.get("validationErrors").get(0);
    assertThat(error.get("path").asString()).isEqualTo(path);
    assertThat(error.get("message").asString()).isEqualTo(message);
    assertThat(error.has("invalidValue") ? error.get("invalidValue").asString() : null)
        .isEqualTo(value);
    assertThat(http.recorded.calls).isEmpty();
  }

  @Test
  void updatesByReferenceTakeTheOutputAsBody() {
    http.recorded.answer("updateByRef", new Tasks.Updated("t9", true, List.of()));

    var response = http.post("/api/tasks/w1/wait_ref/COMPLETED?workerid=me", "{\"a\":1}");

    assertThat(response.body()).isEqualTo("t9");
    assertThat(http.recorded.calls)
        .containsExactly("updateByRef[w1, wait_ref, COMPLETED, {a=1}, me]");
  }

  @Test
  void aSyncUpdateAnswersTheWorkflow() {
    http.recorded.answer("updateByRef", new Tasks.Updated("t9", true, List.of()));
    http.recorded.answer("workflow", Samples.workflow("w1"));

    var response = http.post("/api/tasks/w1/r/FAILED/sync", "{}");

    assertThat(ApiHarness.json(response).get("workflowId").asString()).isEqualTo("w1");
    assertThat(http.recorded.calls)
        .containsExactly("updateByRef[w1, r, FAILED, {}, null]", "workflow[w1, true]");
  }

  @Test
  void signalsAreNotTakenForReferences() {
    http.recorded.answer("signal", new Tasks.Updated("t9", true, List.of()));

    var response = http.post("/api/tasks/w1/COMPLETED/signal", "{\"x\":true}");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(http.recorded.calls).containsExactly("signal[w1, COMPLETED, {x=true}]");
  }

  @Test
  void aSignalCanWait() {
    var path = "/api/tasks/w1/COMPLETED/signal/sync?returnStrategy=BLOCKING_TASK&timeoutMillis=70";

    var ignored = http.post(path, "{}");

    assertThat(http.recorded.calls)
        .containsExactly("signalAndWait[w1, COMPLETED, {}, BLOCKING_TASK, 70]");
  }

  @Test
  void logsAreRawTextAndNoneIs204() {
    assertThat(http.post("/api/tasks/t1/log", "half \"done\"").statusCode()).isEqualTo(200);
    assertThat(http.recorded.calls).containsExactly("log[t1, half \"done\"]");

    http.recorded.answer("logs", List.of());
    assertThat(http.get("/api/tasks/t1/log").statusCode()).isEqualTo(204);

    http.recorded.answer("logs", List.of(new TaskExecLog("x", "t1", 5)));
    assertThat(http.get("/api/tasks/t1/log").body())
        .isEqualTo("[{\"log\":\"x\",\"taskId\":\"t1\",\"createdTime\":5}]");
  }
}
