package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UpdateManyRouteTest {

  private static final String PATH = "/api/tasks/updates";

  private ApiHarness http;
  private final List<Tasks.Update> taken = new ArrayList<>();

  @BeforeAll
  void start() {
    http = new ApiHarness(HttpLimits.defaults().withInFlight(0).withBatch(20));
  }

  @BeforeEach
  void forget() {
    http.recorded.forget();
    taken.clear();
    answers(update -> updated(update, true));
  }

  @AfterAll
  void stop() {
    http.close();
  }

  private void answers(Function<Tasks.Update, CompletableFuture<Tasks.Updated>> answer) {
    http.recorded.does(
        "updateAll",
        args -> {
          @SuppressWarnings("unchecked")
          var updates = (List<Tasks.Update>) args[0];
          taken.addAll(updates);
          return updates.stream().map(answer).toList();
        });
  }

  private static CompletableFuture<Tasks.Updated> updated(
      Tasks.Update update, boolean accepted, Task... next) {
    return CompletableFuture.completedFuture(
        new Tasks.Updated(update.result().taskId(), accepted, List.of(next)));
  }

  private static String item(String task, String more) {
    return """
    {%s"result":{"workflowInstanceId":"w","taskId":"%s","workerId":"me","status":"COMPLETED"}}\
    """
        .formatted(more, task);
  }

  private JsonNode post(String... items) {
    var response = http.post(PATH, "[" + String.join(",", items) + "]");
    assertThat(response.statusCode()).isEqualTo(200);
    return ApiHarness.json(response);
  }

  @Test
  void eachIsTakenWithWhatItSaysAndAnsweredInOrder() {
    answers(update ->
        switch (update.result().taskId()) {
          case "a" -> updated(update, true, Samples.task("n1"), Samples.task("n2"));
          case "b" -> updated(update, false);
          default -> updated(update, true, Samples.task("n3"));
        });

    JsonNode replies =
        post(
            item("a", "\"lease\":7,\"count\":2,\"definitions\":false,"),
            item("b", "\"new\":{\"x\":[1]},"),
            item("c", "\"count\":1000,"),
            item("d", "\"count\":1,"));

    assertThat(taken)
        .extracting(update -> update.result().taskId())
        .containsExactly("a", "b", "c", "d");
    assertThat(taken).extracting(Tasks.Update::lease).containsExactly(7, null, null, null);
    assertThat(taken)
        .as("what one answer may bring")
        .extracting(Tasks.Update::next)
        .containsExactly(2, 0, 18, 0);
    assertThat(replies.get(0).get("tasks").get(1).get("taskId").asString()).isEqualTo("n2");
    assertThat(replies.get(0).get("tasks").get(0).has("taskDefinition")).isFalse();
    assertThat(replies.get(1)).hasToString("{\"status\":200,\"accepted\":false,\"tasks\":[]}");
    assertThat(replies.get(2).get("tasks").get(0).has("taskDefinition")).isTrue();
    assertThat(replies.size()).isEqualTo(4);
  }

  @Test
  void noneIsNone() {
    assertThat(post()).hasToString("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"result\":{\"taskId\":\"t\",\"status\":\"COMPLETED\"}} | workflowInstanceId"
            + " | must not be empty",
        "{\"result\":{\"outputData\":{\"a\":[{\"b\":1}]},\"status\":\"DONE\",\"x\":[[]]}} | status"
            + " | must be one of [IN_PROGRESS, FAILED, FAILED_WITH_TERMINAL_ERROR, COMPLETED,"
            + " CANCELED]",
        "{\"result\":{\"outputData\":[[1],{\"a\":[]}]},\"count\":1} | outputData"
            + " | must be an object",
        "{\"lease\":{\"a\":1}} | body | must be a whole number in its range",
        "{\"count\":1,\"lease\":99999999999,\"a\":[{}]} | body"
            + " | must be a whole number in its range",
        "{\"lease\":-1,\"result\":{\"workflowInstanceId\":\"w\",\"taskId\":\"t\","
            + "\"status\":\"COMPLETED\"}} | lease | must not be negative",
        "{\"count\":1} | result | must not be null",
        "{\"result\":null} | result | must not be null",
        "null | body | must be an object",
        "[[{}]] | body | must be an object",
      })
  void aWrongOneDoesNotSpoilTheOthers(String wrong, String path, String message) {
    JsonNode replies = post(item("a", ""), wrong, item("b", ""));

    assertThat(taken).extracting(update -> update.result().taskId()).containsExactly("a", "b");
    assertThat(replies.get(0).get("status").asInt()).isEqualTo(200);
    assertThat(replies.get(2).get("status").asInt()).isEqualTo(200);
    JsonNode bad = replies.get(1);
    assertThat(bad.get("status").asInt()).isEqualTo(400);
    JsonNode error = bad.get("validationErrors").get(0);
    assertThat(error.get("path").asString()).isEqualTo(path);
    assertThat(error.get("message").asString()).isEqualTo(message);
  }

  @Test
  void eachFaultHasTheStatusItWouldHaveAlone() {
    answers(update ->
        switch (update.result().taskId()) {
          case "gone" ->
              CompletableFuture.failedFuture(
                  new ServiceException(ServiceException.Code.NOT_FOUND, "No such task: gone"));
          case "later" ->
              CompletableFuture.failedFuture(
                  new ServiceException(ServiceException.Code.UNAVAILABLE, "The store is away"));
          default -> updated(update, true);
        });

    JsonNode replies = post(item("gone", ""), item("good", ""), item("later", ""));

    assertThat(replies.get(0).get("status").asInt()).isEqualTo(404);
    assertThat(replies.get(0).get("message").asString()).isEqualTo("No such task: gone");
    assertThat(replies.get(0).get("retryable").asBoolean()).isFalse();
    assertThat(replies.get(1).get("status").asInt()).isEqualTo(200);
    assertThat(replies.get(2).get("status").asInt()).isEqualTo(503);
    assertThat(replies.get(2).get("retryable").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | must be a list",
        "7 | must be a list",
        "[{\"count\":1},{\"count\": | is not JSON (line 1, column 23)",
        "[{\"result\":{\"status\":\"DONE\"]}] | is not JSON (line 1, column 28)",
        "null | must not be null",
        "'' | must not be empty"
      })
  void whatIsNoListIsRefusedAsAWhole(String body, String message) {
    var response = http.post(PATH, body);

    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode error = ApiHarness.json(response).get("validationErrors").get(0);
    assertThat(error.get("path").asString()).isEqualTo("body");
    assertThat(error.get("message").asString()).isEqualTo(message);
    assertThat(taken).isEmpty();
  }

  private static String times(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> item("t" + i, ""))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void tooManyAreRefused() {
    assertThat(ApiHarness.json(http.post(PATH, times(100))).size()).isEqualTo(100);
    assertThat(taken).hasSize(100);

    var response = http.post(PATH, times(101));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("must not list more than 100");
    assertThat(taken).hasSize(100);
  }

  @Test
  void resultsAreTakenHoweverMuchThereIsToDo() {
    // The harness lets nothing else in.
    assertThat(http.get("/api/workflow/w1").statusCode()).isEqualTo(429);
    assertThat(post(item("a", "")).get(0).get("status").asInt()).isEqualTo(200);
  }

  @Test
  void revokedTasksAreToldOnceForAllItems() {
    http.recorded.does("revoked", args -> args[0].equals("me") ? List.of("t7", "t8") : List.of());

    var response = http.post(PATH, "[" + item("a", "") + "," + item("b", "") + "]");

    assertThat(response.headers().allValues("Millrace-Revoked")).containsExactly("t7,t8");
  }

  @Test
  void theDescriptionShowsBodyAndAnswer() {
    JsonNode operation = ApiHarness.json(http.get("/api-docs")).get("paths").get(PATH).get("post");

    assertThat(operation.get("requestBody").toString()).contains("schemas/TaskUpdate\"");
    assertThat(operation.get("responses").get("200").toString())
        .contains("schemas/TaskUpdateReply\"");
  }
}
