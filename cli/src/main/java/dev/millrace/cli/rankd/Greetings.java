package dev.millrace.cli.rankd;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisFault;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.plan.registry.EndpointSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A round trip to each endpoint, so that connections are open and their code is loaded when it
 * counts. What comes of it does not matter: whoever cannot be reached is told by the request that
 * needs it.
 */
final class Greetings {

  private static final List<RedisCommand> PING = List.of(RedisCommand.of("PING"));

  private final RedisClients clients;
  private final Duration patience;

  /**
   * @param patience how long to wait for all of them together; connecting goes on after that
   */
  Greetings(RedisClients clients, Duration patience) {
    this.clients = clients;
    this.patience = patience;
  }

  void exchange(List<EndpointSpec> endpoints) throws InterruptedException {
    CountDownLatch outstanding = new CountDownLatch(endpoints.size());
    for (EndpointSpec endpoint : endpoints) {
      clients.client(endpoint).send(PING, new Heard(outstanding));
    }
    boolean _ = outstanding.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Counts an answer of any kind. */
  private record Heard(CountDownLatch outstanding) implements RedisClient.Callback {

    @Override
    public void replied(List<RedisReply> replies) {
      outstanding.countDown();
    }

    @Override
    public void failed(RedisFault fault) {
      outstanding.countDown();
    }
  }
}
