package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;

/** Work that goes through the rows of the first input, a batch at a time. */
abstract class RowBatches implements NodeCode.BatchRun {

  final RowSet rows;
  private final int batchRows;

  /** The first position that has not been worked on. */
  private int next;

  RowBatches(NodeInput input) {
    rows = input.rows();
    batchRows = input.batchRows();
  }

  @Override
  public final boolean advance() {
    int from = next;
    next = (int) Math.min((long) from + batchRows, rows.size());
    return work(from, next) || next == rows.size();
  }

  /**
   * Works on the positions {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @return true if the rest of the rows need not be looked at
   */
  abstract boolean work(int from, int to);
}
