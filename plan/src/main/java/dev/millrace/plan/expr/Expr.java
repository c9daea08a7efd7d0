package dev.millrace.plan.expr;

import static java.util.Objects.requireNonNull;

/**
 * An expression over a row: a number, a string, a truth value, or null. A tree of records, as the
 * plan's {@code expr_table} has it. Which types go together is checked when the plan is loaded.
 */
public sealed interface Expr {

  record ConstNumber(double value) implements Expr {}

  record ConstString(String value) implements Expr {
    public ConstString {
      requireNonNull(value, "value is null");
    }
  }

  record ConstBool(boolean value) implements Expr {}

  record ConstNull() implements Expr {}

  /**
   * The row's value of a key; key 1 is its id, as a number. Null if the rows have no such column.
   */
  record KeyRef(int keyId) implements Expr {}

  record ParamRef(int paramId) implements Expr {}

  /** Null if either side is. */
  record Binary(BinaryOp op, Expr a, Expr b) implements Expr {}

  /** Null if the operand is. */
  record Unary(UnaryOp op, Expr x) implements Expr {}

  /** {@code a} unless that is null, else {@code b}. */
  record Coalesce(Expr a, Expr b) implements Expr {}

  /** {@code then} if the predicate holds, else {@code otherwise}. */
  record If(Pred pred, Expr then, Expr otherwise) implements Expr {}

  enum BinaryOp {
    ADD,
    SUB,
    MUL,
    /** By zero: null. */
    DIV,
    MIN,
    MAX
  }

  enum UnaryOp {
    NEG,
    ABS,
    LOG1P
  }
}
