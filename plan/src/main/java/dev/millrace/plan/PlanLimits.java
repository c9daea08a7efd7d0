package dev.millrace.plan;

/**
 * How large a plan may be.
 *
 * @param bytes of the document
 * @param tokens of the document: what the memory that it takes depends on
 * @param nodes of the plan
 * @param table entries in each of the tables of expressions and predicates
 * @param exprNodes parts of one expression or predicate
 * @param exprDepth how deep the parts of one expression or predicate may be inside each other
 */
public record PlanLimits(
    int bytes, int tokens, int nodes, int table, int exprNodes, int exprDepth) {

  public PlanLimits {
    if (bytes < 1
        || bytes == Integer.MAX_VALUE
        || tokens < 1
        || nodes < 0
        || table < 0
        || exprNodes < 1
        || exprDepth < 1) {
      throw new IllegalArgumentException("a limit is out of range");
    }
    if (exprDepth > 400) {
      throw new IllegalArgumentException("exprDepth is %d, at most 400".formatted(exprDepth));
    }
  }

  /** More than any plan that a person or a program writes on purpose. */
  public static PlanLimits defaults() {
    return new PlanLimits(32 << 20, 5_000_000, 100_000, 10_000, 10_000, 200);
  }
}
