package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.NodeAddress;
import dev.millrace.plan.registry.RedisAddress;
import java.time.Duration;

/** Says what went wrong at one endpoint: which one, where it is, what to do. */
final class Faults {

  private final String endpoint;
  private final RedisAddress address;

  Faults(EndpointSpec endpoint, RedisAddress address) {
    this.endpoint = endpoint.id() + " (" + endpoint.name() + ")";
    this.address = address;
  }

  RedisFault notConnected(NodeAddress node, String reason) {
    return fault(Kind.NOT_CONNECTED, "no connection to Redis at %s: %s".formatted(node, reason));
  }

  RedisFault noCluster(String reason) {
    return fault(Kind.NOT_CONNECTED, "no Redis Cluster found at %s: %s".formatted(address, reason));
  }

  RedisFault lost(NodeAddress node, String reason) {
    return fault(
        Kind.CONNECTION_LOST, "the connection to Redis at %s broke: %s".formatted(node, reason));
  }

  RedisFault timedOut(long nanos) {
    return fault(
        Kind.TIMED_OUT,
        "no reply from Redis at %s within %d ms".formatted(address, nanos / 1_000_000));
  }

  RedisFault stillConnecting(long nanos) {
    return fault(
        Kind.NOT_CONNECTED,
        "still no connection to Redis at %s after %d ms".formatted(address, nanos / 1_000_000));
  }

  RedisFault circuitOpen(Node node, long now) {
    return fault(
        Kind.CIRCUIT_OPEN,
        "Redis at %s failed %d times in a row, it is tried again in %d ms; last: %s"
            .formatted(
                node.address,
                node.breaker.failures(),
                Duration.ofNanos(node.breaker.waitFor(now)).toMillis(),
                node.lastFailure));
  }

  RedisFault overloaded(int inFlight, int waiting) {
    return fault(
        Kind.OVERLOADED,
        "%d sends are in flight to Redis at %s and %d wait: too many (the endpoint's max_inflight)"
            .formatted(inFlight, address, waiting));
  }

  RedisFault tooLarge(RedisCommand command, long bytes, long most) {
    String text = command.toString();
    return fault(
        Kind.REPLY_TOO_LARGE,
        "the reply of Redis at %s to %s makes %d bytes, at most %d are allowed for one send"
            .formatted(
                address, text.length() > 80 ? text.substring(0, 80) + "…" : text, bytes, most));
  }

  RedisFault closed() {
    return fault(Kind.CLOSED, "the client of Redis at %s is closed".formatted(address));
  }

  private RedisFault fault(Kind kind, String text) {
    return new RedisFault(kind, endpoint + ": " + text);
  }
}
