package dev.millrace.plan.expr;

/** A predicate without type faults; only {@link ExprTypes} makes one. Immutable. */
public final class TypedPred {

  private final Pred pred;
  private final Names names;
  private final boolean mayFail;

  TypedPred(Pred pred, Names names, boolean mayFail) {
    this.pred = pred;
    this.names = names;
    this.mayFail = mayFail;
  }

  public Pred pred() {
    return pred;
  }

  Names names() {
    return names;
  }

  /** Whether a request can make it fail: by a pattern that is missing or wrong. */
  boolean mayFail() {
    return mayFail;
  }
}
