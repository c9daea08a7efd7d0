package dev.millrace.plan;

import java.util.concurrent.CompletableFuture;

/**
 * Runs requests on plans. A request is a task of a scheduler; see ARCHITECTURE.md. Thread-safe.
 *
 * <pre>{@code
 * try (var engine = PlanEngine.create(EngineConfig.defaults())) {
 *   CompiledPlan plan = engine.load(Path.of("feed.plan.json"));
 *   PlanAnswer answer = engine.run(plan, PlanRequest.of("r1", 7).withDeadline(ofMillis(50)));
 * }
 * }</pre>
 */
public interface PlanEngine extends AutoCloseable {

  /** Starts a request. The future completes with its answer, never exceptionally. */
  CompletableFuture<PlanAnswer> submit(CompiledPlan plan, PlanRequest request);

  /** Waits for the answer. */
  PlanAnswer run(CompiledPlan plan, PlanRequest request) throws InterruptedException;

  @Override
  void close();
}
