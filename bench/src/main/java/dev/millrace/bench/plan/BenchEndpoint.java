package dev.millrace.bench.plan;

import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCounts;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.registry.EndpointSpec;
import java.net.URI;
import java.time.Duration;

/**
 * The clients of an engine, for plans whose only endpoint is the server of this benchmark. With
 * time limits that a busy machine does not reach, otherwise as delivered.
 */
record BenchEndpoint(EndpointClients clients, EndpointSpec endpoint) implements RedisClients {

  private static final int IN_FLIGHT = 64;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  static BenchEndpoint of(RedisServer server) {
    EndpointSpec endpoint =
        new EndpointSpec(
            "ep_0001",
            "redis_default",
            EndpointSpec.Kind.REDIS,
            URI.create("redis://127.0.0.1:" + server.port()),
            new EndpointSpec.Policy(IN_FLIGHT, TIMEOUT, TIMEOUT));
    return new BenchEndpoint(EndpointClients.open(RedisSettings.defaults()), endpoint);
  }

  @Override
  public RedisClient client(EndpointSpec ofPlan) {
    return clients.client(endpoint);
  }

  RedisCounts counts() {
    RedisCounts counts = clients.counts().get(endpoint.id());
    if (counts == null) {
      throw new IllegalStateException("nothing was read yet");
    }
    return counts;
  }

  @Override
  public void close() {
    clients.close();
  }
}
