package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.object;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The scenarios of the reference over HTTP, on whatever store. They wait more than they work, so
 * they run side by side.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConformanceContract {

  private static final int AT_ONCE = 8;

  /** Where we differ on purpose, and what HTTP tasks say of their failures. */
  private static final List<String> OURS =
      List.of(
          "idempotency_key",
          "priority_order",
          "update_v2_duplicate_update_hands_out_again",
          "validation_errors",
          "http_task");

  private RunningServer server;

  abstract RunningServer open();

  @BeforeAll
  void start() {
    server = open();
  }

  @AfterAll
  void stop() {
    server.close();
    assertThat(server.faults).isEmpty();
  }

  private static Map<String, Scenario> scenarios() {
    var all = new TreeMap<>(WorkerScenarios.all());
    all.putAll(ControlScenarios.all());
    all.putAll(ClientScenarios.all());
    return all;
  }

  @Test
  void everyScenarioIsPlayed() {
    var played = new TreeSet<>(scenarios().keySet());
    played.addAll(OURS);
    assertThat(played).isEqualTo(new TreeSet<>(Reference.scenarios()));
  }

  @TestFactory
  Stream<DynamicTest> answersAsTheReferenceDoes() {
    ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
    var results = new LinkedHashMap<String, Future<?>>();
    scenarios()
        .forEach((name, scenario) -> results.put(name, players.submit(() -> play(name, scenario))));
    players.shutdown();
    return results.entrySet().stream()
        .map(entry ->
            DynamicTest.dynamicTest(
                entry.getKey(),
                () -> {
                  var _ = entry.getValue().get();
                }));
  }

  private void play(String name, Scenario scenario) {
    var talk = new Conversation(server.api);
    Reference.assertSame(name, scenario.play(talk), talk.suffix);
  }

  @Test
  void aKeyStartsOneWorkflow() {
    var talk = new Conversation(server.api);
    talk.taskDef("t");
    talk.workflowDef("ik", List.of(talk.step("a")));
    var replies = new ArrayList<Api.Reply>();
    for (String strategy : List.of("RETURN_EXISTING", "RETURN_EXISTING", "FAIL")) {
      var request =
          object(
              "name",
              talk.name("ik"),
              "version",
              1,
              "idempotencyKey",
              talk.name("K"),
              "idempotencyStrategy",
              strategy);
      replies.add(server.api.send("POST", "/workflow", request));
    }
    assertThat(replies).extracting(Api.Reply::status).containsExactly(200, 200, 409);
    assertThat(replies.get(1).body()).isEqualTo(replies.get(0).body());
  }

  @Test
  void theHighestPriorityComesFirst() {
    var talk = new Conversation(server.api);
    talk.taskDef("t");
    talk.workflowDef("pr", List.of(talk.step("a", "p", "${workflow.input.p}")));
    for (int priority : List.of(0, 9, 5)) {
      talk.start("pr", Map.of("p", priority), "priority", priority);
    }
    assertThat(talk.polled("t", 3))
        .extracting(task -> Json.map(task.get("inputData")).get("p"))
        .containsExactly(9, 5, 0);
  }

  @Test
  void aRepeatedUpdateGetsTheSameFollowUp() {
    var talk = new Conversation(server.api);
    talk.taskDef("t");
    talk.workflowDef("v2d", List.of(talk.step("a")));
    for (int i = 0; i < 3; i++) {
      talk.start("v2d", Map.of());
    }
    var task = talk.poll("t");
    var first = talk.next(task, "COMPLETED");
    var second = talk.next(task, "COMPLETED");
    assertThat(List.of(first.status(), second.status())).containsExactly(200, 200);
    assertThat(Json.map(second.body()).get("taskId"))
        .isNotNull()
        .isEqualTo(Json.map(first.body()).get("taskId"));
    assertThat(talk.batch("t", 9, 0, "")).hasSize(1);
  }

  @Test
  void anHttpTaskAnswersAsTheReferenceDoesAndExplainsFailuresInOurWords() throws IOException {
    var talk = new Conversation(server.api);
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.createContext(
        "/",
        exchange -> {
          byte[] body = "{\"name\":\"stub\",\"parts\":[1,{}]}".getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          boolean known = exchange.getRequestURI().getPath().equals("/api");
          exchange.sendResponseHeaders(known ? 200 : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    web.start();
    try {
      String base = "http://127.0.0.1:" + web.getAddress().getPort();
      var known = object("http_request", object("uri", base + "/api", "method", "GET"));
      var unknown = object("uri", base + "/dddd", "method", "GET");
      talk.workflowDef(
          "ht",
          List.of(system("x", "HTTP", known), system("y", "HTTP", unknown, "optional", true)));
      assertHttp(Json.maps(talk.end(talk.start("ht", Map.of())).get("tasks")));
    } finally {
      web.stop(0);
    }
  }

  private static void assertHttp(List<Map<String, Object>> tasks) {
    var golden = Json.maps(Json.map(Reference.answer("http_task")).get("tasks"));
    for (int i = 0; i < 2; i++) {
      for (String same : List.of("ref", "type", "status", "retryCount", "seq", "retried")) {
        assertThat(tasks.get(i).get(same)).as(same).isEqualTo(golden.get(i).get(same));
      }
    }
    var response = Json.map(Json.map(tasks.getFirst().get("output")).get("response"));
    assertThat(response)
        .containsEntry("statusCode", 200)
        .containsEntry("reasonPhrase", "OK")
        .containsEntry("body", object("name", "stub", "parts", List.of(1, Map.of())));
    assertThat((String) tasks.getLast().get("reason")).contains("404", "/dddd");
  }

  @Test
  void wrongRequestsAreToldWhatIsWrong() {
    var talk = new Conversation(server.api);
    var definitions = "/metadata/workflow";
    refused(definitions, talk.definition("bad", List.of()), "tasks");
    refused(definitions, talk.definition("bad2", List.of(talk.step("a"), talk.step("a"))), "tasks");
    refused(
        definitions,
        talk.definition("bad3", List.of(talk.step("a", "x", "${zzz.output.q}"))),
        "a.inputParameters");
    refused(definitions, "{\"name\":", "");
    refused("/metadata/taskdefs", List.of(Map.of("ownerEmail", "a@b.c")), "[0].name");
    refused("/workflow", Map.of("input", Map.of()), "name");
    refused("/workflow", Map.of("name", "x", "priority", 500), "priority");
    var zero = server.api.send("GET", "/tasks/poll/batch/x?count=0&timeout=10", null);
    assertThat(zero).isEqualTo(new Api.Reply(200, List.of()));
    var tooLong = server.api.send("GET", "/tasks/poll/batch/x?count=1&timeout=6000", null);
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat((String) Json.map(tooLong.body()).get("message")).contains("5 seconds");
  }

  /** With the reference's body, and a path that leads to the fault. */
  private void refused(String path, Object body, String where) {
    var reply = server.api.send("POST", path, body);
    assertThat(reply.status()).as("%s", reply).isEqualTo(400);
    var problem = Json.map(reply.body());
    assertThat(problem).containsEntry("status", 400).containsEntry("retryable", false);
    assertThat(Json.maps(problem.get("validationErrors")))
        .isNotEmpty()
        .allSatisfy(error -> {
          assertThat((String) error.get("path")).contains(where);
          assertThat((String) error.get("message")).isNotEmpty();
        });
  }
}
