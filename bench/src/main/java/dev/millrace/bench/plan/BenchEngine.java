package dev.millrace.bench.plan;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisSettings;
import java.time.Duration;

/** A plan engine with an executor of its own, as a program would have it. */
record BenchEngine(MillraceExecutor executor, RedisClients clients, PlanEngine engine)
    implements AutoCloseable {

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /** For plans that read nothing. */
  static BenchEngine start(int workers) {
    return start(workers, EndpointClients.open(RedisSettings.defaults()));
  }

  /** Closes {@code clients} too. */
  static BenchEngine start(int workers, RedisClients clients) {
    MillraceExecutor executor =
        MillraceExecutor.create(
            ExecutorConfig.defaults().withWorkers(workers).withCloseTimeout(CLOSE_TIMEOUT));
    return new BenchEngine(
        executor, clients, PlanEngine.create(executor, clients, EngineConfig.defaults()));
  }

  @Override
  public void close() {
    engine.close();
    clients.close();
    executor.close();
  }
}
