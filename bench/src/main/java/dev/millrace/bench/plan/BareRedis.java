package dev.millrace.bench.plan;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

/**
 * A connection to Redis by itself: what reading costs without an engine. Uses Jedis, which sends
 * what was buffered when the first reply is asked for. Not thread-safe.
 */
final class BareRedis implements AutoCloseable {

  static final int USERS = 1_000;
  static final int FOLLOWED = 10;

  /** Of one request: the viewer, the list, those on it. */
  static final int COMMANDS = 2 + FOLLOWED;

  private static final List<String> COUNTRIES = List.of("US", "DE", "JP", "BR", "IN");
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final long SEED = 5;

  private final Connection connection;

  private BareRedis(Connection connection) {
    this.connection = connection;
  }

  static BareRedis connect(RedisServer server) {
    return new BareRedis(
        new Connection(
            new HostAndPort("127.0.0.1", server.port()),
            DefaultJedisClientConfig.builder()
                .resp2()
                .autoNegotiateProtocol(false)
                .connectionTimeoutMillis(TIMEOUT_MILLIS)
                .socketTimeoutMillis(TIMEOUT_MILLIS)
                .build()));
  }

  /** Users with a country each, who follow ten others. */
  void fill() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int user = 1; user <= USERS; user++) {
      String country = COUNTRIES.get(random.nextInt(COUNTRIES.size()));
      connection.sendCommand(Command.HSET, "user:" + user, "country", country, "name", "u" + user);
      // redis-benchmark fills its numbers up to twelve digits.
      connection.sendCommand(
          Command.HSET, "user:%012d".formatted(user - 1), "country", country, "name", "u" + user);
      connection.sendCommand(Command.DEL, "follow:" + user);
      String[] push = new String[FOLLOWED + 1];
      push[0] = "follow:" + user;
      int[] followed = random.ints(1, USERS + 1).distinct().limit(FOLLOWED).toArray();
      for (int i = 0; i < FOLLOWED; i++) {
        push[i + 1] = String.valueOf(followed[i]);
      }
      connection.sendCommand(Command.RPUSH, push);
      var _ = connection.getMany(4);
    }
  }

  /** What the plan of {@link BenchPlans#reels} reads, in as many round trips. */
  void threeRoundTrips(long user) {
    connection.sendCommand(Command.HGETALL, "user:" + user);
    var _ = connection.getMany(1);
    connection.sendCommand(Command.LRANGE, "follow:" + user, "0", String.valueOf(FOLLOWED - 1));
    List<?> followed = (List<?>) connection.getMany(1).getFirst();
    for (Object id : followed) {
      connection.sendCommand(
          Command.HGETALL, "user:" + new String((byte[]) id, StandardCharsets.UTF_8));
    }
    var _ = connection.getMany(followed.size());
  }

  /** The same commands for so many users, all known beforehand, in one round trip. */
  void oneRoundTrip(long firstUser, int users) {
    for (int i = 0; i < users; i++) {
      long user = userOf(firstUser + i);
      connection.sendCommand(Command.HGETALL, "user:" + user);
      connection.sendCommand(Command.LRANGE, "follow:" + user, "0", String.valueOf(FOLLOWED - 1));
      for (int j = 1; j <= FOLLOWED; j++) {
        connection.sendCommand(Command.HGETALL, "user:" + userOf(user + 31L * j));
      }
    }
    var _ = connection.getMany(users * COMMANDS);
  }

  /** Spreads numbers over the users. */
  static long userOf(long number) {
    return Math.floorMod((number * 0x9E37_79B9_7F4A_7C15L) >>> 17, (long) USERS) + 1;
  }

  @Override
  public void close() {
    connection.close();
  }
}
