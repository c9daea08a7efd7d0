package dev.millrace.plan;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Plans made of test code, without JSON: nodes in order, each naming its inputs by index. */
final class TestPlan {

  static final RowSet ONE_ROW = RowSet.all(ColumnBatch.ofIds(new long[] {1}));

  /** For plans that read nothing. */
  static final RedisClients NO_CLIENTS =
      new RedisClients() {
        @Override
        public RedisClient client(EndpointSpec endpoint) {
          throw new AssertionError("no test node reads from an endpoint");
        }

        @Override
        public void close() {}
      };

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Node(NodeCode code, OpSpec.Cost cost, int[] inputs) {}

  private final List<Node> nodes = new ArrayList<>();

  int add(NodeCode code, int... inputs) {
    return add(code, OpSpec.Cost.PER_ROW, inputs);
  }

  int add(NodeCode code, OpSpec.Cost cost, int... inputs) {
    nodes.add(new Node(code, cost, inputs));
    return nodes.size() - 1;
  }

  /** The plan with these outputs; none means the last node. */
  CompiledPlan build(int... outputs) {
    List<PlanNode> built = new ArrayList<>();
    for (int index = 0; index < nodes.size(); index++) {
      Node node = nodes.get(index);
      OpSpec spec = OpSpec.of("test::node", node.inputs().length).withCost(node.cost());
      built.add(
          new PlanNode(
              index,
              "n" + index,
              spec,
              node.code(),
              node.inputs(),
              successors(index),
              -1,
              null,
              null));
    }
    int[] ends = outputs.length == 0 && !nodes.isEmpty() ? new int[] {nodes.size() - 1} : outputs;
    return new CompiledPlan("test", built, ends);
  }

  private int[] successors(int index) {
    List<Integer> found = new ArrayList<>();
    for (int other = 0; other < nodes.size(); other++) {
      for (int input : nodes.get(other).inputs()) {
        if (input == index) {
          found.add(other);
        }
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  static NodeCode instant() {
    return (NodeCode.Sync) _ -> ONE_ROW;
  }

  static NodeCode pieces(int count) {
    return (NodeCode.Batched)
        _ ->
            new NodeCode.BatchRun() {
              private int left = count;

              @Override
              public boolean advance() {
                return --left <= 0;
              }

              @Override
              public RowSet result() {
                return ONE_ROW;
              }
            };
  }

  static NodeCode sleeping(Duration delay) {
    return (NodeCode.Async) (_, reply) -> reply.after(delay, () -> reply.complete(ONE_ROW));
  }

  static RowSet rows(int count) {
    long[] ids = new long[count];
    Arrays.setAll(ids, i -> i + 1L);
    return RowSet.all(ColumnBatch.ofIds(ids));
  }
}
