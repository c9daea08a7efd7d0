package dev.millrace.plan.io;

import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * How clients of Redis behave, beside what the policy of an endpoint says.
 *
 * @param connections to each server, at most: there is one until it is busy
 * @param maxWaiting how many sends may wait for one of the endpoint's permits
 * @param maxReplyBytes how large the replies to one send may be together
 * @param failuresToOpen how many failures in a row open the circuit
 * @param firstDelay how long the circuit is open at first; it doubles with each failed try
 * @param mostDelay how long it is open at most
 * @param stallAfter how long a server may owe replies and send nothing before the connection is
 *     given up
 * @param tls what {@code rediss} addresses use in place of the JVM's own trust
 */
public record RedisSettings(
    int connections,
    int maxWaiting,
    long maxReplyBytes,
    int failuresToOpen,
    Duration firstDelay,
    Duration mostDelay,
    Duration stallAfter,
    Optional<SSLSocketFactory> tls) {

  public RedisSettings {
    atLeastOne("connections", connections);
    atLeastOne("maxWaiting", maxWaiting);
    atLeastOne("maxReplyBytes", maxReplyBytes);
    atLeastOne("failuresToOpen", failuresToOpen);
    atLeastOne("firstDelay", firstDelay.toNanos());
    atLeastOne("mostDelay", mostDelay.toNanos());
    atLeastOne("stallAfter", stallAfter.toNanos());
  }

  public static RedisSettings defaults() {
    return new RedisSettings(
        2,
        1024,
        64L << 20,
        5,
        Duration.ofMillis(100),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Optional.empty());
  }

  public RedisSettings withConnections(int count) {
    return new RedisSettings(
        count, maxWaiting, maxReplyBytes, failuresToOpen, firstDelay, mostDelay, stallAfter, tls);
  }

  public RedisSettings withMaxWaiting(int sends) {
    return new RedisSettings(
        connections, sends, maxReplyBytes, failuresToOpen, firstDelay, mostDelay, stallAfter, tls);
  }

  public RedisSettings withMaxReplyBytes(long bytes) {
    return new RedisSettings(
        connections, maxWaiting, bytes, failuresToOpen, firstDelay, mostDelay, stallAfter, tls);
  }

  public RedisSettings withCircuit(int failures, Duration first, Duration most) {
    return new RedisSettings(
        connections, maxWaiting, maxReplyBytes, failures, first, most, stallAfter, tls);
  }

  public RedisSettings withStallAfter(Duration silence) {
    return new RedisSettings(
        connections,
        maxWaiting,
        maxReplyBytes,
        failuresToOpen,
        firstDelay,
        mostDelay,
        silence,
        tls);
  }

  public RedisSettings withTls(SSLSocketFactory sockets) {
    return new RedisSettings(
        connections,
        maxWaiting,
        maxReplyBytes,
        failuresToOpen,
        firstDelay,
        mostDelay,
        stallAfter,
        Optional.of(sockets));
  }

  private static void atLeastOne(String what, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " is " + value + ", must be at least 1");
    }
  }
}
