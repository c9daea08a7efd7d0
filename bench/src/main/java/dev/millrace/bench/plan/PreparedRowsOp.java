package dev.millrace.bench.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.Writes;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/**
 * Rows that were made before, the same for every request: so that nodes behind it are measured and
 * not the making of rows.
 */
record PreparedRowsOp(RowSet rows) implements Op {

  static final String NAME = "bench::prepared";

  /** A column with doubles. */
  static final int VALUE_KEY = 1001;

  static PreparedRowsOp none() {
    return new PreparedRowsOp(RowSet.all(ColumnBatch.ofIds(new long[0])));
  }

  @Override
  public OpSpec spec() {
    return OpSpec.of(NAME, 0).withWrites(Writes.keys(VALUE_KEY)).withCost(OpSpec.Cost.CHEAP);
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    return (NodeCode.Sync) _ -> rows;
  }
}
