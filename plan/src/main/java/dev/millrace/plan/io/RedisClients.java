package dev.millrace.plan.io;

import dev.millrace.plan.registry.EndpointSpec;

/** The clients of all endpoints of one engine. Thread-safe. */
public interface RedisClients extends AutoCloseable {

  /** The client of {@code endpoint}, made and connected when it is first used. */
  RedisClient client(EndpointSpec endpoint);

  /** Fails what is in flight and closes the connections. Idempotent. */
  @Override
  void close();
}
