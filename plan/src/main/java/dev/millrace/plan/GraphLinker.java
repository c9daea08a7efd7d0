package dev.millrace.plan;

import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes indices of node ids: inputs, params that name nodes, outputs. Not thread-safe. */
final class GraphLinker {
  private static final int MAX_SHOWN = 12;

  private final PlanDraft draft;
  private final Faults faults;
  private final Map<String, Integer> indices = new HashMap<>();

  GraphLinker(PlanDraft draft, Faults faults) {
    this.draft = draft;
    this.faults = faults;
  }

  /**
   * The edges.
   *
   * @param specs the op of each node; null if it is unknown
   * @return null if a name is missing or there is a cycle
   */
  @Nullable PlanGraph link(@Nullable OpSpec[] specs, @Nullable BoundParams[] params) {
    int before = faults.size();
    collectIds();
    int[][] inputs = new int[draft.nodes().size()][];
    for (NodeDraft node : draft.nodes()) {
      inputs[node.index()] = inputs(node, specs[node.index()], params[node.index()]);
    }
    int[] outputs = outputs();
    if (faults.size() > before) {
      return null;
    }
    int[][] successors = successors(inputs);
    int[] order = order(inputs, successors);
    if (order.length < inputs.length) {
      addCycle(inputs, order);
      return null;
    }
    return new PlanGraph(inputs, successors, order, outputs);
  }

  private void collectIds() {
    for (NodeDraft node : draft.nodes()) {
      if (node.id() != null && indices.putIfAbsent(node.id(), node.index()) != null) {
        faults.add(
            node.path().field("node_id"), node.id(), "Duplicate node_id: %s".formatted(node.id()));
      }
    }
  }

  private int[] inputs(NodeDraft node, @Nullable OpSpec spec, @Nullable BoundParams params) {
    List<Integer> found = new ArrayList<>();
    List<String> names = node.inputs() == null ? List.of() : node.inputs();
    for (int i = 0; i < names.size(); i++) {
      Integer index = indices.get(names.get(i));
      if (index == null) {
        faults.add(
            node.path().field("inputs").item(i),
            node.id(),
            "references missing input: %s%s"
                .formatted(Text.shown(names.get(i)), nearest(names.get(i))));
      } else {
        found.add(index);
      }
    }
    if (spec != null && node.inputs() != null && names.size() != spec.inputs()) {
      faults.add(node.path().field("inputs"), node.id(), wrongArity(spec, names.size()));
    }
    if (spec != null && params != null) {
      addNodeParams(node, spec, params, found);
    }
    return toArray(found);
  }

  private static String wrongArity(OpSpec spec, int actual) {
    String expected =
        switch (spec.inputs()) {
          case 0 -> "0 inputs";
          case 1 -> "exactly 1 input";
          default -> "exactly %d inputs".formatted(spec.inputs());
        };
    return "%s: expected %s, got %d".formatted(spec.shortName(), expected, actual);
  }

  private void addNodeParams(NodeDraft node, OpSpec spec, BoundParams params, List<Integer> found) {
    for (OpParam param : spec.params()) {
      if (param.type() == OpParam.Type.NODE && params.value(param.name()) instanceof String id) {
        Integer index = indices.get(id);
        if (index == null) {
          faults.add(
              node.path().field("params").field(param.name()),
              node.id(),
              "node_ref '%s' references missing node: %s%s"
                  .formatted(param.name(), Text.shown(id), nearest(id)));
        } else {
          found.add(index);
        }
      }
    }
  }

  /** Only where the plan is small enough that comparing all names costs nothing. */
  private String nearest(String name) {
    return indices.size() > 1_000 ? "" : Text.didYouMean(name, indices.keySet());
  }

  /** Those that are there; the others are faults. */
  private int[] outputs() {
    List<@Nullable String> names = draft.outputs();
    List<Integer> outputs = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Integer index = name == null ? null : indices.get(name);
      if (index != null) {
        outputs.add(index);
      } else if (name != null) {
        faults.add(
            JsonPath.ROOT.field("outputs").item(i),
            "Output references missing node: %s%s".formatted(Text.shown(name), nearest(name)));
      }
    }
    return toArray(outputs);
  }

  private static int[] toArray(List<Integer> indices) {
    return indices.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[][] successors(int[][] inputs) {
    int[] counts = new int[inputs.length];
    for (int[] each : inputs) {
      for (int input : each) {
        counts[input]++;
      }
    }
    int[][] successors = new int[inputs.length][];
    Arrays.setAll(successors, index -> new int[counts[index]]);
    int[] filled = new int[inputs.length];
    for (int index = 0; index < inputs.length; index++) {
      for (int input : inputs[index]) {
        successors[input][filled[input]++] = index;
      }
    }
    return successors;
  }

  /** Each node behind its inputs; shorter than the plan if there is a cycle. */
  private static int[] order(int[][] inputs, int[][] successors) {
    int[] missing = new int[inputs.length];
    Deque<Integer> ready = new ArrayDeque<>();
    for (int index = 0; index < inputs.length; index++) {
      missing[index] = inputs[index].length;
      if (missing[index] == 0) {
        ready.add(index);
      }
    }
    int[] order = new int[inputs.length];
    int size = 0;
    while (!ready.isEmpty()) {
      int index = ready.remove();
      order[size++] = index;
      for (int successor : successors[index]) {
        if (--missing[successor] == 0) {
          ready.add(successor);
        }
      }
    }
    return Arrays.copyOf(order, size);
  }

  /** Names one cycle: whoever walks back from a node that never gets ready ends in one. */
  private void addCycle(int[][] inputs, int[] order) {
    boolean[] done = new boolean[inputs.length];
    for (int index : order) {
      done[index] = true;
    }
    int at = 0;
    while (done[at]) {
      at++;
    }
    boolean[] seen = new boolean[inputs.length];
    List<Integer> way = new ArrayList<>();
    while (!seen[at]) {
      seen[at] = true;
      way.add(at);
      at = Arrays.stream(inputs[at]).filter(input -> !done[input]).findFirst().orElseThrow();
    }
    List<Integer> cycle = way.subList(way.indexOf(at), way.size()).reversed();
    NodeDraft first = draft.nodes().get(cycle.getFirst());
    faults.add(first.path(), first.id(), "Plan contains a cycle: %s".formatted(shown(cycle)));
  }

  private String shown(List<Integer> cycle) {
    List<String> names = new ArrayList<>();
    for (int index : cycle.subList(0, Math.min(cycle.size(), MAX_SHOWN))) {
      names.add(String.valueOf(draft.nodes().get(index).id()));
    }
    if (cycle.size() > MAX_SHOWN) {
      names.add("… (%d nodes)".formatted(cycle.size()));
    }
    names.add(names.getFirst());
    return String.join(" -> ", names);
  }
}
