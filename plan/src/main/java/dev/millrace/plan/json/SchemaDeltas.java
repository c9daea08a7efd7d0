package dev.millrace.plan.json;

import dev.millrace.plan.PlanTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/** What each node did to the columns: {@code schema_deltas} of an answer. Pure. */
final class SchemaDeltas {

  private SchemaDeltas() {}

  static void write(PlanTrace trace, JsonBuffer json) {
    json.name("schema_deltas").beginArray();
    Map<String, PlanTrace.Node> byId = new HashMap<>();
    trace.nodes().forEach(node -> byId.put(node.id(), node));
    for (PlanTrace.Node node : inKahnOrder(trace.nodes())) {
      Set<Integer> in = new TreeSet<>();
      for (String input : node.inputs()) {
        PlanTrace.Node source = byId.get(input);
        if (source != null) {
          in.addAll(source.keys());
        }
      }
      write(node, in, new TreeSet<>(node.keys()), json);
    }
    json.endArray();
  }

  private static void write(
      PlanTrace.Node node, Set<Integer> in, Set<Integer> out, JsonBuffer json) {
    Set<Integer> added = new TreeSet<>(out);
    added.removeAll(in);
    Set<Integer> removed = new TreeSet<>(in);
    removed.removeAll(out);
    json.beginObject().name("node_id").string(node.id());
    keys("in_keys_union", in, json);
    keys("out_keys", out, json);
    keys("new_keys", added, json);
    keys("removed_keys", removed, json);
    json.endObject();
  }

  private static void keys(String name, Set<Integer> keys, JsonBuffer json) {
    json.name(name).beginArray();
    for (int key : keys) {
      json.number(key);
    }
    json.endArray();
  }

  /** The sources in the plan's order, then each node when its last input has come. */
  static List<PlanTrace.Node> inKahnOrder(List<PlanTrace.Node> nodes) {
    Map<String, Integer> waitingFor = new HashMap<>();
    Map<String, List<PlanTrace.Node>> successors = new HashMap<>();
    Queue<PlanTrace.Node> ready = new ArrayDeque<>();
    for (PlanTrace.Node node : nodes) {
      waitingFor.put(node.id(), node.inputs().size());
      for (String input : node.inputs()) {
        successors.computeIfAbsent(input, _ -> new ArrayList<>()).add(node);
      }
      if (node.inputs().isEmpty()) {
        ready.add(node);
      }
    }
    List<PlanTrace.Node> order = new ArrayList<>();
    while (!ready.isEmpty()) {
      PlanTrace.Node node = ready.remove();
      order.add(node);
      for (PlanTrace.Node successor : successors.getOrDefault(node.id(), List.of())) {
        if (waitingFor.merge(successor.id(), -1, Integer::sum) == 0) {
          ready.add(successor);
        }
      }
    }
    return order;
  }
}
