package dev.millrace.plan.op;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.ParamValues;

/** Whom a request is for and what it sets. */
public record RequestInfo(String requestId, long userId, ParamValues params) {

  public RequestInfo {
    requireNonNull(requestId, "requestId is null");
    requireNonNull(params, "params is null");
  }
}
