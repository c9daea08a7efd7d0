package dev.millrace.plan.json;

import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a request in the order in which it happened: nodes are spawned, suspended and
 * resumed, their rows are stored, which spawns others. Not thread-safe.
 */
final class Timeline {

  private static final String INLINE = "inline";
  private static final String REDIS = "redis";
  private static final String TIMER = "timer";

  /** Something that happened at a time; of two at the same time the one with less rank is first. */
  private record Event(long nanos, int rank, Runnable show) {}

  private final PlanTrace trace;
  private final List<String> lanes = new ArrayList<>();
  private final TimelineGrid grid;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Integer> waitingFor = new HashMap<>();
  private final Map<String, List<PlanTrace.Node>> successors = new HashMap<>();

  private Timeline(PlanTrace trace) {
    this.trace = trace;
    TreeSet<String> workers = new TreeSet<>();
    boolean hasTimer = false;
    boolean hasRedis = false;
    for (PlanTrace.Node node : trace.nodes()) {
      switch (node.work().lane()) {
        case "", INLINE -> {}
        case TIMER -> hasTimer = true;
        case REDIS -> hasRedis = true;
        default -> workers.add(node.work().lane());
      }
    }
    lanes.add(INLINE);
    lanes.addAll(workers);
    if (hasTimer) {
      lanes.add(TIMER);
    }
    if (hasRedis) {
      lanes.add(REDIS);
    }
    grid = new TimelineGrid(lanes.stream().map(Timeline::heading).toList());
  }

  private static String heading(String lane) {
    return switch (lane) {
      case INLINE -> "Loop Thread";
      case TIMER -> "Timer";
      case REDIS -> "Redis";
      case "thread" -> "CPU Pool (own thread)";
      default -> "CPU Pool (" + lane + ")";
    };
  }

  /**
   * The timeline of {@code trace}.
   *
   * @param error how it ended; null: well
   */
  static String of(PlanTrace trace, @Nullable PlanError error) {
    Timeline timeline = new Timeline(trace);
    timeline.begin();
    trace.nodes().forEach(timeline::add);
    timeline.events.sort(Comparator.comparingLong(Event::nanos).thenComparingInt(Event::rank));
    timeline.events.forEach(event -> event.show().run());
    timeline.end(error);
    return timeline.grid.toString();
  }

  private void begin() {
    for (PlanTrace.Node node : trace.nodes()) {
      int inputs = node.inputs().size();
      waitingFor.put(node.id(), inputs);
      node.inputs()
          .forEach(input -> successors.computeIfAbsent(input, _ -> new ArrayList<>()).add(node));
      grid.say(
          0,
          "%s: %d %s → %s"
              .formatted(
                  node.id(), inputs, inputs == 1 ? "dep" : "deps", inputs == 0 ? "spawn" : "wait"));
    }
  }

  private void add(PlanTrace.Node node) {
    PlanTrace.Times times = node.times();
    if (times.startNanos() == PlanTrace.NEVER) {
      return;
    }
    String lane = node.work().lane();
    int rank = events.size();
    switch (lane) {
      case INLINE, "" ->
          at(
              times.startNanos(),
              rank,
              () -> grid.say(times.startNanos(), node.id() + ": run inline"));
      case REDIS -> node.work().trips().forEach(trip -> add(node, trip, rank));
      case TIMER -> aside(node, rank, "await timer");
      default -> aside(node, rank, "offload");
    }
    if (times.endNanos() != PlanTrace.NEVER) {
      at(times.endNanos(), rank, () -> ended(node));
    }
  }

  private void aside(PlanTrace.Node node, int rank, String verb) {
    long start = node.times().startNanos();
    int column = lanes.indexOf(node.work().lane());
    at(
        start,
        rank,
        () -> {
          grid.go(start, node.id() + ": " + verb, column, node.op() + " (" + node.id() + ")");
          grid.say(start, "[suspended]");
        });
    long end = node.times().endNanos();
    if (end != PlanTrace.NEVER) {
      at(end, rank, () -> grid.come(end, column, ""));
    }
  }

  private void add(PlanTrace.Node node, PlanTrace.Trip trip, int rank) {
    int column = lanes.indexOf(REDIS);
    String more = trip.commands() == 1 ? "" : " (+%d)".formatted(trip.commands() - 1);
    at(
        trip.sentNanos(),
        rank,
        () -> {
          grid.go(trip.sentNanos(), node.id() + ": await redis", column, trip.first() + more);
          grid.say(trip.sentNanos(), "[suspended]");
        });
    if (trip.repliedNanos() != PlanTrace.NEVER) {
      String replies = trip.commands() == 1 ? "1 reply" : trip.commands() + " replies";
      at(
          trip.repliedNanos(),
          rank,
          () -> grid.come(trip.repliedNanos(), column, "(%s: %s)".formatted(node.id(), replies)));
    }
  }

  private void at(long nanos, int rank, Runnable show) {
    events.add(new Event(nanos, rank, show));
  }

  private void ended(PlanTrace.Node node) {
    long now = node.times().endNanos();
    String resumed = node.work().lane().equals(INLINE) ? "" : "[resumed] ";
    if (node.state() == PlanTrace.State.FAILED) {
      grid.say(now, resumed + "✗ " + node.id() + " failed");
      return;
    }
    long rows = node.work().rowsOut();
    grid.say(
        now, "%sstore %s (%d %s)".formatted(resumed, node.id(), rows, rows == 1 ? "row" : "rows"));
    for (PlanTrace.Node successor : successors.getOrDefault(node.id(), List.of())) {
      int left = waitingFor.merge(successor.id(), -1, Integer::sum);
      String then = left == 0 ? "spawn" : "wait";
      grid.say(now, "%s: %d→%d → %s".formatted(successor.id(), left + 1, left, then));
    }
  }

  private void end(@Nullable PlanError error) {
    long end = trace.endNanos();
    if (error == null) {
      grid.say(end, "All done → return");
      return;
    }
    boolean isLate =
        error.code() == PlanError.Code.DEADLINE_EXCEEDED
            || error.code() == PlanError.Code.NODE_TIMEOUT;
    String at = error.node() == null ? "" : error.node() + ": ";
    grid.say(end, (isLate ? "⚡ TIMER FIRES: " : "✗ ") + at + error.message());
    for (PlanTrace.Node node : trace.nodes()) {
      if (node.state() == PlanTrace.State.RUNNING) {
        grid.say(end, "%s: under way, given up".formatted(node.id()));
      }
    }
    grid.say(end, "first_error = %s → return".formatted(error.code()));
  }
}
