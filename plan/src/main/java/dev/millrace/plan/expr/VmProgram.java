package dev.millrace.plan.expr;

import dev.millrace.rows.Column;
import dev.millrace.rows.RowSet;

/** An expression, typed and ready to compute a column. Immutable and thread-safe. */
public interface VmProgram {

  /**
   * Begins to compute the column for the active rows of {@code rows}; all others get null.
   *
   * @throws ExprFault if the params or the columns do not allow it
   */
  Run begin(RowSet rows, ParamValues params);

  /** A column in the making. Used by one thread at a time. */
  interface Run {

    /**
     * Computes the rows at the positions {@code from} (inclusive) to {@code to} (exclusive) of the
     * order. Each position is computed once.
     *
     * @throws ExprFault if a value is not finite, or null where the key allows none
     */
    void compute(int from, int to);

    /** The column, once all positions have been computed. */
    Column column();
  }
}
