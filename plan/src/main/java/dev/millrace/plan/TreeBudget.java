package dev.millrace.plan;

/** How large the tree that is being read may still grow. Not thread-safe. */
final class TreeBudget {
  private final PlanLimits limits;
  private final Faults faults;
  private int left;

  TreeBudget(PlanLimits limits, Faults faults) {
    this.limits = limits;
    this.faults = faults;
  }

  /** The next tree begins. */
  void begin() {
    left = limits.exprNodes();
  }

  /** Whether there may be one more part, this deep. Says once why not. */
  boolean allows(JsonPath path, int depth) {
    left--;
    if (left == -1) {
      faults.add(path, "an expression has at most %d parts".formatted(limits.exprNodes()));
    }
    if (depth > limits.exprDepth()) {
      faults.add(path, "an expression is at most %d deep".formatted(limits.exprDepth()));
    }
    return left >= 0 && depth <= limits.exprDepth();
  }
}
