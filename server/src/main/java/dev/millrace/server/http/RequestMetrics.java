package dev.millrace.server.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts requests by route and status. Thread-safe. */
final class RequestMetrics {

  private static final int STATUSES = 600;
  private static final Duration[] BUCKETS =
      Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000, 30_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final Counter rejected;
  // Made by the constructor; a lookup is one step, without hashing a route's parts.
  private final IdentityHashMap<Route, AtomicReferenceArray<@Nullable Timer>> timers =
      new IdentityHashMap<>();
  private final AtomicReferenceArray<@Nullable Timer> noRoute =
      new AtomicReferenceArray<>(STATUSES);

  RequestMetrics(MeterRegistry registry, List<Route> routes, Gate gate) {
    this.registry = registry;
    for (Route route : routes) {
      timers.put(route, new AtomicReferenceArray<>(STATUSES));
    }
    rejected =
        Counter.builder("millrace.http.rejected")
            .description("Requests refused because there was too much")
            .register(registry);
    Gauge.builder("millrace.http.inflight", gate, Gate::inFlight)
        .description("Requests being worked on")
        .register(registry);
    Gauge.builder("millrace.http.waiting", gate, Gate::waiting)
        .description("Polls and synchronous starts that wait")
        .register(registry);
    Gauge.builder("millrace.http.bodies", gate, Gate::bodyBytes)
        .description("Bodies of requests that are not answered yet")
        .baseUnit("bytes")
        .register(registry);
  }

  void rejected() {
    rejected.increment();
  }

  /**
   * @param route null if there is none
   */
  void answered(@Nullable Route route, int status, long nanos) {
    var ofRoute = route == null ? noRoute : timers.getOrDefault(route, noRoute);
    Timer timer = ofRoute.get(status);
    if (timer == null) {
      timer = timer(route, status);
      ofRoute.set(status, timer);
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(@Nullable Route route, int status) {
    return Timer.builder("millrace.http.requests")
        .description("Time from a request's head to the end of its answer")
        .tag("route", route == null ? "none" : route.path())
        .tag("method", route == null ? "none" : route.method().name())
        .tag("status", Integer.toString(status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
