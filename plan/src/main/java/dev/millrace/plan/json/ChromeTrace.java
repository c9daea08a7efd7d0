package dev.millrace.plan.json;

import dev.millrace.plan.PlanTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trace in the trace-event format, which chrome://tracing and Perfetto open. Each lane is a
 * thread; nodes that overlap on one lane get further threads of its name. Pure.
 */
public final class ChromeTrace {

  private static final int PROCESS = 1;

  /** A node on a thread. */
  private record Placed(PlanTrace.Node node, int thread) {}

  private ChromeTrace() {}

  public static void write(PlanTrace trace, JsonBuffer json) {
    json.beginObject().name("displayTimeUnit").string("ms").name("traceEvents").beginArray();
    metadata(
        "process_name", 0, "plan %s, request %s".formatted(trace.plan(), trace.requestId()), json);
    complete("request", "request", 0, 0, trace.endNanos(), json).endObject();
    metadata("thread_name", 0, "request", json);
    Map<String, Integer> threads = new LinkedHashMap<>();
    Map<String, Placed> byId = new LinkedHashMap<>();
    for (Placed placed : place(trace, threads)) {
      byId.put(placed.node().id(), placed);
      node(placed, trace.endNanos(), json);
    }
    threads.forEach((name, thread) -> metadata("thread_name", thread, name, json));
    int arrow = 0;
    for (Placed to : byId.values()) {
      for (String input : to.node().inputs()) {
        Placed from = byId.get(input);
        if (from != null) {
          arrow(++arrow, from, to, json);
        }
      }
    }
    json.endArray().endObject();
  }

  /** Gives each node that started a thread on which nothing overlaps. */
  private static List<Placed> place(PlanTrace trace, Map<String, Integer> threads) {
    List<PlanTrace.Node> started = new ArrayList<>();
    for (PlanTrace.Node node : trace.nodes()) {
      if (node.times().startNanos() != PlanTrace.NEVER) {
        started.add(node);
      }
    }
    started.sort(Comparator.comparingLong(node -> node.times().startNanos()));
    Map<String, Long> busyUntil = new LinkedHashMap<>();
    List<Placed> placed = new ArrayList<>();
    for (PlanTrace.Node node : started) {
      String lane = node.work().lane();
      String name = lane;
      for (int i = 2; busyUntil.getOrDefault(name, 0L) > node.times().startNanos(); i++) {
        name = "%s (%d)".formatted(lane, i);
      }
      busyUntil.put(name, endOf(node, trace.endNanos()));
      int thread = threads.computeIfAbsent(name, _ -> threads.size() + 1);
      placed.add(new Placed(node, thread));
    }
    return placed;
  }

  private static long endOf(PlanTrace.Node node, long traceEnd) {
    long end = node.times().endNanos();
    return end == PlanTrace.NEVER ? Math.max(traceEnd, node.times().startNanos()) : end;
  }

  private static void node(Placed placed, long traceEnd, JsonBuffer json) {
    PlanTrace.Node node = placed.node();
    PlanTrace.Work work = node.work();
    long start = node.times().startNanos();
    JsonBuffer event =
        complete(node.id(), node.op(), placed.thread(), start, endOf(node, traceEnd), json);
    event.name("args").beginObject();
    event.name("op").string(node.op()).name("state").string(node.state().name());
    event.name("rows_in").number(work.rowsIn()).name("rows_out").number(work.rowsOut());
    event.name("batches").number(work.batches());
    event.name("waited_us").number((start - node.times().readyNanos()) / 1e3);
    work.counts().forEach((what, count) -> event.name(what).number(count));
    event.endObject().endObject();
    for (PlanTrace.Trip trip : work.trips()) {
      long replied = trip.repliedNanos() == PlanTrace.NEVER ? traceEnd : trip.repliedNanos();
      complete(trip.first(), "redis", placed.thread(), trip.sentNanos(), replied, json).endObject();
    }
  }

  /** The event is left open for more. */
  private static JsonBuffer complete(
      String name, String category, int thread, long start, long end, JsonBuffer json) {
    json.beginObject().name("name").string(name).name("cat").string(category);
    json.name("ph").string("X").name("ts").number(start / 1e3);
    json.name("dur").number((end - start) / 1e3);
    return json.name("pid").number(PROCESS).name("tid").number(thread);
  }

  private static void metadata(String what, int thread, String name, JsonBuffer json) {
    json.beginObject().name("name").string(what).name("ph").string("M");
    json.name("pid").number(PROCESS).name("tid").number(thread);
    json.name("args").beginObject().name("name").string(name).endObject().endObject();
  }

  /** From just before an input ended, so that the arrow is tied to it, to where the node began. */
  private static void arrow(int id, Placed from, Placed to, JsonBuffer json) {
    PlanTrace.Times times = from.node().times();
    long leaves = Math.max(times.startNanos(), times.endNanos() - 1);
    arrowEnd("s", id, from.thread(), leaves, json);
    arrowEnd("f", id, to.thread(), to.node().times().startNanos(), json);
  }

  private static void arrowEnd(String phase, int id, int thread, long nanos, JsonBuffer json) {
    json.beginObject().name("name").string("rows").name("cat").string("rows");
    json.name("ph").string(phase).name("bp").string("e").name("id").number(id);
    json.name("ts").number(nanos / 1e3).name("pid").number(PROCESS).name("tid").number(thread);
    json.endObject();
  }
}
