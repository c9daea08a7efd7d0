package dev.millrace.plan;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the trace tells of a node beside when it began. Written by whoever runs the node, before it
 * enters the inbox; read by the request.
 */
final class NodeNotes {

  private final LongSupplier clock;
  private final NodeTrips trips;
  private String lane = "inline";
  private int batches;
  private long endNanos;
  private @Nullable Map<String, Long> counts;

  /**
   * @param clock the time since the request began
   */
  NodeNotes(LongSupplier clock) {
    this.clock = clock;
    this.trips = new NodeTrips(clock);
  }

  void ranOn(String where) {
    lane = where;
  }

  void batch() {
    batches++;
  }

  void count(String what, long amount) {
    if (counts == null) {
      counts = new LinkedHashMap<>();
    }
    counts.merge(what, amount, Long::sum);
  }

  RedisClient watch(EndpointSpec endpoint, RedisClient client) {
    return trips.watch(endpoint, client);
  }

  void ended() {
    endNanos = clock.getAsLong();
  }

  String lane() {
    return lane;
  }

  int batches() {
    return batches;
  }

  /** When it ended elsewhere; 0 if it did not. */
  long endNanos() {
    return endNanos;
  }

  Map<String, Long> counts() {
    return counts == null ? Map.of() : counts;
  }

  List<PlanTrace.Trip> trips() {
    return trips.soFar();
  }
}
