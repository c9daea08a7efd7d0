package dev.millrace.plan.expr;

import java.util.List;

/**
 * An expression as generated code computes it: everything that does not depend on the row has been
 * moved out and is read from a slot of the {@link Frame}.
 */
sealed interface Code {

  record Num(double value) implements Code {}

  record Truth(boolean value) implements Code {}

  record Null() implements Code {}

  /** The row's value in a column; the slot is one of {@link Layout#columns}. */
  record Cell(int slot) implements Code {}

  /** The same for all rows; the slot is one of {@link Layout#constants}. */
  record Constant(int slot) implements Code {}

  record Binary(Expr.BinaryOp op, Code a, Code b) implements Code {}

  record Unary(Expr.UnaryOp op, Code x) implements Code {}

  record Coalesce(Code a, Code b) implements Code {}

  record If(Test test, Code then, Code otherwise) implements Code {}

  /** A predicate likewise. */
  sealed interface Test {

    record Always(boolean value) implements Test {}

    /** The same for all rows; the slot is one of {@link Layout#constantTests}. */
    record Constant(int slot) implements Test {}

    record And(Test a, Test b) implements Test {}

    record Or(Test a, Test b) implements Test {}

    record Not(Test x) implements Test {}

    /** Those that are false if an operand is null. */
    sealed interface OfValues extends Test {}

    /** Of two values of {@code type}. */
    record Compare(Pred.CmpOp op, ExprType type, Code a, Code b) implements OfValues {}

    /** Of the integers of a column, with an integer: no conversion for each row. */
    record CompareInts(Pred.CmpOp op, int column, long value) implements OfValues {}

    /** Likewise. */
    record IntOneOf(int column, List<Long> list) implements OfValues {}

    /** A few numbers, compared one by one. */
    record OneOf(Code value, List<Double> list) implements OfValues {}

    /** The slot is one of {@link Layout#numberSets}. */
    record InNumbers(Code value, int slot) implements OfValues {}

    /** The slot is one of {@link Layout#stringSets}. */
    record InStrings(Code value, int slot) implements OfValues {}

    /** Decided by the string's code; the slot is one of {@link Layout#codeTests}. */
    record ByCode(int column, int slot) implements OfValues {}

    /** Of a value of {@code type}. */
    record IsNull(ExprType type, Code value) implements Test {}
  }
}
