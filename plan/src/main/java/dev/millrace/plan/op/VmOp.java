package dev.millrace.plan.op;

import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/** {@code core::vm}: computes a column from an expression. */
public final class VmOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::vm", 1)
          .withParam(OpParam.key("out_key").withRequired().withDoc("The key to write."))
          .withParam(OpParam.expr("expr_id").withRequired().withDoc("What to compute."))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withWrites(new Writes.FromParam("out_key"))
          .withDoc("Computes the column out_key from an expression.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    KeySpec target = setup.key("out_key");
    if (target.id() == ColumnBatch.ID_KEY) {
      throw new BadParamException("out_key", "vm: cannot write to Key.id");
    }
    if (!target.allowWrite()) {
      throw new BadParamException(
          "out_key", "vm: key '%s' is not writable".formatted(target.name()));
    }
    return new Computation(target.id(), program(setup, target));
  }

  /** An expression that does not fit its key: the choice of the key is told as wrong. */
  private static VmProgram program(NodeSetup setup, KeySpec target) {
    try {
      return setup.expr("expr_id", target);
    } catch (BadParamException misfit) {
      throw new BadParamException("out_key", "vm: 'out_key': " + misfit.getMessage());
    }
  }

  private record Computation(int key, VmProgram program)
      implements NodeCode.Sync, NodeCode.Batched {

    @Override
    public RowSet run(NodeInput input) {
      RowSet rows = input.rows();
      VmProgram.Run run = program.begin(rows, input.request().params());
      run.compute(0, rows.size());
      return rows.with(key, run.column());
    }

    @Override
    public BatchRun begin(NodeInput input) {
      return new Batches(key, program, input);
    }
  }

  private static final class Batches extends RowBatches {
    private final int key;
    private final VmProgram.Run run;

    Batches(int key, VmProgram program, NodeInput input) {
      super(input);
      this.key = key;
      this.run = program.begin(rows, input.request().params());
    }

    @Override
    boolean work(int from, int to) {
      run.compute(from, to);
      return false;
    }

    @Override
    public RowSet result() {
      return rows.with(key, run.column());
    }
  }
}
