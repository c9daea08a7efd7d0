package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;

/** {@code core::concat}: the rows of its input, then those of another node. */
public final class ConcatOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::concat", 1)
          .withParam(OpParam.node("rhs").withRequired().withDoc("The node whose rows follow."))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.CONCAT_DENSE)
          .withDoc(
              "The rows of the input, then those of rhs; a column that one lacks is null there.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    return (NodeCode.Sync) input -> RowSet.concat(input.rows(0), input.rows(1));
  }
}
