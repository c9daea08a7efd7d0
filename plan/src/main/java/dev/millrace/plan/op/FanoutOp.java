package dev.millrace.plan.op;

import dev.millrace.plan.registry.EndpointSpec;

/** Ops that go from users to the users on a list of theirs: their rows, with country. */
public abstract sealed class FanoutOp implements Op {

  private static final int MOST_FANOUT = 10_000_000;
  private static final long DEFAULT_FANOUT = 100;

  private final String name;
  private final OpSpec spec;

  private FanoutOp(String name) {
    this.name = name;
    this.spec =
        OpSpec.of("core::" + name, 1)
            .withParam(SharedParams.REDIS)
            .withParam(
                OpParam.integer("fanout").withDefault(DEFAULT_FANOUT).withRange(1, MOST_FANOUT))
            .withParam(SharedParams.TRACE)
            .withWrites(Writes.keys(UserRows.COUNTRY_KEY))
            .withCost(OpSpec.Cost.CHEAP)
            .withDoc("For each row the first fanout users of its list %s:<id>.".formatted(name));
  }

  /** {@code core::follow}: whom the users follow. */
  public static final class Follow extends FanoutOp {
    public Follow() {
      super("follow");
    }
  }

  /** {@code core::recommendation}: who is recommended to the users. */
  public static final class Recommendation extends FanoutOp {
    public Recommendation() {
      super("recommendation");
    }
  }

  @Override
  public final OpSpec spec() {
    return spec;
  }

  @Override
  public final NodeCode prepare(NodeSetup setup) {
    EndpointSpec endpoint = setup.endpoint("endpoint");
    long fanout = setup.integer("fanout");
    return (NodeCode.Async)
        (input, reply) -> {
          RedisReads reads = new RedisReads(name, input.redis(endpoint), reply);
          ListedIds.read(name, fanout, input, reads, ids -> UserRows.read(ids, reads));
        };
  }
}
