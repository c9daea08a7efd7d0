package dev.millrace.cli.rankd;

import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.registry.EndpointSpec;

/** One store in this process for all endpoints. */
record OneStore(InProcessStore store) implements RedisClients {

  static ClientSource source(InProcessStore store) {
    return (_, _) -> new OneStore(store);
  }

  @Override
  public RedisClient client(EndpointSpec endpoint) {
    return store;
  }

  @Override
  public void close() {}
}
