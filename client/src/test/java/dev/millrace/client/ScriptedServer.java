package dev.millrace.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A real HTTP server whose answers the test decides, request by request. */
public final class ScriptedServer implements AutoCloseable {

  private final HttpServer server;
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Function<Request, Answer> script = _ -> Answer.status(404, "no script");

  /** A request as it came. */
  public record Request(
      String method, String path, Map<String, String> query, String body, String token) {

    public TaskResult result() {
      return WireJson.mapper().readValue(body, TaskResult.class);
    }

    /** Whether many updates came in it. */
    public boolean isBatch() {
      return path.equals("/api/tasks/updates");
    }

    public List<TaskUpdate> updates() {
      return WireJson.mapper().readerForListOf(TaskUpdate.class).readValue(body);
    }

    @Override
    public String toString() {
      return method + " " + path + " " + query + " " + body;
    }
  }

  /** What is answered. */
  public record Answer(int status, String contentType, String body, Map<String, String> headers) {

    /** No answer at all: the connection is closed. */
    public static final Answer DROP = new Answer(0, "", "", Map.of());

    /** No answer before the server is closed. */
    public static final Answer HANG = new Answer(-1, "", "", Map.of());

    public static Answer json(String body) {
      return new Answer(200, "application/json", body, Map.of());
    }

    public static Answer text(String body) {
      return new Answer(200, "text/plain", body, Map.of());
    }

    public static Answer nothing() {
      return new Answer(204, "", "", Map.of());
    }

    /** To one of many updates: it was taken, and brings these tasks. */
    public static String taken(String... tasks) {
      return "{\"status\":200,\"accepted\":true,\"tasks\":[" + String.join(",", tasks) + "]}";
    }

    /** A Millrace server's to many updates. */
    public static Answer replies(List<String> replies) {
      return json("[" + String.join(",", replies) + "]").with("Millrace", "1");
    }

    /** A Millrace server's to many updates, whichever they are. */
    public static Answer allTaken(Request request) {
      return replies(request.updates().stream().map(_ -> taken()).toList());
    }

    public static Answer status(int status, String message) {
      String body =
          "{\"status\":%d,\"message\":\"%s\",\"instance\":\"h\",\"retryable\":false}"
              .formatted(status, message);
      return new Answer(status, "application/json", body, Map.of());
    }

    public Answer with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Answer(status, contentType, body, more);
    }
  }

  public ScriptedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** From now on; called by many threads. */
  public void script(Function<Request, Answer> newScript) {
    script = newScript;
  }

  /** The next request, waiting for it. */
  public Request next() throws InterruptedException {
    Request request = requests.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came");
    }
    return request;
  }

  public int waiting() {
    return requests.size();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Request request = read(exchange);
    requests.add(request);
    Answer answer = script.apply(request);
    if (answer == Answer.HANG) {
      await(closed);
    }
    if (answer.status() <= 0) {
      exchange.close();
      return;
    }
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    if (!answer.contentType().isEmpty()) {
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    }
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private static Request read(HttpExchange exchange) {
    try {
      var uri = exchange.getRequestURI();
      Map<String, String> query = new LinkedHashMap<>();
      if (uri.getQuery() != null) {
        for (String pair : uri.getQuery().split("&", -1)) {
          int equals = pair.indexOf('=');
          query.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
      }
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String token = exchange.getRequestHeaders().getFirst("X-Authorization");
      return new Request(
          exchange.getRequestMethod(), uri.getPath(), query, body, token == null ? "" : token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
