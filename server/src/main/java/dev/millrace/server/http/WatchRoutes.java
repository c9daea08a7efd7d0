package dev.millrace.server.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** For those who look after the server: health and metrics. Thread-safe. */
final class WatchRoutes {

  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final Health health;
  private final PrometheusMeterRegistry metrics;
  private final Gate gate;

  /** The reference's form of a health report. */
  record Report(List<Part> healthResults, List<Part> suppressedHealthResults, boolean healthy) {}

  /** One part of it. */
  record Part(Map<String, String> details, boolean healthy) {}

  WatchRoutes(Health health, PrometheusMeterRegistry metrics, Gate gate) {
    this.health = health;
    this.metrics = metrics;
    this.gate = gate;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health").load(Load.WATCH).answer(Report.class, call -> report()),
        Route.get("/api/health").load(Load.WATCH).answer(Report.class, call -> report()),
        Route.get("/metrics").load(Load.WATCH).answer(String.class, call -> scrape()));
  }

  private CompletableFuture<Answer> report() {
    List<Part> parts = new ArrayList<>();
    boolean open = !gate.draining();
    parts.add(part("http", open, open ? "accepts requests" : "is closing"));
    health.components().forEach(c -> parts.add(part(c.name(), c.healthy(), c.detail())));
    boolean healthy = parts.stream().allMatch(Part::healthy);
    return CompletableFuture.completedFuture(
        new Answer.Json(healthy ? 200 : 503, new Report(parts, List.of(), healthy)));
  }

  private static Part part(String name, boolean healthy, String detail) {
    return new Part(Map.of("name", name, "detail", detail), healthy);
  }

  /** Long, and asks others for their values: not on the event loop. */
  private CompletableFuture<Answer> scrape() {
    var made = new CompletableFuture<Answer>();
    Thread.ofVirtual()
        .name("metrics")
        .start(() -> {
          try {
            made.complete(new Answer.Ready(200, METRICS, Buffer.buffer(metrics.scrape())));
          } catch (RuntimeException e) { // foreign code: gauges of anybody
            made.completeExceptionally(e);
          }
        });
    return made;
  }
}
