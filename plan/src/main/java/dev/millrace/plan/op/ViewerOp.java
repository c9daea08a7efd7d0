package dev.millrace.plan.op;

import dev.millrace.plan.registry.EndpointSpec;

/** {@code core::viewer}: one row, the user of the request. */
public final class ViewerOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::viewer", 0)
          .withParam(SharedParams.REDIS)
          .withParam(SharedParams.TRACE)
          .withWrites(Writes.keys(UserRows.COUNTRY_KEY))
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("One row: the request's user, with country.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    EndpointSpec endpoint = setup.endpoint("endpoint");
    return (NodeCode.Async)
        (input, reply) ->
            UserRows.read(
                new long[] {input.request().userId()},
                new RedisReads("viewer", input.redis(endpoint), reply));
  }
}
