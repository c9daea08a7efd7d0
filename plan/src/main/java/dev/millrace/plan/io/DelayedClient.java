package dev.millrace.plan.io;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Answers later than another client does: to show, or to test, how a plan behaves with a slow
 * server. The commands of one send travel together, so the slowest decides. Thread-safe.
 */
public final class DelayedClient implements RedisClient {

  private final RedisClient client;
  private final Function<RedisCommand, Duration> delay;
  private final ScheduledExecutorService timer;

  /**
   * @param timer runs the delays, and the callbacks after them; not closed here
   */
  public DelayedClient(
      RedisClient client, Function<RedisCommand, Duration> delay, ScheduledExecutorService timer) {
    this.client = client;
    this.delay = delay;
    this.timer = timer;
  }

  @Override
  public void send(List<RedisCommand> commands, Callback callback) {
    long nanos =
        commands.stream().mapToLong(command -> delay.apply(command).toNanos()).max().orElse(0);
    if (nanos <= 0) {
      client.send(commands, callback);
    } else {
      var _ = timer.schedule(() -> client.send(commands, callback), nanos, TimeUnit.NANOSECONDS);
    }
  }
}
