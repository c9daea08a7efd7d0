package dev.millrace.bench.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/** The sum of the first ids of all its inputs. */
record JoinOp() implements Op {

  static final String NAME = "bench::join";

  @Override
  public OpSpec spec() {
    return OpSpec.of(NAME, FanOut.BRANCHES);
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    return (NodeCode.Sync)
        input -> {
          long sum = 0;
          for (int branch = 0; branch < FanOut.BRANCHES; branch++) {
            sum += input.rows(branch).batch().ids().values()[0];
          }
          return RowSet.all(ColumnBatch.ofIds(new long[] {sum}));
        };
  }
}
