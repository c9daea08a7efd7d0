package dev.millrace.plan.expr;

import dev.millrace.rows.RowSet;

/** A predicate, typed and ready to select rows. Immutable and thread-safe. */
public interface FilterProgram {

  /**
   * Begins to select among the active rows of {@code rows}.
   *
   * @throws ExprFault if the params or the columns do not allow it
   */
  Run begin(RowSet rows, ParamValues params);

  /** Whether a row can make it fail; if so, no row may be left out unseen. */
  default boolean mayFail() {
    return true;
  }

  /** A selection in the making. Used by one thread at a time. */
  interface Run {

    /**
     * Looks at the positions {@code from} (inclusive) to {@code to} (exclusive), in ascending
     * order.
     */
    void select(int from, int to);

    /** How many rows have been selected so far: whoever needs no more may stop. */
    int selected();

    /** The selected rows, in the order of the input. */
    RowSet result();
  }
}
