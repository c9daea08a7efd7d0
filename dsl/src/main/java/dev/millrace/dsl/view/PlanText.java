package dev.millrace.dsl.view;

import java.util.List;
import java.util.stream.Collectors;

/** A plan as text: one line for each node, or a graph for Graphviz. */
public final class PlanText {

  private PlanText() {}

  /** For a terminal. */
  public static String table(PlanView plan) {
    int idWidth = width(plan.nodes().stream().map(PlanView.Node::id).toList());
    int opWidth = width(plan.nodes().stream().map(PlanView.Node::shortOp).toList());
    int fromWidth = width(plan.nodes().stream().map(PlanText::from).toList());
    var text = new StringBuilder();
    text.append("plan %s, %d nodes\n".formatted(plan.name(), plan.nodes().size()));
    for (PlanView.Node node : plan.nodes()) {
      String line =
          "  %s  %s  %s  %s%s"
              .formatted(
                  padded(node.id(), idWidth),
                  padded(node.shortOp(), opWidth),
                  padded(from(node), fromWidth),
                  settings(node),
                  node.span() == null ? "" : "  (" + node.span() + ")");
      text.append(line.stripTrailing()).append('\n');
    }
    return text.append("outputs: ")
        .append(String.join(", ", plan.outputs()))
        .append('\n')
        .toString();
  }

  private static String from(PlanView.Node node) {
    return node.inputs().isEmpty() ? "" : "← " + String.join(", ", node.inputs());
  }

  static String settings(PlanView.Node node) {
    return node.settings().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" "));
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /** For Graphviz. */
  public static String dot(PlanView plan) {
    var text = new StringBuilder("digraph " + quoted(plan.name()) + " {\n");
    text.append("  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (PlanView.Node node : plan.nodes()) {
      String label = node.id() + " " + node.shortOp() + "\n" + settings(node);
      boolean output = plan.outputs().contains(node.id());
      text.append(
          "  %s [label=%s%s];\n"
              .formatted(quoted(node.id()), quoted(label), output ? ", peripheries=2" : ""));
    }
    for (PlanView.Node node : plan.nodes()) {
      for (String input : node.inputs()) {
        text.append("  %s -> %s;\n".formatted(quoted(input), quoted(node.id())));
      }
    }
    return text.append("}\n").toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
