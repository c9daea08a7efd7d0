package dev.millrace.plan.io;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RealRedisConformanceTest extends RedisConformance {

  private static RedisServerProcess server;
  private static ScheduledExecutorService timer;
  private static PipelinedClient client;

  @BeforeAll
  static void start() {
    server = RedisServerProcess.start();
    timer = Executors.newSingleThreadScheduledExecutor();
    client = new PipelinedClient(server.endpoint(), RedisSettings.defaults(), timer);
  }

  @AfterAll
  static void stop() {
    client.close();
    timer.shutdownNow();
    server.close();
  }

  @Override
  RedisClient client() {
    return client;
  }
}
