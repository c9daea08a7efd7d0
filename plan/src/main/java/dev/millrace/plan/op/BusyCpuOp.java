package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;

/** {@code test::busy_cpu}: keeps a core busy for some time, then gives its input. */
public final class BusyCpuOp implements Op {

  private static final long PIECE_NANOS = 100_000;

  private static final OpSpec SPEC =
      OpSpec.of("test::busy_cpu", 1)
          .withParam(OpParam.integer("busy_wait_ms").withRequired().withRange(0, Integer.MAX_VALUE))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withDoc("Keeps a core busy for busy_wait_ms, in pieces, then gives its input.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    long nanos = setup.integer("busy_wait_ms") * 1_000_000;
    return (NodeCode.Batched) input -> new Spin(input, input.nanoTime() + nanos);
  }

  private record Spin(NodeInput input, long until) implements NodeCode.BatchRun {

    @Override
    public boolean advance() {
      long now = input.nanoTime();
      long pieceEnd = Math.min(until - now, PIECE_NANOS) + now;
      // A virtual clock stands still while a step runs: one look is then all there is.
      long last;
      do {
        last = now;
        Thread.onSpinWait();
        now = input.nanoTime();
      } while (now < pieceEnd && now != last);
      return now >= until;
    }

    @Override
    public RowSet result() {
      return input.rows();
    }
  }
}
