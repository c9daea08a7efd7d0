package dev.millrace.dsl.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Draws a plan as SVG: a node stands one row below the lowest of those it gets rows from. */
public final class PlanDrawing {

  private static final int WIDTH = 220;
  private static final int HEIGHT = 46;
  private static final int GAP = 40;
  private static final int LONGEST = 34;

  private final PlanView plan;
  private final Map<String, Integer> columns = new HashMap<>();
  private final Map<String, Integer> rows = new HashMap<>();

  private PlanDrawing(PlanView plan) {
    this.plan = plan;
  }

  public static String svg(PlanView plan) {
    return new PlanDrawing(plan).draw();
  }

  private String draw() {
    var used = new ArrayList<Integer>();
    for (PlanView.Node node : ordered()) {
      int row =
          node.inputs().stream()
              .mapToInt(input -> rows.getOrDefault(input, -1) + 1)
              .max()
              .orElse(0);
      while (used.size() <= row) {
        used.add(0);
      }
      rows.put(node.id(), row);
      columns.put(node.id(), used.get(row));
      used.set(row, used.get(row) + 1);
    }
    int wide = used.stream().mapToInt(Integer::intValue).max().orElse(1);
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" \
        font-size="12">
        """
            .formatted(wide * (WIDTH + GAP) + GAP, used.size() * (HEIGHT + GAP) + GAP));
    plan.nodes().forEach(node -> edges(node, svg));
    plan.nodes().forEach(node -> box(node, svg));
    return svg.append("</svg>\n").toString();
  }

  /** Inputs before those that use them; a plan that was loaded has no cycle. */
  private List<PlanView.Node> ordered() {
    var left = new ArrayList<>(plan.nodes());
    var done = new ArrayList<PlanView.Node>();
    var known = new HashMap<String, Boolean>();
    boolean found = true;
    while (found) {
      found = false;
      for (var node : List.copyOf(left)) {
        if (node.inputs().stream().allMatch(known::containsKey)) {
          left.remove(node);
          done.add(node);
          known.put(node.id(), true);
          found = true;
        }
      }
    }
    done.addAll(left);
    return done;
  }

  private int x(String id) {
    return GAP + columns.getOrDefault(id, 0) * (WIDTH + GAP);
  }

  private int y(String id) {
    return GAP + rows.getOrDefault(id, 0) * (HEIGHT + GAP);
  }

  private void edges(PlanView.Node node, StringBuilder svg) {
    for (String input : node.inputs()) {
      int fromX = x(input) + WIDTH / 2;
      int fromY = y(input) + HEIGHT;
      int toX = x(node.id()) + WIDTH / 2;
      int toY = y(node.id());
      int bend = GAP / 2;
      svg.append(
          "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"#888\"/>\n"
              .formatted(fromX, fromY, fromX, fromY + bend, toX, toY - bend, toX, toY));
    }
  }

  private void box(PlanView.Node node, StringBuilder svg) {
    boolean output = plan.outputs().contains(node.id());
    svg.append(
        """
        <g><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s" \
        stroke="#446"/><text x="%d" y="%d" font-weight="bold">%s</text><text x="%d" y="%d" \
        fill="#444">%s</text></g>
        """
            .formatted(
                escaped(node.op() + " " + PlanText.settings(node)),
                x(node.id()),
                y(node.id()),
                WIDTH,
                HEIGHT,
                output ? "#cfe8cf" : "#eef",
                x(node.id()) + 10,
                y(node.id()) + 19,
                escaped(node.id() + " " + node.shortOp()),
                x(node.id()) + 10,
                y(node.id()) + 36,
                escaped(shortened(PlanText.settings(node)))));
  }

  private static String shortened(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
