package dev.millrace.server.http;

import dev.millrace.client.WireJson;
import dev.millrace.server.Definitions;
import dev.millrace.server.Tasks;
import dev.millrace.server.Workflows;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A server on recorded services, and a client for it. */
final class ApiHarness implements AutoCloseable {

  final Recorded recorded = new Recorded();
  volatile List<Health.Component> health = List.of();

  final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final HttpApi api;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  ApiHarness() {
    this(HttpSettings.defaults().limits());
  }

  ApiHarness(HttpLimits limits) {
    try {
      api = HttpApi.start(HttpSettings.defaults().withPort(0).withLimits(limits), services());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Services services() {
    return new Services(
        recorded.service(Tasks.class),
        recorded.service(Workflows.class),
        recorded.service(Definitions.class),
        () -> health,
        metrics,
        Map.of("http.port", "0"));
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, null);
  }

  HttpResponse<String> post(String path, String body) {
    return send("POST", path, body);
  }

  HttpResponse<String> send(String method, String path, String body) {
    return sendLater(method, path, body).join();
  }

  CompletableFuture<HttpResponse<String>> sendLater(String method, String path, String body) {
    BodyPublisher publisher =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .method(method, publisher)
            .build();
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + api.port() + path);
  }

  static JsonNode json(HttpResponse<String> response) {
    return WireJson.mapper().readTree(response.body());
  }

  static String type(HttpResponse<String> response) {
    return response.headers().firstValue("content-type").orElse("");
  }

  @Override
  public void close() {
    client.shutdownNow();
    api.close();
  }
}
