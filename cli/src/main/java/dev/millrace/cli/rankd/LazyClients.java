package dev.millrace.cli.rankd;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the clients when the first is asked for: plans that read nothing do not pay for them. */
final class LazyClients implements RedisClients {

  private final Supplier<RedisClients> source;

  /** Guarded by this. */
  private @Nullable RedisClients opened;

  /** Guarded by this. */
  private boolean closed;

  LazyClients(Supplier<RedisClients> source) {
    this.source = source;
  }

  @Override
  public RedisClient client(EndpointSpec endpoint) {
    return opened().client(endpoint);
  }

  private synchronized RedisClients opened() {
    if (closed) {
      throw new IllegalStateException("the clients are closed");
    }
    if (opened == null) {
      opened = source.get();
    }
    return opened;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (opened != null) {
      opened.close();
    }
  }
}
