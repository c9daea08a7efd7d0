package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;
import java.time.Duration;

/** {@code test::sleep}: its input, some time later; or an error then. */
public final class SleepOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("test::sleep", 1)
          .withParam(OpParam.integer("duration_ms").withRequired().withRange(0, Integer.MAX_VALUE))
          .withParam(OpParam.bool("fail_after_sleep").withDefault(false))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("Waits duration_ms without a thread, then gives its input or fails.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    Duration delay = Duration.ofMillis(setup.integer("duration_ms"));
    boolean fails = setup.bool("fail_after_sleep");
    return (NodeCode.Async)
        (input, reply) -> {
          RowSet rows = input.rows();
          reply.after(delay, () -> end(rows, fails, reply));
        };
  }

  private static void end(RowSet rows, boolean fails, NodeReply reply) {
    if (fails) {
      reply.fail(
          new OpException(
              OpException.Kind.DATA, "sleep: intentional failure (fail_after_sleep=true)"));
    } else {
      reply.complete(rows);
    }
  }
}
