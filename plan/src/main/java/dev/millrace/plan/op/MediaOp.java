package dev.millrace.plan.op;

import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;

/** {@code core::media}: the media of each row, ids alone. */
public final class MediaOp implements Op {

  private static final int MOST_FANOUT = 10_000;
  private static final long DEFAULT_FANOUT = 10;

  private static final OpSpec SPEC =
      OpSpec.of("core::media", 1)
          .withParam(SharedParams.REDIS)
          .withParam(
              OpParam.integer("fanout").withDefault(DEFAULT_FANOUT).withRange(1, MOST_FANOUT))
          .withParam(SharedParams.TRACE)
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("For each row the first fanout ids of its list media:<id>.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    EndpointSpec endpoint = setup.endpoint("endpoint");
    long fanout = setup.integer("fanout");
    return (NodeCode.Async)
        (input, reply) -> {
          RedisReads reads = new RedisReads("media", input.redis(endpoint), reply);
          ListedIds.read(
              "media",
              fanout,
              input,
              reads,
              ids -> reply.complete(RowSet.all(ColumnBatch.ofIds(ids))));
        };
  }
}
