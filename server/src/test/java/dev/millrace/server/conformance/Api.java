package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.core.JacksonException;

/** Requests to a server, as any client sends them. Thread-safe. */
final class Api implements AutoCloseable {

  private final String base;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** What came back; the body as JSON if it is some, as text otherwise. */
  record Reply(int status, Object body) {}

  Api(int port) {
    base = "http://127.0.0.1:" + port;
  }

  String base() {
    return base;
  }

  /** Fails unless the server did it. */
  Object call(String method, String path, Object body) {
    Reply reply = send(method, path, body);
    assertThat(reply.status()).as("%s %s: %s", method, path, reply.body()).isLessThan(300);
    return reply.body();
  }

  Object get(String path) {
    return call("GET", path, null);
  }

  Object post(String path, Object body) {
    return call("POST", path, body);
  }

  /**
   * @param path below {@code /api}
   * @param body a text is sent as it is
   */
  Reply send(String method, String path, Object body) {
    return sendTo(
        "/api" + path, method, body == null || body instanceof String ? body : Json.write(body));
  }

  Reply sendTo(String path, String method, Object text) {
    var publisher = text == null ? BodyPublishers.noBody() : BodyPublishers.ofString((String) text);
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/json")
            .method(method, publisher)
            .build();
    try {
      var response = client.send(request, BodyHandlers.ofString());
      return new Reply(response.statusCode(), parsed(response.body()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path, e);
    }
  }

  private static Object parsed(String text) {
    try {
      return text.isEmpty() ? text : Json.read(text);
    } catch (JacksonException e) {
      return text;
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
