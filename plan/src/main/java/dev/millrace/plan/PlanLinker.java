package dev.millrace.plan;

import dev.millrace.plan.op.BadParamException;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Registries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns a draft into a plan: ops, params, edges, columns, code. Not thread-safe, used once. */
final class PlanLinker {
  private final Registries registries;
  private final OpCatalog catalog;
  private final ExprTables tables;
  private final PlanDraft draft;
  private final Faults faults;
  private final @Nullable Op[] ops;
  private final @Nullable OpSpec[] specs;
  private final @Nullable BoundParams[] params;

  PlanLinker(
      Registries registries, OpCatalog catalog, ExprTables tables, PlanDraft draft, Faults faults) {
    this.registries = registries;
    this.catalog = catalog;
    this.tables = tables;
    this.draft = draft;
    this.faults = faults;
    int size = draft.nodes().size();
    this.ops = new Op[size];
    this.specs = new OpSpec[size];
    this.params = new BoundParams[size];
  }

  /** The plan; null if there is any fault. */
  @Nullable CompiledPlan link(PlanNeeds needs) {
    draft.nodes().forEach(this::bind);
    readTables();
    PlanGraph graph = new GraphLinker(draft, faults).link(specs, params);
    int[] limits = null;
    if (graph != null) {
      new ColumnFlow(draft, specs, params, graph, faults).check();
      limits = RowLimits.of(graph, specs, params);
    }
    @Nullable NodeCode[] code = new NodeCode[ops.length];
    for (int index = 0; index < ops.length; index++) {
      code[index] = prepare(index, limits == null ? RowLimits.NONE : limits[index]);
    }
    return graph == null || draft.name() == null || !faults.isEmpty()
        ? null
        : plan(draft.name(), needs, graph, code);
  }

  private void bind(NodeDraft node) {
    if (node.op() == null) {
      return;
    }
    Op op = catalog.find(node.op()).orElse(null);
    if (op == null) {
      faults.add(
          node.path().field("op"),
          node.id(),
          "Unknown op %s%s"
              .formatted(Text.quoted(node.op()), Text.didYouMean(node.op(), catalog.names())));
      return;
    }
    ops[node.index()] = op;
    specs[node.index()] = op.spec();
    params[node.index()] = new ParamBinder(registries, node, op.spec(), faults).bind();
  }

  private void readTables() {
    Map<String, String> exprUsers = new HashMap<>();
    Map<String, String> predUsers = new HashMap<>();
    for (NodeDraft node : draft.nodes()) {
      if (specs[node.index()] == null) {
        addAllNames(node, exprUsers, predUsers);
      }
      collect(node, OpParam.Type.EXPR, draft.exprs(), "expr_table", exprUsers);
      collect(node, OpParam.Type.PRED, draft.preds(), "pred_table", predUsers);
    }
    tables.read(draft, exprUsers, predUsers);
  }

  /** A node whose op is unknown may use whatever its params name. */
  private static void addAllNames(
      NodeDraft node, Map<String, String> exprUsers, Map<String, String> predUsers) {
    if (node.params() != null) {
      for (JsonNode value : node.params().values()) {
        if (value.isString()) {
          exprUsers.putIfAbsent(value.stringValue(), shown(node));
          predUsers.putIfAbsent(value.stringValue(), shown(node));
        }
      }
    }
  }

  private static String shown(NodeDraft node) {
    return node.id() == null ? "" : node.id();
  }

  private void collect(
      NodeDraft node,
      OpParam.Type type,
      @Nullable JsonNode table,
      String tableName,
      Map<String, String> users) {
    OpSpec spec = specs[node.index()];
    BoundParams bound = params[node.index()];
    if (spec == null || bound == null) {
      return;
    }
    for (OpParam param : spec.params()) {
      if (param.type() != type || !(bound.value(param.name()) instanceof String id)) {
        continue;
      }
      users.putIfAbsent(id, shown(node));
      if (table == null || !table.has(id)) {
        faults.add(
            node.path().field("params").field(param.name()),
            node.id(),
            "%s %s not found in %s".formatted(param.name(), Text.quoted(id), tableName));
      }
    }
  }

  private @Nullable NodeCode prepare(int index, int limit) {
    Op op = ops[index];
    BoundParams bound = params[index];
    NodeDraft node = draft.nodes().get(index);
    if (op == null || bound == null || !bound.sound() || !hasSoundTrees(index, bound)) {
      return null;
    }
    OptionalInt known = limit == RowLimits.NONE ? OptionalInt.empty() : OptionalInt.of(limit);
    try {
      return op.prepare(new NodeBinding(shown(node), bound, tables, known));
    } catch (BadParamException e) {
      faults.add(
          node.path().field("params").field(e.param()), node.id(), String.valueOf(e.getMessage()));
    } catch (RuntimeException | LinkageError e) { // foreign code
      faults.add(
          node.path(), node.id(), "op '%s' failed to prepare: %s".formatted(op.spec().name(), e));
    }
    return null;
  }

  private boolean hasSoundTrees(int index, BoundParams bound) {
    OpSpec spec = specs[index];
    if (spec == null) {
      return false;
    }
    for (OpParam param : spec.params()) {
      if (bound.value(param.name()) instanceof String id) {
        boolean broken =
            (param.type() == OpParam.Type.EXPR && !tables.hasExpr(id))
                || (param.type() == OpParam.Type.PRED && !tables.hasPred(id));
        if (broken) {
          return false;
        }
      }
    }
    return true;
  }

  private CompiledPlan plan(
      String name, PlanNeeds needs, PlanGraph graph, @Nullable NodeCode[] code) {
    List<PlanNode> nodes = new ArrayList<>(code.length);
    List<PlanInfo.Node> infos = new ArrayList<>(code.length);
    Set<EndpointSpec> endpoints = new LinkedHashSet<>();
    for (NodeDraft node : draft.nodes()) {
      int index = node.index();
      OpSpec spec = specs[index];
      BoundParams bound = params[index];
      NodeCode own = code[index];
      if (spec == null || bound == null || own == null || node.id() == null) {
        throw new IllegalStateException("node %d is not sound, without a fault".formatted(index));
      }
      nodes.add(
          new PlanNode(
              index,
              node.id(),
              spec,
              own,
              graph.inputs()[index],
              graph.successors()[index],
              RowLimits.prefix(spec, bound),
              bound.label(),
              faults.span(node.id())));
      infos.add(
          new PlanInfo.Node(
              node.id(),
              spec.name(),
              ColumnFlow.writes(spec, bound),
              inputIds(graph.inputs()[index]),
              spec.contract()));
      addEndpoints(bound, endpoints);
    }
    PlanInfo.Complexity complexity = ComplexityEstimate.of(graph, specs, params);
    PlanInfo info = new PlanInfo(name, needs, infos, complexity, List.of());
    return new CompiledPlan(name, nodes, graph.outputs(), info, List.copyOf(endpoints));
  }

  private static void addEndpoints(BoundParams bound, Set<EndpointSpec> endpoints) {
    for (Object value : bound.values().values()) {
      if (value instanceof EndpointSpec endpoint) {
        endpoints.add(endpoint);
      }
    }
  }

  private List<String> inputIds(int[] inputs) {
    List<String> ids = new ArrayList<>(inputs.length);
    for (int input : inputs) {
      ids.add(shown(draft.nodes().get(input)));
    }
    return ids;
  }
}
