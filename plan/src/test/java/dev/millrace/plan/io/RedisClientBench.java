package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * The client beside a bare Jedis connection that blocks, with the same server, in turns. Not among
 * the tests; docs/adr/0004 has the command.
 */
final class RedisClientBench {

  private static final int KEYS = 1000;
  private static final int DEPTH = 64;
  private static final int ROUNDS = 7;
  private static final int TRIPS = 4_000;
  private static final int COMMANDS = 64 * 1_500;

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @Test
  void comparesWithABareConnection() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (RedisServerProcess server = RedisServerProcess.start();
        Connection jedis =
            new Connection(
                new HostAndPort("127.0.0.1", server.port()),
                DefaultJedisClientConfig.builder().resp2().autoNegotiateProtocol(false).build());
        PipelinedClient client =
            new PipelinedClient(
                RedisServerProcess.endpoint(server.address(), DEPTH, Duration.ofSeconds(10)),
                RedisSettings.defaults(),
                timer)) {
      for (int i = 0; i < KEYS; i++) {
        jedis.sendCommand(Protocol.Command.HSET, key(i), "country", "US", "id", "" + i);
        assertThat(jedis.getIntegerReply()).isEqualTo(2);
      }
      trips(jedis, client);
      commands(jedis, client);
    } finally {
      timer.shutdownNow();
    }
  }

  private void trips(Connection jedis, PipelinedClient client) {
    double[] bare = new double[ROUNDS];
    double[] ours = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      bare[round] = medianMicros(i -> tripOf(jedis, i));
      ours[round] = medianMicros(i -> tripOf(client, i));
    }
    System.out.printf(
        "one HGETALL at a time, p50: bare Jedis %.1f us, client %.1f us until the callback, %.2f%n",
        middle(bare), middle(ours), middle(ours) / middle(bare));
  }

  private static double medianMicros(IntToLongFunction trip) {
    long[] nanos = IntStream.range(0, TRIPS).mapToLong(trip).sorted().toArray();
    return nanos[TRIPS / 2] / 1e3;
  }

  private static long tripOf(Connection jedis, int i) {
    long start = System.nanoTime();
    jedis.sendCommand(Protocol.Command.HGETALL, key(i));
    assertThat(jedis.getOne()).isNotNull();
    return System.nanoTime() - start;
  }

  private static long tripOf(PipelinedClient client, int i) {
    long[] end = new long[1];
    CountDownLatch replied = new CountDownLatch(1);
    long start = System.nanoTime();
    send(
        client,
        List.of(hgetall(i)),
        () -> {
          end[0] = System.nanoTime();
          replied.countDown();
        });
    await(replied);
    return end[0] - start;
  }

  private void commands(Connection jedis, PipelinedClient client) {
    double[][] figures = new double[6][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      measure(figures, 0, round, () -> pipelined(jedis));
      measure(figures, 2, round, () -> together(client));
      measure(figures, 4, round, () -> apart(client));
    }
    print("bare Jedis, pipelines of 64 (bytes, not texts)", figures, 0);
    print("client, sends of 64 commands", figures, 2);
    print("client, 64 callers with a command each", figures, 4);
    System.out.println(client);
  }

  private void measure(double[][] figures, int row, int round, Runnable run) {
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    run.run();
    figures[row][round] = COMMANDS / ((System.nanoTime() - start) / 1e9);
    figures[row + 1][round] = (system.getProcessCpuTime() - cpu) / 1e3 / COMMANDS;
  }

  private static void print(String what, double[][] figures, int row) {
    System.out.printf(
        "%-48s %8.0f commands/s, %.2f us CPU of this process each%n",
        what, middle(figures[row]), middle(figures[row + 1]));
  }

  private static void pipelined(Connection jedis) {
    for (int i = 0; i < COMMANDS; i += DEPTH) {
      for (int j = 0; j < DEPTH; j++) {
        jedis.sendCommand(Protocol.Command.HGETALL, key(i + j));
      }
      assertThat(jedis.getMany(DEPTH)).hasSize(DEPTH);
    }
  }

  private static void together(PipelinedClient client) {
    CountDownLatch done = new CountDownLatch(1);
    together(client, 0, done);
    await(done);
  }

  private static void together(PipelinedClient client, int from, CountDownLatch done) {
    if (from == COMMANDS) {
      done.countDown();
      return;
    }
    List<RedisCommand> commands = new ArrayList<>(DEPTH);
    for (int j = 0; j < DEPTH; j++) {
      commands.add(hgetall(from + j));
    }
    send(client, commands, () -> together(client, from + DEPTH, done));
  }

  private static void apart(PipelinedClient client) {
    AtomicInteger next = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(DEPTH);
    for (int caller = 0; caller < DEPTH; caller++) {
      apart(client, next, done);
    }
    await(done);
  }

  private static void apart(PipelinedClient client, AtomicInteger next, CountDownLatch done) {
    int i = next.getAndIncrement();
    if (i >= COMMANDS) {
      done.countDown();
    } else {
      send(client, List.of(hgetall(i)), () -> apart(client, next, done));
    }
  }

  private static void send(PipelinedClient client, List<RedisCommand> commands, Runnable then) {
    client.send(
        commands,
        new RedisClient.Callback() {
          @Override
          public void replied(List<RedisReply> replies) {
            then.run();
          }

          @Override
          public void failed(RedisFault fault) {
            System.out.println(fault);
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RedisCommand hgetall(int i) {
    return RedisCommand.of("HGETALL", key(i));
  }

  private static String key(int i) {
    return "user:" + i % KEYS;
  }

  private static double middle(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
