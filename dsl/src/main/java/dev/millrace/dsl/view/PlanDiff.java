package dev.millrace.dsl.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What changed between two plans, in words. Nodes are matched by what they do and where their rows
 * come from, not by their ids, which shift when a node is put in.
 */
public final class PlanDiff {

  private final PlanView before;
  private final PlanView after;
  private final List<String> changes = new ArrayList<>();

  /** Ids of the old plan to those of the new. */
  private final Map<String, String> matched = new HashMap<>();

  private PlanDiff(PlanView before, PlanView after) {
    this.before = before;
    this.after = after;
  }

  /** One line for each change; none if both mean the same. */
  public static List<String> of(PlanView before, PlanView after) {
    return new PlanDiff(before, after).compare();
  }

  private List<String> compare() {
    if (!before.name().equals(after.name())) {
      changes.add("the name: %s → %s".formatted(before.name(), after.name()));
    }
    match();
    Set<String> found = new LinkedHashSet<>(matched.values());
    for (PlanView.Node node : before.nodes()) {
      String other = matched.get(node.id());
      if (other == null) {
        changes.add("- %s".formatted(described(node)));
      } else {
        compare(node, node(after, other));
      }
    }
    for (PlanView.Node node : after.nodes()) {
      if (!found.contains(node.id())) {
        changes.add("+ %s".formatted(described(node)));
      }
    }
    List<String> outputs = before.outputs().stream().map(this::renamed).toList();
    if (!outputs.equals(after.outputs())) {
      changes.add("outputs: %s → %s".formatted(outputs, after.outputs()));
    }
    return changes;
  }

  /** The longest row of nodes with the same op in both, those with the same settings first. */
  private void match() {
    List<PlanView.Node> a = before.nodes();
    List<PlanView.Node> b = after.nodes();
    int[][] best = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        best[i][j] = Math.max(best[i + 1][j], best[i][j + 1]);
        int likeness = likeness(a.get(i), b.get(j));
        if (likeness > 0) {
          best[i][j] = Math.max(best[i][j], likeness + best[i + 1][j + 1]);
        }
      }
    }
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      int likeness = likeness(a.get(i), b.get(j));
      if (likeness > 0 && best[i][j] == likeness + best[i + 1][j + 1]) {
        matched.put(a.get(i++).id(), b.get(j++).id());
      } else if (best[i][j] == best[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
  }

  private static int likeness(PlanView.Node a, PlanView.Node b) {
    if (!a.op().equals(b.op())) {
      return 0;
    }
    return 2 + (a.settings().equals(b.settings()) ? 2 : 0) + (a.id().equals(b.id()) ? 1 : 0);
  }

  private void compare(PlanView.Node old, PlanView.Node now) {
    var names = new LinkedHashSet<>(old.settings().keySet());
    names.addAll(now.settings().keySet());
    for (String name : names) {
      String was = settingBefore(old, name);
      String is = now.settings().get(name);
      if (!Objects.equals(was, is)) {
        changes.add(
            "~ %s %s: %s: %s → %s"
                .formatted(
                    now.id(),
                    now.shortOp(),
                    name,
                    Objects.requireNonNullElse(was, "not set"),
                    Objects.requireNonNullElse(is, "not set")));
      }
    }
    List<String> inputs = old.inputs().stream().map(this::renamed).toList();
    if (!inputs.equals(now.inputs())) {
      changes.add(
          "~ %s %s: rows from %s → %s".formatted(now.id(), now.shortOp(), inputs, now.inputs()));
    }
  }

  /** A node that a param names is called as the new plan calls it. */
  private @org.jspecify.annotations.Nullable String settingBefore(PlanView.Node old, String name) {
    String was = old.settings().get(name);
    return was != null && old.inputs().contains(was) ? renamed(was) : was;
  }

  private String renamed(String id) {
    return matched.getOrDefault(id, id + " of before");
  }

  private static PlanView.Node node(PlanView plan, String id) {
    return plan.nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no node " + id));
  }

  private static String described(PlanView.Node node) {
    return "%s %s %s".formatted(node.id(), node.shortOp(), PlanText.settings(node)).strip();
  }
}
