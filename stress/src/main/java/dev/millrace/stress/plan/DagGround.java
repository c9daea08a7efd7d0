package dev.millrace.stress.plan;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.EngineCounters;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.registry.EndpointSpec;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Where one scenario runs: an executor and an engine of its own, and what it has expected. */
final class DagGround implements AutoCloseable {

  private static final Duration DRAIN = Duration.ofSeconds(60);

  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2));
  private final PlanEngine engine =
      PlanEngine.create(executor, new NoClients(), EngineConfig.defaults().withChecks());
  private final PlanLoader loader;
  private int expectations;

  DagGround(PlanLoader loader) {
    this.loader = loader;
  }

  CompiledPlan plan(byte[] json) {
    return switch (loader.load(json)) {
      case PlanLoad.Loaded loaded -> loaded.plan();
      case PlanLoad.Refused refused -> throw new AssertionError("refused: " + refused.faults());
    };
  }

  /** Runs a traced request; null: without bound. */
  PlanAnswer run(CompiledPlan plan, @Nullable Duration deadline, @Nullable Duration nodeTimeout)
      throws InterruptedException {
    PlanRequest request = PlanRequest.of("scenario", 1).withTrace();
    return engine.run(plan, request.withDeadline(deadline).withNodeTimeout(nodeTimeout));
  }

  void expect(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError("expected " + what);
    }
    expectations++;
  }

  int rows(PlanAnswer answer) {
    if (answer instanceof PlanAnswer.Rows rows) {
      expectations++;
      return rows.outputs().getFirst().size();
    }
    throw new AssertionError("expected rows, got " + answer);
  }

  PlanError error(PlanAnswer answer, PlanError.Code code) {
    if (answer instanceof PlanAnswer.Failed failed && failed.error().code() == code) {
      expectations++;
      return failed.error();
    }
    throw new AssertionError("expected " + code + ", got " + answer);
  }

  static PlanTrace.Node node(PlanAnswer answer, String id) {
    PlanTrace trace = answer.trace();
    if (trace == null) {
      throw new AssertionError("no trace");
    }
    return trace.nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no node " + id));
  }

  /** Everything that was started has ended, and is accounted for. */
  EngineCounters drained() {
    long end = System.nanoTime() + DRAIN.toNanos();
    while (engine.counters().live() > 0) {
      if (System.nanoTime() > end) {
        throw new AssertionError("requests did not end: " + engine);
      }
      LockSupport.parkNanos(100_000);
    }
    EngineCounters counters = engine.counters();
    expect(
        counters.nodesStarted() == counters.nodesEnded() + counters.nodesCancelled(),
        "every started node to end or be cancelled: " + counters);
    return counters;
  }

  int expectations() {
    return expectations;
  }

  @Override
  public void close() {
    engine.close();
    executor.close();
  }

  /** No scenario reads from an endpoint. */
  private static final class NoClients implements RedisClients {
    @Override
    public RedisClient client(EndpointSpec endpoint) {
      throw new IllegalStateException("no scenario reads from " + endpoint.name());
    }

    @Override
    public void close() {}
  }
}
