package dev.millrace.plan.op;

import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.rows.RowSet;

/** {@code core::filter}: the rows for which a predicate holds. */
public final class FilterOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::filter", 1)
          .withParam(OpParam.pred("pred_id").withRequired().withDoc("Which rows to keep."))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.STABLE_FILTER)
          .withDoc("The rows for which the predicate holds, in their order.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    FilterProgram program = setup.pred("pred_id");
    boolean seesAll = program.mayFail() || setup.limit().isEmpty();
    int limit = seesAll ? Integer.MAX_VALUE : setup.limit().getAsInt();
    return new Choice(program, limit);
  }

  private record Choice(FilterProgram program, int limit)
      implements NodeCode.Sync, NodeCode.Batched {

    @Override
    public RowSet run(NodeInput input) {
      FilterProgram.Run run = program.begin(input.rows(), input.request().params());
      run.select(0, input.rows().size());
      return run.result();
    }

    @Override
    public BatchRun begin(NodeInput input) {
      return new Batches(program, limit, input);
    }
  }

  private static final class Batches extends RowBatches {
    private final int limit;
    private final FilterProgram.Run run;

    Batches(FilterProgram program, int limit, NodeInput input) {
      super(input);
      this.limit = limit;
      this.run = program.begin(rows, input.request().params());
    }

    @Override
    boolean work(int from, int to) {
      run.select(from, to);
      return run.selected() >= limit;
    }

    @Override
    public RowSet result() {
      return run.result();
    }
  }
}
