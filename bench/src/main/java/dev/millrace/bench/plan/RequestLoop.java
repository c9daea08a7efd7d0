package dev.millrace.bench.plan;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Requests to an engine, as a {@link ClosedLoop} has them.
 *
 * @param userOf the user of a request, by its number
 */
record RequestLoop(PlanEngine engine, CompiledPlan plan, LongUnaryOperator userOf)
    implements ClosedLoop.Requests {

  /** Always the same user. */
  static RequestLoop of(PlanEngine engine, CompiledPlan plan) {
    return new RequestLoop(engine, plan, _ -> 1);
  }

  @Override
  public void start(long number, ClosedLoop.End end) {
    PlanRequest request = PlanRequest.of("bench", userOf.applyAsLong(number));
    CompletableFuture<?> _ =
        engine.submit(plan, request).whenComplete((answer, error) -> end(answer, error, end));
  }

  private static void end(
      @Nullable PlanAnswer answer, @Nullable Throwable error, ClosedLoop.End end) {
    switch (answer) {
      case PlanAnswer.Rows _ -> end.ended();
      case PlanAnswer.Failed(var why, _) -> end.failed(new IllegalStateException(why.toString()));
      case null -> end.failed(new IllegalStateException("no answer", error));
    }
  }
}
