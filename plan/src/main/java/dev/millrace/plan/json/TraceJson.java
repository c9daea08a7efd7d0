package dev.millrace.plan.json;

import dev.millrace.plan.PlanTrace;
import java.util.TreeMap;

/**
 * A trace as JSON. Times are microseconds since the request began, {@code null} for what did not
 * come. Pure.
 */
public final class TraceJson {

  private TraceJson() {}

  public static void write(PlanTrace trace, JsonBuffer json) {
    json.beginObject().name("plan").string(trace.plan());
    json.name("request_id").string(trace.requestId());
    time("end_us", trace.endNanos(), json);
    json.name("critical_path").beginArray();
    trace.criticalPath().forEach(json::string);
    json.endArray().name("nodes").beginArray();
    for (PlanTrace.Node node : trace.nodes()) {
      write(node, json);
    }
    json.endArray().endObject();
  }

  private static void write(PlanTrace.Node node, JsonBuffer json) {
    PlanTrace.Work work = node.work();
    json.beginObject().name("node_id").string(node.id()).name("op").string(node.op());
    if (node.label() != null) {
      json.name("label").string(node.label());
    }
    json.name("state").string(node.state().name()).name("lane").string(work.lane());
    time("ready_us", node.times().readyNanos(), json);
    time("start_us", node.times().startNanos(), json);
    time("end_us", node.times().endNanos(), json);
    json.name("rows_in").number(work.rowsIn()).name("rows_out").number(work.rowsOut());
    json.name("batches").number(work.batches()).name("bytes").number(work.bytes());
    json.name("blocked_on").string(work.blockedOn());
    json.name("counts").beginObject();
    new TreeMap<>(work.counts()).forEach((what, count) -> json.name(what).number(count));
    json.endObject().name("trips").beginArray();
    for (PlanTrace.Trip trip : work.trips()) {
      json.beginObject().name("endpoint").string(trip.endpoint());
      json.name("first").string(trip.first()).name("commands").number(trip.commands());
      json.name("bytes").number(trip.bytes());
      time("sent_us", trip.sentNanos(), json);
      time("replied_us", trip.repliedNanos(), json);
      json.endObject();
    }
    json.endArray().name("keys").beginArray();
    for (int key : node.keys()) {
      json.number(key);
    }
    json.endArray().name("inputs").beginArray();
    node.inputs().forEach(json::string);
    json.endArray().endObject();
  }

  private static void time(String name, long nanos, JsonBuffer json) {
    json.name(name);
    if (nanos == PlanTrace.NEVER) {
      json.string(null);
    } else {
      json.number(nanos / 1e3);
    }
  }
}
