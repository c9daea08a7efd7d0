package dev.millrace.cli.demo;

import dev.millrace.plan.io.DelayedClient;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.registry.EndpointSpec;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The example data behind delays like those of a busy Redis, so that timelines have something to
 * show: 10 ms for the viewer, 15 for whom they follow, 20 for recommendations, 25 for media.
 */
final class SlowExamples implements RedisClients {

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("demo-delays").factory());
  private final RedisClient client;

  SlowExamples(long viewer) {
    client =
        new DelayedClient(
            InProcessStore.withExampleData(), command -> delay(command, viewer), timer);
  }

  private static Duration delay(RedisCommand command, long viewer) {
    String key = command.arguments().getFirst();
    int millis =
        switch (key.substring(0, key.indexOf(':'))) {
          case "user" -> key.equals("user:" + viewer) ? 10 : 5;
          case "follow" -> 10;
          case "recommendation" -> 15;
          case "media" -> 25;
          default -> 0;
        };
    return Duration.ofMillis(millis);
  }

  @Override
  public RedisClient client(EndpointSpec endpoint) {
    return client;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
