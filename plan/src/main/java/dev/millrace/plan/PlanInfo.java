package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.op.Writes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a plan needs, writes and costs, without running it.
 *
 * @param complexity null if the plan was not linked
 * @param unsupported the capabilities that the engine lacks: the plan cannot be loaded then, and
 *     there are no nodes
 */
public record PlanInfo(
    String plan,
    PlanNeeds needs,
    List<Node> nodes,
    @Nullable Complexity complexity,
    List<String> unsupported) {

  /**
   * A node.
   *
   * @param writes the keys of the columns that it adds or replaces; null if that is not known
   * @param inputs the ids of the nodes whose rows it gets
   */
  public record Node(
      String id,
      String op,
      @Nullable List<Integer> writes,
      List<String> inputs,
      OutputContract contract) {
    public Node {
      writes = writes == null ? null : List.copyOf(writes);
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * How large a plan is.
   *
   * @param depth the nodes on the longest way through it
   * @param width the most nodes that are equally deep: about how many can run at once
   * @param maxRows the most rows that a node may have if every list is as long as its fanout allows
   */
  public record Complexity(int nodes, int edges, int depth, int width, long maxRows) {}

  public PlanInfo {
    requireNonNull(plan, "plan is null");
    requireNonNull(needs, "needs is null");
    nodes = List.copyOf(nodes);
    unsupported = List.copyOf(unsupported);
  }

  static PlanInfo unsupported(String plan, PlanNeeds needs, List<String> unsupported) {
    return new PlanInfo(plan, needs, List.of(), null, unsupported);
  }

  /** Of nodes of which only the ops are known. */
  static PlanInfo of(String plan, List<PlanNode> nodes) {
    List<Node> infos = new ArrayList<>(nodes.size());
    for (PlanNode node : nodes) {
      List<Integer> writes =
          node.op().writes() instanceof Writes.Keys(List<Integer> keys) ? keys : null;
      List<String> inputs = new ArrayList<>();
      for (int input : node.inputs()) {
        inputs.add(nodes.get(input).id());
      }
      infos.add(new Node(node.id(), node.op().name(), writes, inputs, node.op().contract()));
    }
    return new PlanInfo(plan, PlanNeeds.NONE, infos, null, List.of());
  }

  /** In one line; first what the reference's {@code --print-plan-info} says, in its order. */
  public String json() {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode root = mapper.createObjectNode();
    root.put("plan_name", plan);
    ArrayNode required = root.putArray("capabilities_required");
    needs.capabilities().forEach(required::add);
    root.set("extensions", mapper.readTree(needs.extensions()));
    root.put("capabilities_digest", needs.digest());
    if (!unsupported.isEmpty()) {
      ObjectNode error = root.putObject("error").put("code", "UNSUPPORTED_CAPABILITY");
      ArrayNode lacking = error.putArray("unsupported");
      unsupported.forEach(lacking::add);
      return mapper.writeValueAsString(root);
    }
    ArrayNode array = root.putArray("nodes");
    nodes.forEach(node -> addNode(array.addObject(), node));
    if (complexity != null) {
      addComplexity(root.putObject("complexity"), complexity);
    }
    return mapper.writeValueAsString(root);
  }

  private static void addNode(ObjectNode json, Node node) {
    json.put("node_id", node.id());
    json.put("op", node.op());
    ObjectNode writes = json.putObject("writes_eval");
    writes.put("kind", node.writes() == null ? "Unknown" : "Exact");
    ArrayNode keys = writes.putArray("keys");
    if (node.writes() != null) {
      node.writes().forEach(keys::add);
    }
    ArrayNode inputs = json.putArray("inputs");
    node.inputs().forEach(inputs::add);
    json.put("contract", node.contract().name().toLowerCase(Locale.ROOT));
  }

  private static void addComplexity(ObjectNode json, Complexity complexity) {
    json.put("nodes", complexity.nodes());
    json.put("edges", complexity.edges());
    json.put("depth", complexity.depth());
    json.put("width", complexity.width());
    json.put("max_rows", complexity.maxRows());
  }
}
