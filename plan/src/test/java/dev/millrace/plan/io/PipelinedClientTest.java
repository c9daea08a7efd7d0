package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The client against a real server that is well. */
final class PipelinedClientTest {

  private static final RedisCommand PING = RedisCommand.of("PING");

  /** Longer than the short time limits of these tests by far. */
  private static final RedisCommand SLOWER = RedisCommand.of("DEBUG", "SLEEP", "1.5");

  private static RedisServerProcess server;
  private static ScheduledExecutorService timer;

  private final List<PipelinedClient> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    server = RedisServerProcess.start("--enable-debug-command", "yes");
    timer = Executors.newSingleThreadScheduledExecutor();
  }

  @AfterAll
  static void stop() {
    timer.shutdownNow();
    server.close();
  }

  @AfterEach
  void close() {
    server.resume();
    opened.forEach(PipelinedClient::close);
  }

  private PipelinedClient client(RedisSettings settings, int maxInflight, Duration timeout) {
    PipelinedClient client =
        new PipelinedClient(
            RedisServerProcess.endpoint(server.address(), maxInflight, timeout), settings, timer);
    opened.add(client);
    return client;
  }

  private PipelinedClient client() {
    return client(RedisSettings.defaults(), 64, Duration.ofSeconds(20));
  }

  private static RedisCommand echo(Object text) {
    return RedisCommand.of("ECHO", text.toString());
  }

  @Test
  void sendsAllCommandsOfOneSendTogether() {
    PipelinedClient client = client();
    Outcome.of(client, PING).reply();

    List<RedisCommand> commands = IntStream.range(0, 500).mapToObj(i -> echo(i)).toList();
    List<RedisReply> replies = Outcome.of(client, commands).replies();

    assertThat(replies).isEqualTo(IntStream.range(0, 500).mapToObj(i -> new Text("" + i)).toList());
    assertThat(client.counts().commands()).isEqualTo(501);
    assertThat(client.counts().writes()).isEqualTo(2);
  }

  @Test
  void sharesRoundTripsAmongCallers() {
    PipelinedClient client =
        client(RedisSettings.defaults().withConnections(1), 64, Duration.ofSeconds(20));
    Outcome.of(client, PING).reply();

    server.pause();
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      outcomes.add(Outcome.of(client, echo(i)));
    }
    server.resume();

    for (int i = 0; i < 50; i++) {
      assertThat(outcomes.get(i).reply()).isEqualTo(new Text("" + i));
    }
    // The first two fill the wire; the rest goes out together.
    assertThat(client.counts().writes()).isEqualTo(1 + Link.WRITES + 1);
    assertThat(client.counts().connects()).isEqualTo(1);
  }

  @Test
  void sendsEqualCommandsOnce() {
    PipelinedClient client = client();
    Outcome.of(client, PING).reply();

    server.pause();
    Outcome first = Outcome.of(client, echo("same"));
    Outcome second = Outcome.of(client, echo("same"), echo("other"), echo("same"));
    server.resume();

    assertThat(first.replies()).containsExactly(new Text("same"));
    assertThat(second.replies())
        .containsExactly(new Text("same"), new Text("other"), new Text("same"));
    assertThat(client.counts().shared()).isEqualTo(2);
    assertThat(client.counts().commands()).isEqualTo(3);

    assertThat(Outcome.of(client, echo("same")).reply()).isEqualTo(new Text("same"));
    assertThat(client.counts().commands()).isEqualTo(4);
  }

  @Test
  void opensAnotherConnectionWhenTheFirstIsBusyAndNobodyWaitsForIt() {
    PipelinedClient client =
        client(RedisSettings.defaults().withConnections(2), 64, Duration.ofSeconds(20));
    Outcome.of(client, PING).reply();
    assertThat(client.counts().connects()).isEqualTo(1);

    server.pause();
    Outcome first = Outcome.of(client, echo(1));
    Outcome second = Outcome.of(client, echo(2));
    Outcome third = Outcome.of(client, echo(3));
    server.resume();

    assertThat(first.reply()).isEqualTo(new Text("1"));
    assertThat(second.reply()).isEqualTo(new Text("2"));
    assertThat(third.reply()).isEqualTo(new Text("3"));
    await().until(() -> client.counts().connects() == 2);
    assertThat(Outcome.of(client, echo(4)).reply()).isEqualTo(new Text("4"));
  }

  @Test
  void waitsForAPermitInOrderAndRefusesBeyond() {
    PipelinedClient client =
        client(RedisSettings.defaults().withMaxWaiting(2), 1, Duration.ofSeconds(20));
    Outcome.of(client, PING).reply();

    server.pause();
    Outcome first = Outcome.of(client, echo(1));
    Outcome second = Outcome.of(client, echo(2), echo(3));
    Outcome third = Outcome.of(client, echo(4));
    Outcome fourth = Outcome.of(client, echo(5));

    assertThat(fourth.fault().kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(fourth.fault().message())
        .contains("ep_0001 (redis_default)", "127.0.0.1:" + server.port(), "max_inflight");
    assertThat(client.counts().waiting()).isEqualTo(2);
    assertThat(client.counts().overloaded()).isEqualTo(1);
    server.resume();
    assertThat(first.reply()).isEqualTo(new Text("1"));
    assertThat(second.replies()).containsExactly(new Text("2"), new Text("3"));
    assertThat(third.reply()).isEqualTo(new Text("4"));
    assertThat(client.counts().inFlight()).isZero();
  }

  @Test
  void letsInWhoSharesAllOfItsCommandsWithoutAPermit() {
    PipelinedClient client =
        client(RedisSettings.defaults().withMaxWaiting(1), 1, Duration.ofSeconds(20));
    Outcome.of(client, PING).reply();

    server.pause();
    Outcome first = Outcome.of(client, echo("same"));
    Outcome waits = Outcome.of(client, echo("waits"));
    Outcome shares = Outcome.of(client, echo("same"));
    server.resume();

    assertThat(shares.reply()).isEqualTo(new Text("same"));
    assertThat(first.reply()).isEqualTo(new Text("same"));
    assertThat(waits.reply()).isEqualTo(new Text("waits"));
  }

  @Test
  void timesOutWhileTheLateReplyIsReadAndDropped() {
    PipelinedClient client = client(RedisSettings.defaults(), 1, Duration.ofMillis(100));
    await().until(() -> Outcome.of(client, PING).isReplied("PONG"));
    RedisCounts before = client.counts();

    RedisFault fault = Outcome.of(client, SLOWER).fault();

    assertThat(fault.kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(fault.message())
        .isEqualTo(
            "ep_0001 (redis_default): no reply from Redis at 127.0.0.1:"
                + server.port()
                + " within 100 ms");
    await().until(() -> client.counts().lateReplies() == before.lateReplies() + 1);
    assertThat(client.counts().timeouts()).isEqualTo(before.timeouts() + 1);
    assertThat(client.counts().inFlight()).isZero();
    await().until(() -> Outcome.of(client, echo("next")).isReplied("next"));
    assertThat(client.counts().connects()).isEqualTo(1);
  }

  @Test
  void keepsThePermitOfATimedOutSendUntilTheWireIsFree() {
    PipelinedClient client = client(RedisSettings.defaults(), 1, Duration.ofMillis(100));
    await().until(() -> Outcome.of(client, PING).isReplied("PONG"));
    long commands = client.counts().commands();

    assertThat(Outcome.of(client, SLOWER).fault().kind()).isEqualTo(Kind.TIMED_OUT);

    assertThat(client.counts().inFlight()).isEqualTo(1);
    Outcome waits = Outcome.of(client, echo("waits"));
    assertThat(waits.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    await().until(() -> client.counts().inFlight() == 0);
    // What had only waited was never sent.
    assertThat(client.counts().commands()).isEqualTo(commands + 1);
  }

  @Test
  void readsLargeReplies() {
    PipelinedClient client = client();
    String large = "x".repeat(3 << 20);
    assertThat(Outcome.of(client, RedisCommand.of("SET", "large", large)).reply())
        .isEqualTo(new Text("OK"));

    assertThat(Outcome.of(client, RedisCommand.of("GET", "large"), PING).replies())
        .containsExactly(new Text(large), new Text("PONG"));
  }

  @Test
  void refusesRepliesThatAreTooLargeAndGoesOn() {
    PipelinedClient client =
        client(RedisSettings.defaults().withMaxReplyBytes(100_000), 64, Duration.ofSeconds(20));
    String part = "x".repeat(60_000);
    Outcome.of(
            client,
            RedisCommand.of("SET", "part", part),
            RedisCommand.of("SET", "whole", part + part),
            RedisCommand.of("DEL", "many"))
        .replies();
    Outcome.of(client, RedisCommand.of("RPUSH", "many", part, part, "x")).reply();

    RedisFault text = Outcome.of(client, RedisCommand.of("GET", "whole")).fault();
    RedisFault list = Outcome.of(client, RedisCommand.of("LRANGE", "many", "0", "-1")).fault();
    RedisFault together =
        Outcome.of(
                client,
                RedisCommand.of("GET", "part"),
                RedisCommand.of("GETRANGE", "part", "0", "-1"))
            .fault();

    assertThat(text.kind()).isEqualTo(Kind.REPLY_TOO_LARGE);
    assertThat(text.message()).contains("GET whole", "120000", "100000");
    assertThat(list.kind()).isEqualTo(Kind.REPLY_TOO_LARGE);
    assertThat(together.kind()).isEqualTo(Kind.REPLY_TOO_LARGE);
    assertThat(Outcome.of(client, RedisCommand.of("GET", "part")).reply())
        .isEqualTo(new Text(part));
    assertThat(client.counts().connects()).isEqualTo(1);
    assertThat(client.counts().inFlight()).isZero();
  }

  @Test
  void survivesAListOf64Megabytes() {
    PipelinedClient client =
        client(RedisSettings.defaults().withMaxReplyBytes(8 << 20), 64, Duration.ofSeconds(60));
    String megabyte = "x".repeat(1 << 20);
    for (int i = 0; i < 64; i++) {
      assertThat(Outcome.of(client, RedisCommand.of("RPUSH", "huge", megabyte)).reply())
          .isEqualTo(new Whole(i + 1));
    }

    Outcome huge = Outcome.of(client, RedisCommand.of("LRANGE", "huge", "0", "-1"));

    assertThat(huge.fault().kind()).isEqualTo(Kind.REPLY_TOO_LARGE);
    assertThat(Outcome.of(client, RedisCommand.of("DEL", "huge")).reply()).isEqualTo(new Whole(1));
    assertThat(client.counts().lostConnections()).isZero();
  }

  @Test
  void saysWhatItCannotRead() {
    PipelinedClient client = client();
    assertThat(Outcome.of(client, RedisCommand.of("COMMAND", "DOCS", "GET"), PING).replies())
        .satisfiesExactly(
            nested ->
                assertThat(nested)
                    .isEqualTo(
                        new ServerError("ERR the reply to 'COMMAND' is nested, not supported")),
            ping -> assertThat(ping).isEqualTo(new Text("PONG")));
  }

  @Test
  void survivesACallbackThatThrows() {
    // It logs that, and should, but not here.
    Logger.getLogger(PipelinedClient.class.getName()).setLevel(Level.OFF);
    PipelinedClient client = client();
    client.send(
        List.of(PING),
        new RedisClient.Callback() {
          @Override
          public void replied(List<RedisReply> replies) {
            throw new IllegalStateException("a defect of the caller");
          }

          @Override
          public void failed(RedisFault fault) {}
        });

    assertThat(Outcome.of(client, echo("alive")).reply()).isEqualTo(new Text("alive"));
    assertThat(client.counts().connects()).isEqualTo(1);
  }

  @Test
  void letsACallbackSendMore() throws InterruptedException {
    PipelinedClient client = client();
    CountDownLatch done = new CountDownLatch(1);
    sendDown(client, 2_000, done);

    done.await();

    assertThat(client.counts().sends()).isEqualTo(2_001);
  }

  private static void sendDown(RedisClient client, int left, CountDownLatch done) {
    client.send(
        List.of(echo(left)),
        new RedisClient.Callback() {
          @Override
          public void replied(List<RedisReply> replies) {
            if (left == 0) {
              done.countDown();
            } else {
              sendDown(client, left - 1, done);
            }
          }

          @Override
          public void failed(RedisFault fault) {
            throw new AssertionError(fault);
          }
        });
  }

  @Test
  void answersEachOfManyConcurrentCallersWithItsOwn() throws Exception {
    long seed = System.nanoTime();
    PipelinedClient client =
        client(RedisSettings.defaults().withConnections(2), 16, Duration.ofSeconds(60));
    Outcome.of(client, RedisCommand.of("DEL", "l")).reply();
    Outcome.of(client, RedisCommand.of("RPUSH", "l", "0", "1", "2", "3", "4")).reply();
    AtomicInteger wrong = new AtomicInteger();
    CyclicBarrier start = new CyclicBarrier(4);
    List<Thread> callers = new ArrayList<>();
    for (int caller = 0; caller < 4; caller++) {
      Random random = new Random(seed + caller);
      callers.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  start.await();
                  for (int i = 0; i < 500; i++) {
                    wrong.addAndGet(sendSome(client, random));
                  }
                } catch (Exception | AssertionError e) {
                  wrong.incrementAndGet();
                }
              }));
    }
    for (Thread caller : callers) {
      caller.join();
    }

    assertThat(wrong).as("seed %d, %s", seed, client).hasValue(0);
    assertThat(client.counts().inFlight()).isZero();
    assertThat(client.counts().waiting()).isZero();
    assertThat(client.counts().commands() + client.counts().shared()).isGreaterThanOrEqualTo(2_000);
  }

  private static int sendSome(RedisClient client, Random random) {
    List<RedisCommand> commands = new ArrayList<>();
    List<RedisReply> expected = new ArrayList<>();
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      int number = random.nextInt(20);
      if (random.nextBoolean()) {
        commands.add(echo(number));
        expected.add(new Text("" + number));
      } else {
        int last = number % 5;
        commands.add(RedisCommand.of("LRANGE", "l", "0", "" + last));
        expected.add(new Elements(List.of("0", "1", "2", "3", "4").subList(0, last + 1)));
      }
    }
    return Outcome.of(client, commands).replies().equals(expected) ? 0 : 1;
  }

  @Test
  void readsFromTheDatabaseOfTheAddress() {
    PipelinedClient one = client(server.address() + "/1");
    Outcome.of(one, RedisCommand.of("HSET", "only:here", "f", "v")).reply();

    assertThat(Outcome.of(client(), RedisCommand.of("HGETALL", "only:here")).reply())
        .isEqualTo(new Fields(Map.of()));
    assertThat(
            Outcome.of(client(server.address() + "/1"), RedisCommand.of("HGETALL", "only:here"))
                .reply())
        .isEqualTo(new Fields(Map.of("f", "v")));
  }

  private PipelinedClient client(String address) {
    PipelinedClient client =
        new PipelinedClient(
            RedisServerProcess.endpoint(URI.create(address)), RedisSettings.defaults(), timer);
    opened.add(client);
    return client;
  }

  @Test
  void failsWhatIsInFlightWhenItIsClosed() {
    PipelinedClient client = client(RedisSettings.defaults(), 1, Duration.ofSeconds(20));
    Outcome.of(client, PING).reply();
    server.pause();
    Outcome onWire = Outcome.of(client, echo(1));
    Outcome waits = Outcome.of(client, echo(2));

    client.close();
    client.close();

    assertThat(onWire.fault().kind()).isEqualTo(Kind.CLOSED);
    assertThat(waits.fault().kind()).isEqualTo(Kind.CLOSED);
    RedisFault after = Outcome.of(client, PING).fault();
    assertThat(after.kind()).isEqualTo(Kind.CLOSED);
    assertThat(after.message()).contains("ep_0001", "closed");
    assertThat(clientThreads()).isEmpty();
  }

  @Test
  void mayBeClosedByACallback() throws InterruptedException {
    PipelinedClient client = client();
    CountDownLatch closed = new CountDownLatch(1);
    client.send(
        List.of(PING),
        new RedisClient.Callback() {
          @Override
          public void replied(List<RedisReply> replies) {
            client.close();
            closed.countDown();
          }

          @Override
          public void failed(RedisFault fault) {}
        });

    closed.await();
    await().until(() -> clientThreads().isEmpty());
  }

  private static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("redis ep_0001 127.0.0.1:" + server.port()))
        .toList();
  }
}
