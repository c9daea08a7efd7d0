package dev.millrace.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.flow.TaskReport.Status;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real server on this machine, which the rules allow. */
@Timeout(30)
final class HttpTaskTest {

  private static final Set<String> CONNECTIONS = ConcurrentHashMap.newKeySet();

  private static Vertx vertx;
  private static HttpServer server;

  private HttpTask task = open(local());

  @BeforeAll
  static void startServer() throws Exception {
    vertx = Vertx.vertx();
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setCompressionSupported(true))
            .requestHandler(HttpTaskTest::answer)
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
  }

  @AfterAll
  static void stopServer() throws Exception {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() {
    task.close();
  }

  private static void answer(HttpServerRequest request) {
    CONNECTIONS.add(request.remoteAddress().toString());
    var response = request.response();
    switch (request.path()) {
      case "/json" ->
          response.putHeader("Content-Type", "application/json").end("{\"a\": [1, 2.5, null]}");
      case "/number" -> response.end("42");
      case "/text" -> response.end("hello");
      case "/latin" ->
          response
              .putHeader("Content-Type", "text/plain; charset=ISO-8859-1")
              .end(Buffer.buffer(new byte[] {(byte) 0xe4}));
      case "/empty" -> response.setStatusCode(204).end();
      case "/missing" -> response.setStatusCode(404).end("{\"why\":\"gone\"}");
      case "/broken" -> response.setStatusCode(500).end("x".repeat(300));
      case "/silent" -> {}
      case "/large" -> response.end("x".repeat(200_000));
      case "/hop" -> response.setStatusCode(302).putHeader("Location", "/json").end();
      case "/loop" -> response.setStatusCode(302).putHeader("Location", "/loop").end();
      case "/away" ->
          response.setStatusCode(302).putHeader("Location", "http://169.254.169.254/x").end();
      case "/cut" -> {
        response.setChunked(true).write("begun");
        request.connection().close();
      }
      default -> echo(request);
    }
  }

  private static void echo(HttpServerRequest request) {
    request
        .body()
        .onSuccess(body -> {
          var headers = new HashMap<String, Object>();
          request
              .headers()
              .forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
          var seen =
              new JsonObject()
                  .put("method", request.method().name())
                  .put("uri", request.uri())
                  .put("headers", headers)
                  .put("body", body.toString());
          request.response().end(seen.encode());
        });
  }

  private static HttpTaskSettings local() {
    return HttpTaskSettings.standard()
        .withAddresses(AddressRules.allowing(List.of("127.0.0.1/32")))
        .withSizes(100_000, 100_000);
  }

  private static HttpTask open(HttpTaskSettings settings) {
    return HttpTask.open(settings);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** With timeouts for a machine that has other things to do. */
  private TaskReport run(Map<String, Object> request) {
    var patient = new HashMap<>(request);
    patient.putIfAbsent("connectionTimeOut", 20_000);
    patient.putIfAbsent("readTimeOut", "20000");
    return task.run(Map.of("http_request", patient, "asyncComplete", false)).join();
  }

  private TaskReport get(String path) {
    return run(Map.of("uri", url(path), "method", "GET"));
  }

  @SuppressWarnings("unchecked") // the reports' own shape
  private static Map<String, Object> response(TaskReport report) {
    assertThat(report.reason()).isNull();
    return (Map<String, Object>) report.output().get("response");
  }

  @SuppressWarnings("unchecked") // the echo's own shape
  private static Map<String, Object> body(TaskReport report) {
    return (Map<String, Object>) response(report).get("body");
  }

  @Test
  void successIsReportedAsTheReferenceDoes() {
    var report = get("/json");
    assertThat(report.status()).isEqualTo(Status.COMPLETED);
    assertThat(response(report))
        .containsEntry("statusCode", 200)
        .containsEntry("reasonPhrase", "OK")
        .containsKey("headers");
    assertThat(body(report).toString()).isEqualTo("{a=[1, 2.5, null]}");
    assertThat(response(report).get("headers").toString())
        .contains("Content-Type=[application/json]");
  }

  @Test
  void inputWithoutHttpRequestIsTheRequestItself() {
    var report = task.run(Map.of("uri", url("/text"), "method", "get")).join();
    assertThat(response(report)).containsEntry("body", "hello");
  }

  @ParameterizedTest
  @CsvSource({"/number, 42.0", "/text, hello", "/latin, ä", "/empty, null"})
  void bodiesThatAreNoObjects(String path, String expected) {
    assertThat(String.valueOf(response(get(path)).get("body"))).isEqualTo(expected);
  }

  @Test
  void errorsAreReportedAsTheReferenceDoes() {
    var report = get("/missing");
    var text =
        "java.lang.Exception: 404 Not Found on GET request for \"%s\": \"{\"why\":\"gone\"}\""
            .formatted(url("/missing"));
    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.output()).isEqualTo(Map.of("response", text));
    assertThat(report.reason()).isEqualTo("Failed to invoke HTTP task due to: " + text);
    assertThat(get("/broken").reason())
        .endsWith("\"" + "x".repeat(200) + "... (300 bytes)\"")
        .contains("500 Internal Server Error");
  }

  @Test
  void asyncCompleteStaysOpen() {
    var request = Map.of("uri", url("/json"), "method", "GET");
    var open = task.run(Map.of("http_request", request, "asyncComplete", true)).join();
    assertThat(open.status()).isEqualTo(Status.IN_PROGRESS);
    assertThat(body(open)).containsKey("a");
    var failing = Map.of("uri", url("/missing"), "method", "GET");
    assertThat(task.run(Map.of("http_request", failing, "asyncComplete", true)).join().status())
        .isEqualTo(Status.FAILED);
  }

  @Test
  void requestIsSentAsDescribed() {
    var seen =
        body(
            run(
                Map.of(
                    "uri", url("/echo/a b?q=ü&r={x}"),
                    "method", "POST",
                    "headers", Map.of("X-Number", 5, "accept", "text/plain"),
                    "body", Map.of("k", List.of(1, "two")))));
    assertThat(seen)
        .containsEntry("method", "POST")
        .containsEntry("uri", "/echo/a%20b?q=%C3%BC&r=%7Bx%7D")
        .containsEntry("body", "{\"k\":[1,\"two\"]}");
    assertThat(seen.get("headers").toString())
        .contains("x-number=5", "accept=text/plain", "content-type=application/json");
  }

  @Test
  void formsAndTextsAreSentAsTheyAre() {
    var form = new HashMap<String, Object>();
    form.put("uri", url("/echo"));
    form.put("method", "PUT");
    form.put("contentType", "application/x-www-form-urlencoded");
    form.put("body", Map.of("a b", "c&d"));
    assertThat(body(run(form))).containsEntry("body", "a+b=c%26d");
    form.put("contentType", "text/plain");
    form.put("body", "plain {text}");
    assertThat(body(run(form))).containsEntry("body", "plain {text}");
  }

  @Test
  void connectionsAreKept() {
    CONNECTIONS.clear();
    for (int i = 0; i < 20; i++) {
      assertThat(get("/json").status()).isEqualTo(Status.COMPLETED);
    }
    assertThat(CONNECTIONS).hasSize(1);
  }

  @Test
  void timeoutsEndIt() {
    var report = run(Map.of("uri", url("/silent"), "method", "GET", "readTimeOut", 50));
    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.reason())
        .contains("GET request for", "no answer in time", "readTimeOut 50 ms");
  }

  @Test
  void nothingTakesLongerThanTheLongest() {
    task.close();
    task = open(local().withLongest(Duration.ofMillis(50)));
    var report = run(Map.of("uri", url("/silent"), "method", "GET", "readTimeOut", 600_000));
    assertThat(report.reason()).contains("no answer in time");
  }

  @Test
  void largeBodiesAreRefusedBothWays() {
    assertThat(get("/large").reason()).contains("the response has more than 100000 bytes");
    var large =
        Map.<String, Object>of("uri", url("/echo"), "method", "POST", "body", "x".repeat(100_001));
    assertThat(run(large).reason()).contains("the body has more than 100000 bytes");
    assertThat(get("/json").status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void redirectsAreFollowedOnlyIfAsked() {
    var told = get("/hop");
    assertThat(told.status()).isEqualTo(Status.FAILED);
    assertThat(told.reason()).contains("302 Found", "/json", "followRedirects");
    assertThat(follow("/hop").status()).isEqualTo(Status.COMPLETED);
    assertThat(follow("/loop").reason()).contains("more than 5 redirects");
    assertThat(follow("/away").reason()).contains("link-local address 169.254.169.254");
  }

  private TaskReport follow(String path) {
    return run(Map.of("uri", url(path), "method", "GET", "followRedirects", true));
  }

  @Test
  void cutAnswersFail() {
    assertThat(get("/cut").status()).isEqualTo(Status.FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:%d/json",
        "http://127.0.0.1:%d/json",
        "http://2130706433:%d/json",
        "http://[::1]:%d/json",
        "http://[::ffff:127.0.0.1]:%d/json",
        "http://[::ffff:7f00:1]:%d/json",
        "http://0.0.0.0:%d/json",
        "http://[::]:%d/json",
        "http://10.0.0.1:%d/json",
        "http://169.254.169.254/latest/meta-data",
      })
  void addressesThatAreNotPublicAreRefused(String uri) {
    task.close();
    task = open(HttpTaskSettings.standard());
    var report = run(Map.of("uri", uri.formatted(server.actualPort()), "method", "GET"));
    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.reason()).contains("only public ones are allowed");
    assertThat(task.metrics().refused.sum()).isEqualTo(1);
  }

  @Test
  void connectionGoesToTheAddressThatWasLookedAt() throws UnknownHostException {
    var answers =
        new ArrayDeque<>(
            List.of(
                List.of(InetAddress.ofLiteral("127.0.0.1")),
                List.of(InetAddress.ofLiteral("169.254.169.254"))));
    task.close();
    task = HttpTask.open(local(), _ -> answers.removeFirst());
    var uri = "http://rebinding.example:" + server.actualPort() + "/echo";
    var first = run(Map.of("uri", uri, "method", "GET"));
    assertThat(body(first).get("headers").toString()).contains("host=rebinding.example");
    assertThat(answers).hasSize(1);
    assertThat(run(Map.of("uri", uri, "method", "GET")).reason()).contains("link-local");
  }

  @Test
  void firstAllowedAddressIsTaken() throws UnknownHostException {
    var both = List.of(InetAddress.ofLiteral("10.0.0.1"), InetAddress.ofLiteral("127.0.0.1"));
    task.close();
    task = HttpTask.open(local(), _ -> both);
    var uri = "http://two.example:" + server.actualPort() + "/json";
    assertThat(run(Map.of("uri", uri, "method", "GET")).status()).isEqualTo(Status.COMPLETED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ftp://127.0.0.1/x         | GET     | must begin with http
          /relative                 | GET     | must begin with http
          http://                   | GET     | The URI is wrong
          http://u:p@127.0.0.1/     | GET     | use the header Authorization
          http://127.0.0.1/         | G T     | no HTTP method
          http://no.such.invalid/   | GET     | the host 'no.such.invalid' is not known
          """)
  void wrongRequestsSayWhatIsWrong(String uri, String method, String reason) {
    var report = run(Map.of("uri", uri, "method", method));
    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.reason()).contains(reason);
  }

  @Test
  void missingPartsAreTold() {
    assertThat(task.run(Map.of()).join().reason()).contains("http_request.uri");
    assertThat(run(Map.of("uri", url("/json"))).reason()).contains("http_request.method");
    assertThat(task.run(Map.of("http_request", "x")).join().reason()).contains("must be an object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length", "transfer-encoding", "X\r\nY", "Bad Name"})
  void headersThatSplitRequestsAreRefused(String name) {
    var report =
        run(Map.of("uri", url("/echo"), "method", "GET", "headers", Map.of(name, "1\r\n2")));
    assertThat(report.status()).isEqualTo(Status.FAILED);
  }

  @Test
  void everyCallIsCountedOnce() {
    assertThat(get("/json").status()).isEqualTo(Status.COMPLETED);
    assertThat(get("/missing").status()).isEqualTo(Status.FAILED);
    assertThat(run(Map.of()).status()).isEqualTo(Status.FAILED);
    var metrics = task.metrics();
    assertThat(metrics.calls.sum()).isEqualTo(3);
    assertThat(metrics.succeeded.sum()).isEqualTo(1);
    assertThat(metrics.failed.sum()).isEqualTo(1);
    assertThat(metrics.refused.sum()).isEqualTo(1);
    assertThat(metrics.bytesReceived.sum()).isPositive();
  }
}
