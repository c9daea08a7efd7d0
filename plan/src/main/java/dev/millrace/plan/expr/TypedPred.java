package dev.millrace.plan.expr;

/** A predicate without type faults; only {@link ExprTypes} makes one. Immutable. */
public final class TypedPred {

  private final Pred pred;
  private final Names names;

  TypedPred(Pred pred, Names names) {
    this.pred = pred;
    this.names = names;
  }

  public Pred pred() {
    return pred;
  }

  Names names() {
    return names;
  }
}
