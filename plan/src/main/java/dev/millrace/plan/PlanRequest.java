package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.ParamValues;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to run a plan.
 *
 * @param deadline how long the answer may take; null: as long as it takes
 * @param nodeTimeout how long each node may take; null: as long as it takes
 * @param traced whether the answer shall have a trace
 * @param checked whether each node's rows are checked against its op's contract
 */
public record PlanRequest(
    String requestId,
    long userId,
    ParamValues params,
    @Nullable Duration deadline,
    @Nullable Duration nodeTimeout,
    boolean traced,
    boolean checked) {

  public PlanRequest {
    requireNonNull(requestId, "requestId is null");
    requireNonNull(params, "params is null");
  }

  public static PlanRequest of(String requestId, long userId) {
    return new PlanRequest(requestId, userId, ParamValues.NONE, null, null, false, false);
  }

  public PlanRequest withParams(ParamValues newParams) {
    return new PlanRequest(requestId, userId, newParams, deadline, nodeTimeout, traced, checked);
  }

  public PlanRequest withDeadline(@Nullable Duration newDeadline) {
    return new PlanRequest(requestId, userId, params, newDeadline, nodeTimeout, traced, checked);
  }

  public PlanRequest withNodeTimeout(@Nullable Duration newTimeout) {
    return new PlanRequest(requestId, userId, params, deadline, newTimeout, traced, checked);
  }

  public PlanRequest withTrace() {
    return new PlanRequest(requestId, userId, params, deadline, nodeTimeout, true, checked);
  }

  public PlanRequest withChecks() {
    return new PlanRequest(requestId, userId, params, deadline, nodeTimeout, traced, true);
  }
}
