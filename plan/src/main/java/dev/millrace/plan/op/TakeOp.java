package dev.millrace.plan.op;

/** {@code core::take}: the first {@code count} rows. */
public final class TakeOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::take", 1)
          .withParam(OpParam.integer("count").withRequired().withRange(1, Integer.MAX_VALUE))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.PREFIX_OF_INPUT)
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("The first count rows.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    int count = (int) setup.integer("count");
    return (NodeCode.Sync) input -> input.rows().take(count);
  }
}
