package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.client.Task;
import dev.millrace.server.Pending;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for all routes: limits, faults, waiting, closing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EdgeTest {

  private static final String RESULT =
      "{\"workflowInstanceId\":\"w\",\"taskId\":\"t\",\"status\":\"COMPLETED\"%s}";

  private ApiHarness shared;

  /** The shared one, or one of a test's own. */
  private ApiHarness http;

  @BeforeAll
  void start() {
    shared = new ApiHarness();
  }

  @AfterEach
  void stop() {
    if (http != shared) {
      http.close();
    }
  }

  @AfterAll
  void stopShared() {
    shared.close();
  }

  private void open(HttpLimits limits) {
    http = new ApiHarness(limits);
  }

  private void open() {
    shared.recorded.forget();
    http = shared;
  }

  private void openOwn() {
    open(HttpLimits.defaults());
  }

  /** Polls that wait until they are given up; the latch counts those that were. */
  private CountDownLatch pollsWait(CompletableFuture<List<Task>> answer, CountDownLatch begun) {
    var givenUp = new CountDownLatch(1);
    http.recorded.does(
        "poll",
        args -> {
          begun.countDown();
          return new Pending<>(answer, givenUp::countDown);
        });
    return givenUp;
  }

  @Test
  void nothingIsThere() {
    open();

    var response = http.get("/api/nothing/here");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(ApiHarness.json(response).get("message").asString()).contains("/api/nothing/here");
    assertThat(ApiHarness.json(response).get("retryable").asBoolean()).isFalse();
  }

  @Test
  void anotherMethodIsAllowed() {
    open();

    var response = http.send("PATCH", "/api/workflow/w1", "{}");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("DELETE, GET, POST, HEAD, OPTIONS");
    assertThat(ApiHarness.json(response).get("status").asInt()).isEqualTo(405);
  }

  @Test
  void optionsTellsTheMethods() {
    open();

    var response = http.send("OPTIONS", "/api/tasks/update-v2", null);

    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.headers().firstValue("Allow").orElseThrow()).contains("POST", "OPTIONS");
  }

  @Test
  void headIsAGetWithoutTheBody() {
    open();
    http.recorded.answer("workflow", Samples.workflow("w1"));
    String whole = http.get("/api/workflow/w1").body();

    var response = http.send("HEAD", "/api/workflow/w1", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-length"))
        .contains(Integer.toString(whole.length()));
    assertThat(response.body()).isEmpty();
  }

  @Test
  void headTakesNoTask() {
    open();

    assertThat(http.send("HEAD", "/api/tasks/poll/x", null).statusCode()).isEqualTo(405);
    assertThat(http.recorded.calls).isEmpty();
  }

  @Test
  void aLongBodyIs413() throws IOException {
    open(HttpLimits.defaults().withBodyBytes(2000));
    String head = "POST /api/tasks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";

    assertThat(RawHttp.send(http.api.port(), head + "Content-Length: 8001\r\n\r\n"))
        .startsWith("HTTP/1.1 413 ")
        .contains("\"message\":\"The body is longer than 2000 bytes\"");
    String chunk = "3e8\r\n" + "x".repeat(1000) + "\r\n";
    assertThat(
            RawHttp.send(
                http.api.port(),
                head + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(3) + "0\r\n\r\n"))
        .startsWith("HTTP/1.1 413 ");
    assertThat(http.recorded.calls).isEmpty();
  }

  @Test
  void whoStillWritesALongBodySeesTheAnswerAndGoesOn() throws IOException {
    // More than the buffers of both sides hold.
    int most = 8 << 20;
    open(HttpLimits.defaults().withBodyBytes(most));
    String tooLong = "x".repeat(most + 1);

    String both =
        RawHttp.send(
            http.api.port(),
            "POST /api/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: "
                + tooLong.length()
                + "\r\n\r\n"
                + tooLong
                + "GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

    assertThat(both).startsWith("HTTP/1.1 413 ").contains("HTTP/1.1 404 ");
  }

  @Test
  void whoSendsFarTooMuchIsCutOff() throws IOException {
    open(HttpLimits.defaults().withBodyBytes(2000));
    String chunk = "3e8\r\n" + "x".repeat(1000) + "\r\n";

    // Without an end: a server that reads on would never close.
    assertThat(
            RawHttp.isClosedAfter(
                http.api.port(),
                "POST /api/tasks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + chunk.repeat(9)))
        .isTrue();
  }

  @Test
  void aLongAddressIs414AndLongHeadersAre431() throws IOException {
    open();

    assertThat(RawHttp.get(http.api.port(), "/api/tasks/" + "x".repeat(17_000)))
        .startsWith("HTTP/1.0 414 ")
        .contains("\"status\":414");
    assertThat(
            RawHttp.send(
                http.api.port(),
                "GET /health HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(40_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void deepJsonIs400() {
    open();
    String deep = ",\"outputData\":{\"a\":" + "[".repeat(300) + "]".repeat(300) + "}";

    var response = http.post("/api/tasks", RESULT.formatted(deep));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("nesting depth");
  }

  @Test
  void compressedBodiesAre415() throws IOException {
    open();
    String head = "POST /api/tasks HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n";

    assertThat(RawHttp.send(http.api.port(), head + "Content-Encoding: gzip\r\n\r\n"))
        .startsWith("HTTP/1.1 415 ");
  }

  @Test
  void longBodiesAndLongAnswersPass() {
    open();
    String big = "z".repeat(3_000_000);
    http.recorded.answer(
        "update",
        new Tasks.Updated(
            "t", true, IntStream.range(0, 200).mapToObj(i -> Samples.task("t" + i)).toList()));

    var response =
        http.post(
            "/api/tasks/update-v2?count=1000",
            RESULT.formatted(",\"outputData\":{\"a\":\"" + big + "\"}"));

    assertThat(ApiHarness.json(response).size()).isEqualTo(200);
    assertThat(http.recorded.calls.getFirst()).contains(big);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, 404, false",
    "CONFLICT, 409, false",
    "INVALID, 400, false",
    "OVERLOADED, 429, true",
    "UNAVAILABLE, 503, true",
  })
  void faultsOfServicesHaveTheirStatus(ServiceException.Code code, int status, boolean again) {
    open();
    http.recorded.fail("workflow", new ServiceException(code, "so it is"));

    var response = http.get("/api/workflow/w1");

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(ApiHarness.json(response).get("message").asString()).isEqualTo("so it is");
    assertThat(ApiHarness.json(response).get("retryable").asBoolean()).isEqualTo(again);
    assertThat(response.headers().firstValue("Retry-After").isPresent()).isEqualTo(again);
  }

  @Test
  void ourOwnFaultsShowAnIdAndNothingElse() {
    open();
    http.recorded.does(
        "workflow",
        args -> {
          throw new IllegalStateException("secret detail");
        });

    var response = http.get("/api/workflow/w1");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).doesNotContain("secret detail", "IllegalState");
    assertThat(ApiHarness.json(response).get("metadata").get("errorId").asString()).hasSize(16);
  }

  @Test
  void tooManyWaitingAreRefusedButResultsAreTaken() throws Exception {
    open(HttpLimits.defaults().withWaiting(1).withInFlight(0));
    http.recorded.answer("update", new Tasks.Updated("t", true, List.of()));
    var begun = new CountDownLatch(1);
    var answer = new CompletableFuture<List<Task>>();
    var ignored = pollsWait(answer, begun);
    var first = http.sendLater("GET", "/api/tasks/poll/batch/x", null);
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    var second = http.get("/api/tasks/poll/batch/x");
    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.headers().firstValue("Retry-After")).contains("1");
    assertThat(http.get("/api/workflow/w1").statusCode()).isEqualTo(429);
    assertThat(http.post("/api/tasks", RESULT.formatted("")).statusCode()).isEqualTo(200);
    assertThat(http.get("/health").statusCode()).isEqualTo(200);

    answer.complete(List.of());
    assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("[]");
    assertThat(http.get("/metrics").body()).contains("millrace_http_rejected_total 2.0");
  }

  @Test
  void bodiesThatTakeTooMuchTogetherAreRefusedButResultsAreTaken() throws Exception {
    open(HttpLimits.defaults().withBodyBytes(5_000).withBodiesBytes(6_000));
    http.recorded.answer("update", new Tasks.Updated("t", true, List.of()));
    String start = "{\"name\":\"w\",\"input\":{\"x\":\"%s\"}}".formatted("x".repeat(4_000));
    var begun = new CountDownLatch(1);
    var answer = new CompletableFuture<String>();
    http.recorded.later(
        "start",
        args -> {
          begun.countDown();
          return answer;
        });
    var first = http.sendLater("POST", "/api/workflow", start);
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    var second = http.post("/api/workflow", start);
    assertThat(second.statusCode()).isEqualTo(503);
    assertThat(second.headers().firstValue("Retry-After")).contains("1");
    String output = ",\"outputData\":{\"x\":\"" + "x".repeat(4_000) + "\"}";
    assertThat(http.post("/api/tasks", RESULT.formatted(output)).statusCode()).isEqualTo(200);
    assertThat(http.get("/metrics").body())
        .contains("millrace_http_bodies_bytes " + (double) start.length());

    answer.complete("id");
    assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("id");
    assertThat(http.post("/api/workflow", start).body()).isEqualTo("id");
    assertThat(http.get("/metrics").body()).contains("millrace_http_bodies_bytes 0.0");
  }

  @Test
  void aWorkerEndsItsOwnPolls() throws Exception {
    open();
    var begun = new CountDownLatch(2);
    var givenUp = pollsWait(new CompletableFuture<>(), begun);
    var mine = http.sendLater("GET", "/api/tasks/poll/batch/x?wait=60000&workerid=me", null);
    var other = http.sendLater("GET", "/api/tasks/poll/batch/x?wait=60000&workerid=you", null);
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    // A poll waits a moment after its code has begun.
    while (http.post("/api/tasks/polls/end?workerid=me", "").body().equals("0")) {
      Thread.onSpinWait();
    }

    assertThat(mine.get(20, TimeUnit.SECONDS).body()).isEqualTo("[]");
    assertThat(givenUp.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(other).isNotDone();
    assertThat(http.post("/api/tasks/polls/end?workerid=you", "").body()).isEqualTo("1");
    assertThat(other.get(20, TimeUnit.SECONDS).body()).isEqualTo("[]");
    assertThat(http.post("/api/tasks/polls/end", "").statusCode()).isEqualTo(400);
  }

  @Test
  void aPollWhoseClientGoesAwayIsGivenUp() throws Exception {
    open();
    var begun = new CountDownLatch(1);
    var givenUp = pollsWait(new CompletableFuture<>(), begun);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.api.port())) {
      String poll = "GET /api/tasks/poll/batch/x?wait=60000 HTTP/1.1\r\nHost: x\r\n\r\n";
      socket.getOutputStream().write(poll.getBytes(StandardCharsets.US_ASCII));
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(givenUp.getCount()).isEqualTo(1);
    }

    assertThat(givenUp.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClosingServerAnswersWhoWaits() throws Exception {
    openOwn();
    var begun = new CountDownLatch(2);
    var givenUp = pollsWait(new CompletableFuture<>(), begun);
    var batch = http.sendLater("GET", "/api/tasks/poll/batch/x?wait=60000", null);
    var one = http.sendLater("GET", "/api/tasks/poll/x", null);
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    http.api.close();

    HttpResponse<String> response = batch.get(20, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("[]");
    assertThat(one.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
    assertThat(givenUp.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClosingServerFinishesWhatIsUnderWay() throws Exception {
    openOwn();
    var begun = new CountDownLatch(1);
    var answer = new CompletableFuture<Tasks.Updated>();
    http.recorded.later(
        "update",
        args -> {
          begun.countDown();
          return answer;
        });
    var update = http.sendLater("POST", "/api/tasks", RESULT.formatted(""));
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    Thread closing = Thread.ofVirtual().start(http.api::close);
    answer.complete(new Tasks.Updated("t", true, List.of()));

    assertThat(update.get(20, TimeUnit.SECONDS).body()).isEqualTo("t");
    assertThat(closing.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void pipelinedRequestsAreAnsweredInTurn() throws IOException {
    open();
    http.recorded.later(
        "task", args -> CompletableFuture.completedFuture(Samples.task((String) args[0])));
    String get = "GET /api/tasks/%s HTTP/1.1\r\nHost: x\r\n%s\r\n";

    String all =
        RawHttp.send(
            http.api.port(),
            get.formatted("t1", "") + get.formatted("t2", "Connection: close\r\n"));

    assertThat(all.indexOf("\"taskId\":\"t1\"")).isPositive();
    assertThat(all.indexOf("\"taskId\":\"t2\"")).isGreaterThan(all.indexOf("\"taskId\":\"t1\""));
  }

  @Test
  void healthTellsOfEachPart() {
    open();
    http.health = List.of(new Health.Component("store", false, "cannot be reached"));

    var response = http.get("/api/health");

    assertThat(response.statusCode()).isEqualTo(503);
    var json = ApiHarness.json(response);
    assertThat(json.get("healthy").asBoolean()).isFalse();
    assertThat(json.get("healthResults").get(1).get("details").get("name").asString())
        .isEqualTo("store");
    http.health = List.of();
    assertThat(http.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void metricsCountByRouteAndStatus() {
    openOwn();
    var ignored = http.get("/api/tasks/poll/x");
    var unknown = http.get("/nowhere");

    String text = http.get("/metrics").body();

    assertThat(text)
        .contains(
            "millrace_http_requests_seconds_count{method=\"GET\","
                + "route=\"/api/tasks/poll/{tasktype}\",status=\"204\"} 1")
        .contains("route=\"none\",status=\"404\"} 1")
        .contains("millrace_http_inflight 0.0", "millrace_http_waiting 0.0");
    assertThat(unknown.statusCode()).isEqualTo(404);
  }

  @Test
  void othersAreNotListenedToUnlessThatIsAskedFor() {
    open();
    var defaults = HttpSettings.defaults();
    var settings = new HttpSettings("0.0.0.0", 0, false, 1, defaults.drain(), defaults.limits());

    assertThatThrownBy(() -> HttpApi.start(settings, http.services()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http.insecure");
  }

  @Test
  void aPortThatIsTakenIsAnError() {
    open();
    var settings = HttpSettings.defaults().withPort(http.api.port());

    assertThatThrownBy(() -> HttpApi.start(settings, http.services()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + http.api.port());
  }
}
