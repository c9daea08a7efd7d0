package dev.millrace.plan.op;

import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/** {@code test::fixed_source}: rows with the ids 1 to {@code row_count} and nothing else. */
public final class FixedSourceOp implements Op {

  private static final int MOST_ROWS = 10_000_000;

  private static final OpSpec SPEC =
      OpSpec.of("test::fixed_source", 0)
          .withParam(OpParam.integer("row_count").withDefault(1L).withRange(0, MOST_ROWS))
          .withParam(SharedParams.TRACE)
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("Rows with the ids 1 to row_count.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    int count = (int) setup.integer("row_count");
    return (NodeCode.Sync) _ -> rows(count);
  }

  private static RowSet rows(int count) {
    long[] ids = new long[count];
    for (int row = 0; row < count; row++) {
      ids[row] = row + 1L;
    }
    return RowSet.all(ColumnBatch.ofIds(ids));
  }
}
