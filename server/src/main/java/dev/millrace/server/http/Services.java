package dev.millrace.server.http;

import dev.millrace.server.Definitions;
import dev.millrace.server.Tasks;
import dev.millrace.server.Workflows;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;

/**
 * What the routes serve.
 *
 * @param metrics what {@code /metrics} shows; the routes add theirs, others may add their own
 * @param config what {@code /api/admin/config} shows; no secrets
 */
public record Services(
    Tasks tasks,
    Workflows workflows,
    Definitions definitions,
    Health health,
    PrometheusMeterRegistry metrics,
    Map<String, String> config) {

  public Services {
    config = Map.copyOf(config);
  }
}
