package dev.millrace.plan;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisFault;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.plan.registry.EndpointSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The reads of one node of a traced request, with their times. Thread-safe. */
final class NodeTrips {

  /** The time since the request began. */
  private final LongSupplier clock;

  /** Guarded by this. */
  private final List<PlanTrace.Trip> trips = new ArrayList<>();

  NodeTrips(LongSupplier clock) {
    this.clock = clock;
  }

  /** A client that sends through {@code client} and notes when. */
  RedisClient watch(EndpointSpec endpoint, RedisClient client) {
    return (commands, callback) -> {
      int trip = sent(endpoint, commands);
      client.send(commands, new Watched(trip, callback));
    };
  }

  synchronized List<PlanTrace.Trip> soFar() {
    return List.copyOf(trips);
  }

  private synchronized int sent(EndpointSpec endpoint, List<RedisCommand> commands) {
    String first = commands.isEmpty() ? "" : commands.getFirst().toString();
    trips.add(
        new PlanTrace.Trip(
            endpoint.name(), first, commands.size(), 0, clock.getAsLong(), PlanTrace.NEVER));
    return trips.size() - 1;
  }

  private synchronized void replied(int index, long bytes) {
    PlanTrace.Trip trip = trips.get(index);
    trips.set(
        index,
        new PlanTrace.Trip(
            trip.endpoint(),
            trip.first(),
            trip.commands(),
            bytes,
            trip.sentNanos(),
            clock.getAsLong()));
  }

  private static long bytes(RedisReply reply) {
    return switch (reply) {
      case RedisReply.Nil _ -> 0;
      case RedisReply.Text(String value) -> bytes(value);
      case RedisReply.Whole(long value) -> bytes(Long.toString(value));
      case RedisReply.Elements(List<String> values) ->
          values.stream().mapToLong(NodeTrips::bytes).sum();
      case RedisReply.Fields(Map<String, String> values) ->
          values.entrySet().stream()
              .mapToLong(field -> bytes(field.getKey()) + bytes(field.getValue()))
              .sum();
      case RedisReply.ServerError(String message) -> bytes(message);
    };
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Notes the replies before it passes them on. */
  private final class Watched implements RedisClient.Callback {
    private final int trip;
    private final RedisClient.Callback callback;

    Watched(int trip, RedisClient.Callback callback) {
      this.trip = trip;
      this.callback = callback;
    }

    @Override
    public void replied(List<RedisReply> replies) {
      NodeTrips.this.replied(trip, replies.stream().mapToLong(NodeTrips::bytes).sum());
      callback.replied(replies);
    }

    @Override
    public void failed(RedisFault fault) {
      NodeTrips.this.replied(trip, 0);
      callback.failed(fault);
    }
  }
}
