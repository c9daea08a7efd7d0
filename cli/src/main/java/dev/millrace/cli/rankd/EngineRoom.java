package dev.millrace.cli.rankd;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.io.RedisClients;
import java.time.Duration;

/** An engine with all that it needs, for as long as the command runs. Thread-safe. */
final class EngineRoom implements AutoCloseable {

  /** What was given up ends at once; nobody waits longer for a step that does not. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

  private final MillraceExecutor executor;
  private final RedisClients clients;
  private final PlanEngine engine;

  private EngineRoom(MillraceExecutor executor, RedisClients clients, EngineConfig config) {
    this.executor = executor;
    this.clients = clients;
    this.engine = PlanEngine.create(executor, clients, config);
  }

  static EngineRoom open(RunFlags flags, RedisClients clients, EngineConfig config) {
    return new EngineRoom(executor(flags), clients, config);
  }

  static MillraceExecutor executor(RunFlags flags) {
    return MillraceExecutor.create(
        ExecutorConfig.defaults()
            .withName("rankd")
            .withWorkers(flags.workers())
            .withCloseTimeout(CLOSE_TIMEOUT));
  }

  PlanEngine engine() {
    return engine;
  }

  /** Answers what has no answer, lets go of the endpoints, then stops the workers. */
  @Override
  public void close() {
    engine.close();
    clients.close();
    executor.close();
  }
}
