package dev.millrace.bench.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/** Computes {@link FanOut#work} of the first row's id; one row with the result. */
record WorkOp() implements Op {

  static final String NAME = "bench::work";

  @Override
  public OpSpec spec() {
    return OpSpec.of(NAME, 1)
        .withParam(OpParam.integer("rounds").withRequired().withRange(1, Integer.MAX_VALUE));
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    int rounds = (int) setup.integer("rounds");
    return (NodeCode.Sync)
        input -> {
          long seed = input.rows().batch().ids().values()[0];
          return RowSet.all(ColumnBatch.ofIds(new long[] {FanOut.work(seed, rounds)}));
        };
  }
}
