package dev.millrace.stress.plan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** {@code stress::stubborn}: its input, some time later; it cannot be given up before. */
final class StubbornOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("stress::stubborn", 1)
          .withParam(OpParam.integer("duration_ms").withRequired().withRange(0, 60_000))
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withDoc("Completes after duration_ms, whoever waits or not.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    long millis = setup.integer("duration_ms");
    return (NodeCode.Async)
        (input, reply) -> {
          Executor later = CompletableFuture.delayedExecutor(millis, MILLISECONDS);
          later.execute(() -> reply.complete(input.rows()));
        };
  }
}
