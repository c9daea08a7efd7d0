package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.Registries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Where a plan that is written in Java begins: its sources. Not thread-safe. */
public final class PlanContext {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Registries registries;
  private final ArrayNode nodes = JSON.arrayNode();

  /** Each tree once, with its id. */
  private final Map<Expr, String> exprs = new LinkedHashMap<>();

  private final Map<Pred, String> preds = new LinkedHashMap<>();
  private final TreeMap<String, ObjectNode> capabilities = new TreeMap<>();

  PlanContext(Registries registries) {
    this.registries = registries;
  }

  /** The user whom the request is for. */
  public CandidateSet viewer(String endpoint) {
    return op("core::viewer", Map.of("endpoint", endpoint(endpoint)));
  }

  /** Rows with the ids 1 to {@code rows}: for tests. */
  public CandidateSet fixedSource(long rows) {
    return op("test::fixed_source", Map.of("row_count", rows));
  }

  /** Any op that has no input; see {@link CandidateSet#op}. */
  public CandidateSet op(String name, Map<String, ?> params) {
    return add(name, List.of(), params);
  }

  /** Several sets as the answer of the plan. */
  public PlanOutputs outputs(CandidateSet... sets) {
    return new PlanOutputs.Several(List.of(sets));
  }

  /** The id of a key, for the params of an op. */
  public int key(String name) {
    return Lookup.key(registries, name).id();
  }

  /** The id of an endpoint, for the params of an op. */
  public String endpoint(String name) {
    return Lookup.endpoint(registries, name).id();
  }

  /** Without this capability the engine must refuse the plan. */
  public void requireCapability(String id) {
    capabilities.putIfAbsent(id, JSON.objectNode().putNull("payload"));
  }

  /** Without this capability the engine must refuse the plan, which has a payload for it. */
  public void requireCapability(String id, Map<String, ?> payload) {
    ObjectNode entry = JSON.objectNode();
    entry.set("payload", JsonMapper.shared().valueToTree(new TreeMap<>(payload)));
    capabilities.put(id, entry);
  }

  CandidateSet add(String op, List<CandidateSet> inputs, Map<String, ?> params) {
    ObjectNode node = JSON.objectNode();
    int index = nodes.size();
    node.put("node_id", "n" + index);
    node.put("op", requireNonNull(op, "op is null"));
    ArrayNode names = node.putArray("inputs");
    for (CandidateSet input : inputs) {
      names.add(own(input));
    }
    ObjectNode values = node.putObject("params");
    new TreeMap<>(params).forEach((name, value) -> put(values, name, value));
    nodes.add(node);
    return new CandidateSet(this, index);
  }

  private String own(CandidateSet set) {
    if (set.context() != this) {
      throw new IllegalArgumentException("a candidate set of another plan");
    }
    return set.nodeId();
  }

  private void put(ObjectNode params, String name, Object value) {
    switch (value) {
      case Integer number -> params.put(name, number);
      case Long number -> params.put(name, number);
      case Double number -> params.put(name, number);
      case Boolean bool -> params.put(name, bool);
      case String string -> params.put(name, string);
      case CandidateSet set -> params.put(name, own(set));
      case E expr -> {
        Expr tree = expr.resolve(registries);
        params.put(name, exprs.computeIfAbsent(tree, _ -> "e" + exprs.size()));
      }
      case Preds pred -> {
        Pred tree = pred.resolve(registries);
        params.put(name, preds.computeIfAbsent(tree, _ -> "p" + preds.size()));
      }
      default ->
          throw new IllegalArgumentException(
              "param '%s' is a %s, which no plan can have"
                  .formatted(name, value.getClass().getSimpleName()));
    }
  }

  void label(int node, String label) {
    ((ObjectNode) nodes.get(node).get("params")).put("trace", label);
  }

  /** The whole plan, fields in the order in which people read them. */
  ObjectNode document(String name, List<CandidateSet> outputs) {
    ObjectNode root = JSON.objectNode();
    root.put("schema_version", 1);
    root.put("plan_name", name);
    root.set("nodes", nodes);
    ArrayNode ids = root.putArray("outputs");
    outputs.forEach(output -> ids.add(own(output)));
    if (!exprs.isEmpty()) {
      ObjectNode table = root.putObject("expr_table");
      exprs.forEach((tree, id) -> table.set(id, ExprJson.of(tree)));
    }
    if (!preds.isEmpty()) {
      ObjectNode table = root.putObject("pred_table");
      preds.forEach((tree, id) -> table.set(id, ExprJson.of(tree)));
    }
    addCapabilities(root);
    root.putObject("built_by").put("backend", "java").put("tool", "millrace");
    return root;
  }

  private void addCapabilities(ObjectNode root) {
    if (capabilities.isEmpty()) {
      return;
    }
    ArrayNode required = root.putArray("capabilities_required");
    capabilities.keySet().forEach(required::add);
    ObjectNode extensions = root.putObject("extensions");
    capabilities.forEach((id, entry) -> {
      if (!entry.get("payload").isNull()) {
        extensions.set(id, entry.get("payload"));
      }
    });
  }
}
