package dev.millrace.plan;

import static dev.millrace.plan.op.OutputContract.CONCAT_DENSE;
import static dev.millrace.plan.op.OutputContract.PERMUTATION_OF_INPUT;
import static dev.millrace.plan.op.OutputContract.PREFIX_OF_INPUT;
import static dev.millrace.plan.op.OutputContract.STABLE_FILTER;
import static dev.millrace.plan.op.OutputContract.UNARY_PRESERVE_VIEW;

import dev.millrace.plan.op.BadParamException;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.Writes;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Ops with the specs of the built-in ones and no code: what a loader needs, and nothing else. */
final class SampleOps {
  private static final OpParam REDIS =
      OpParam.endpoint("endpoint", EndpointSpec.Kind.REDIS).withRequired();

  /** The limit that each node was told, by its id. */
  final Map<String, OptionalInt> limits = new HashMap<>();

  OpCatalog catalog() {
    List<Op> ops = new ArrayList<>();
    ops.add(op(OpSpec.of("core::viewer", 0).withParam(REDIS).withWrites(Writes.keys(3001))));
    for (String name : List.of("core::follow", "core::recommendation")) {
      ops.add(
          op(
              OpSpec.of(name, 1)
                  .withParam(REDIS)
                  .withParam(OpParam.integer("fanout").withDefault(100).withRange(1, 10_000_000))
                  .withWrites(Writes.keys(3001))));
    }
    ops.add(
        op(
            OpSpec.of("core::media", 1)
                .withParam(REDIS)
                .withParam(OpParam.integer("fanout").withDefault(10).withRange(1, 10_000))));
    ops.add(
        op(
            OpSpec.of("core::vm", 1)
                .withParam(OpParam.key("out_key").withRequired())
                .withParam(OpParam.expr("expr_id").withRequired())
                .withContract(UNARY_PRESERVE_VIEW)
                .withWrites(new Writes.FromParam("out_key")),
            setup -> {
              var _ = setup.expr("expr_id", setup.key("out_key"));
            }));
    ops.add(
        op(
            OpSpec.of("core::filter", 1)
                .withParam(OpParam.pred("pred_id").withRequired())
                .withContract(STABLE_FILTER),
            setup -> {
              var _ = setup.pred("pred_id");
            }));
    ops.add(
        op(
            OpSpec.of("core::sort", 1)
                .withParam(OpParam.key("by").withRequired())
                .withParam(OpParam.string("order").withDefault("asc"))
                .withContract(PERMUTATION_OF_INPUT),
            SampleOps::checkOrder));
    ops.add(
        op(
            OpSpec.of("core::take", 1)
                .withParam(OpParam.integer("count").withRequired().withRange(1, Long.MAX_VALUE))
                .withContract(PREFIX_OF_INPUT)));
    ops.add(
        op(
            OpSpec.of("core::concat", 1)
                .withParam(OpParam.node("rhs").withRequired())
                .withContract(CONCAT_DENSE)));
    ops.add(
        op(
            OpSpec.of("test::sleep", 1)
                .withParam(OpParam.integer("duration_ms").withRequired().withRange(0, 60_000))
                .withParam(OpParam.bool("fail_after_sleep").withDefault(false))
                .withContract(UNARY_PRESERVE_VIEW)));
    ops.add(
        op(
            OpSpec.of("test::fixed_source", 0)
                .withParam(OpParam.integer("row_count").withDefault(1).withRange(0, 1_000_000))));
    ops.add(
        op(
            OpSpec.of("test::busy_cpu", 1)
                .withParam(OpParam.integer("busy_wait_ms").withRequired().withRange(0, 60_000))
                .withContract(UNARY_PRESERVE_VIEW)));
    return OpCatalog.of(ops);
  }

  private static void checkOrder(NodeSetup setup) {
    if (!List.of("asc", "desc").contains(setup.string("order"))) {
      throw new BadParamException("order", "'order' must be 'asc' or 'desc' if provided");
    }
  }

  Op op(OpSpec spec) {
    return op(spec, _ -> {});
  }

  /** An op that only looks at its params. */
  Op op(OpSpec spec, Consumer<NodeSetup> check) {
    return new Op() {
      @Override
      public OpSpec spec() {
        return spec;
      }

      @Override
      public NodeCode prepare(NodeSetup setup) {
        check.accept(setup);
        limits.put(setup.nodeId(), setup.limit());
        return (NodeCode.Sync) NodeInput::rows;
      }
    };
  }
}
