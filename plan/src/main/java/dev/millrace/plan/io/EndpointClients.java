package dev.millrace.plan.io;

import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.NodeAddress;
import dev.millrace.plan.registry.RedisAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The clients of an engine, one for each endpoint, made when it is first asked for. Where an
 * example is to run without any set-up, the {@link InProcessStore} stands in for a server that is
 * not there. Thread-safe.
 */
public final class EndpointClients implements RedisClients {

  private final RedisSettings settings;
  private final Predicate<EndpointSpec> mayStandIn;
  private final Consumer<String> notice;
  private final ScheduledThreadPoolExecutor timer;

  /** By endpoint id. Guarded by this. */
  private final Map<String, RedisClient> clients = new LinkedHashMap<>();

  /** Guarded by this. */
  private boolean closed;

  private EndpointClients(
      RedisSettings settings, Predicate<EndpointSpec> mayStandIn, Consumer<String> notice) {
    this.settings = settings;
    this.mayStandIn = mayStandIn;
    this.notice = notice;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("redis timer").unstarted(task));
  }

  /** Only real servers. */
  public static EndpointClients open(RedisSettings settings) {
    return new EndpointClients(settings, _ -> false, _ -> {});
  }

  /**
   * Example data in this process for endpoints that nobody has set up.
   *
   * @param byDefault whether the address of an endpoint is the default, not one that somebody
   *     chose: that one is used even if nothing listens there
   * @param notice hears, once for each endpoint, that example data is used
   */
  public static EndpointClients openWithExamples(
      RedisSettings settings, Predicate<EndpointSpec> byDefault, Consumer<String> notice) {
    return new EndpointClients(settings, byDefault, notice);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the endpoint is not of Redis or its address is not
   *     understood
   * @throws IllegalStateException if this is closed
   */
  @Override
  public synchronized RedisClient client(EndpointSpec endpoint) {
    if (closed) {
      throw new IllegalStateException("the clients are closed");
    }
    RedisClient client = clients.get(endpoint.id());
    if (client == null) {
      client = make(endpoint);
      clients.put(endpoint.id(), client);
    }
    return client;
  }

  private RedisClient make(EndpointSpec endpoint) {
    if (endpoint.kind() != EndpointSpec.Kind.REDIS) {
      throw new IllegalArgumentException("endpoint " + endpoint.id() + " is not of Redis");
    }
    RedisAddress address = RedisAddress.parse(endpoint.address());
    if (mayStandIn.test(endpoint) && !listens(address, endpoint.policy())) {
      notice.accept("no Redis at " + address + ": using example data in this process");
      return InProcessStore.withExampleData();
    }
    return new PipelinedClient(endpoint, settings, timer);
  }

  private static boolean listens(RedisAddress address, EndpointSpec.Policy policy) {
    NodeAddress node = address.nodes().getFirst();
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(node.host(), node.port()),
          Math.toIntExact(Math.clamp(policy.connectTimeout().toMillis(), 1, 10_000)));
      return true;
    } catch (IOException e) {
      return false; // that is the question, not a failure
    }
  }

  /** What the client of each endpoint has done, by endpoint id; stand-ins do not count. */
  public synchronized Map<String, RedisCounts> counts() {
    Map<String, RedisCounts> counts = new LinkedHashMap<>();
    clients.forEach((id, client) -> {
      if (client instanceof PipelinedClient pipelined) {
        counts.put(id, pipelined.counts());
      }
    });
    return counts;
  }

  /** Accepts nothing new, then fails what is in flight, then stops the timer. */
  @Override
  public void close() {
    Map<String, RedisClient> open;
    synchronized (this) {
      closed = true;
      open = Map.copyOf(clients);
    }
    // Without the lock: a callback that hears of it may ask for a client.
    for (RedisClient client : open.values()) {
      if (client instanceof PipelinedClient pipelined) {
        pipelined.close();
      }
    }
    timer.shutdownNow();
  }

  @Override
  public String toString() {
    return "EndpointClients" + counts();
  }
}
