package dev.millrace.plan;

import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.ArrayList;
import java.util.List;

/** A store for all endpoints that knows what was read: the commands of each round trip. */
final class CountedStore implements RedisClient, RedisClients {

  private final InProcessStore store;

  /** Guarded by itself. */
  private final List<List<RedisCommand>> trips = new ArrayList<>();

  CountedStore(InProcessStore store) {
    this.store = store;
  }

  /** How many commands each round trip had, in their order. */
  List<Integer> trips() {
    synchronized (trips) {
      return trips.stream().map(List::size).toList();
    }
  }

  @Override
  public void send(List<RedisCommand> commands, Callback callback) {
    synchronized (trips) {
      trips.add(commands);
    }
    store.send(commands, callback);
  }

  @Override
  public RedisClient client(EndpointSpec endpoint) {
    return this;
  }

  @Override
  public void close() {}
}
