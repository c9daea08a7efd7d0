package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Why a request has no rows.
 *
 * @param node the node that failed, null if the request failed as a whole
 */
public record PlanError(
    Code code,
    String message,
    String plan,
    String requestId,
    @Nullable String node,
    @Nullable String op,
    @Nullable SourceSpan span) {

  /** What kind of failure it is. */
  public enum Code {
    /** A node's data does not allow what the plan wants. */
    NODE_FAILED,
    /** An endpoint did not answer, or answered with an error. */
    IO_FAILED,
    /** The request's deadline passed. */
    DEADLINE_EXCEEDED,
    /** A node took longer than it may. */
    NODE_TIMEOUT,
    /** An op broke its own promise. */
    CONTRACT_VIOLATED,
    /** Whoever asked gave up, or the engine was closed. */
    CANCELLED,
    /** Too many requests are under way. */
    OVERLOADED,
    /** A defect. */
    INTERNAL
  }

  public PlanError {
    requireNonNull(code, "code is null");
    requireNonNull(message, "message is null");
    requireNonNull(plan, "plan is null");
    requireNonNull(requestId, "requestId is null");
  }
}
