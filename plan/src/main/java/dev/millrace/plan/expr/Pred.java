package dev.millrace.plan.expr;

import java.util.List;

/**
 * A predicate over a row: true or false, never unknown. A comparison with a null is false, also
 * {@code !=}, so the negation of one is true; only a literal null can be compared with: {@code ==}
 * then means that both are null, {@code !=} that exactly one is.
 */
public sealed interface Pred {

  record Const(boolean value) implements Pred {}

  record And(Pred a, Pred b) implements Pred {}

  record Or(Pred a, Pred b) implements Pred {}

  record Not(Pred x) implements Pred {}

  record Cmp(CmpOp op, Expr a, Expr b) implements Pred {}

  /**
   * False if {@code lhs} is null. An empty list of numbers stands for an empty list of anything.
   */
  record InNumbers(Expr lhs, List<Double> list) implements Pred {
    public InNumbers {
      list = List.copyOf(list);
    }
  }

  record InStrings(Expr lhs, List<String> list) implements Pred {
    public InStrings {
      list = List.copyOf(list);
    }
  }

  record IsNull(Expr x) implements Pred {}

  record NotNull(Expr x) implements Pred {}

  /** Whether the pattern occurs in the string; false for null. */
  record Regex(int keyId, Pattern pattern, boolean ignoreCase) implements Pred {}

  /** Where a regular expression comes from. */
  sealed interface Pattern {
    record Literal(String value) implements Pattern {}

    /** A string param. That it is null is an error once a row with a string is met. */
    record Param(int paramId) implements Pattern {}
  }

  enum CmpOp {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE
  }
}
