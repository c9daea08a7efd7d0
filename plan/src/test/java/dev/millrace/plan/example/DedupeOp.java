package dev.millrace.plan.example;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.rows.RowSet;
import java.util.HashSet;
import java.util.Set;

/**
 * {@code acme::dedupe}: the first row of each id. An op that works in pieces, so that a request
 * that is over stops soon and a large one does not hold up small ones.
 */
public final class DedupeOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("acme::dedupe", 1)
          .withContract(OutputContract.STABLE_FILTER)
          .withDoc("The first row of each id.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    return (NodeCode.Batched) Pieces::new;
  }

  private static final class Pieces implements NodeCode.BatchRun {
    private final RowSet rows;
    private final int batchRows;
    private final int[] kept;
    private final Set<Long> seen = new HashSet<>();
    private int next;
    private int count;

    Pieces(NodeInput input) {
      rows = input.rows();
      batchRows = input.batchRows();
      kept = new int[rows.size()];
    }

    @Override
    public boolean advance() {
      int end = (int) Math.min((long) next + batchRows, rows.size());
      for (; next < end; next++) {
        int row = rows.row(next);
        if (seen.add(rows.batch().ids().values()[row])) {
          kept[count++] = row;
        }
      }
      return next == rows.size();
    }

    @Override
    public RowSet result() {
      return RowSet.of(rows.batch(), kept, count);
    }
  }
}
