package dev.millrace.plan.json;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trace for people: the timeline, a table of the nodes and the critical path. Pure.
 *
 * <pre>{@code
 * Time(ms)  Loop Thread             Redis
 * ────────────────────────────────────────────────────────────
 *    0.000  v: 0 deps → spawn
 *    0.041  v: await redis ───────► HGETALL user:1
 *           [suspended]             │
 *    0.502  ◄───────────────────────┘ (v: 1 reply)
 *           [resumed] store v (1 row)
 *           All done → return
 * }</pre>
 */
public final class TraceText {

  private static final List<String> HEADINGS =
      List.of("node", "op", "lane", "state", "ready", "start", "end", "rows", "batches", "reads");

  private TraceText() {}

  /** The trace of {@code answer}; says so if it has none. */
  public static String of(PlanAnswer answer) {
    PlanTrace trace = answer.trace();
    PlanError error = answer instanceof PlanAnswer.Failed failed ? failed.error() : null;
    return trace == null ? "No trace was kept.\n" : of(trace, error);
  }

  private static String of(PlanTrace trace, @Nullable PlanError error) {
    return """
    Plan %s, request %s

    %s
    Total: %s ms

    %s
    Critical path: %s
    """
        .formatted(
            trace.plan(),
            trace.requestId(),
            Timeline.of(trace, error),
            DurationText.millis(trace.endNanos()),
            table(trace),
            String.join(" → ", trace.criticalPath()));
  }

  private static String table(PlanTrace trace) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEADINGS);
    trace.nodes().forEach(node -> lines.add(cells(node)));
    int[] widths = new int[HEADINGS.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        row.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static List<String> cells(PlanTrace.Node node) {
    PlanTrace.Work work = node.work();
    int commands = work.trips().stream().mapToInt(PlanTrace.Trip::commands).sum();
    int trips = work.trips().size();
    String reads = trips == 0 ? "" : "%d in %d".formatted(commands, trips);
    StringBuilder counts = new StringBuilder();
    work.counts().forEach((what, count) -> counts.append(" %s=%d".formatted(what, count)));
    return List.of(
        node.id(),
        node.op(),
        work.lane().isEmpty() ? "-" : work.lane(),
        node.state().name(),
        DurationText.millis(node.times().readyNanos()),
        DurationText.millis(node.times().startNanos()),
        DurationText.millis(node.times().endNanos()),
        work.rowsIn() + " → " + work.rowsOut(),
        Integer.toString(work.batches()),
        (reads + counts).strip());
  }
}
