package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Nil;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.registry.EndpointSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against servers that are not well: a clear fault in bounded time, then recovery. */
final class RedisFaultsTest {

  private static final RedisCommand PING = RedisCommand.of("PING");

  /**
   * A circuit that hardly opens, for tests of something else. With one connection, so that it is
   * known which one breaks.
   */
  private static final RedisSettings PATIENT =
      RedisSettings.defaults()
          .withConnections(1)
          .withCircuit(1_000_000, Duration.ofMillis(1), Duration.ofMillis(1));

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    timer.shutdownNow();
  }

  private RedisServerProcess server(String... options) {
    RedisServerProcess server = RedisServerProcess.start(options);
    opened.add(server);
    return server;
  }

  private PipelinedClient client(URI address, RedisSettings settings, Duration timeout) {
    PipelinedClient client =
        new PipelinedClient(RedisServerProcess.endpoint(address, 64, timeout), settings, timer);
    opened.add(client);
    return client;
  }

  private PipelinedClient client(URI address) {
    return client(address, PATIENT, Duration.ofSeconds(20));
  }

  /** Also for a first answer where the time for one is short: this machine may be busy. */
  private static void awaitPong(PipelinedClient client) {
    await().atMost(Duration.ofSeconds(30)).until(() -> Outcome.of(client, PING).isReplied("PONG"));
  }

  @Test
  void saysThatNobodyListens() {
    int port = RedisServerProcess.freePort();

    RedisFault fault = Outcome.of(client(URI.create("redis://127.0.0.1:" + port)), PING).fault();

    assertThat(fault)
        .isEqualTo(
            new RedisFault(
                Kind.NOT_CONNECTED,
                "ep_0001 (redis_default): no connection to Redis at 127.0.0.1:%d: Connection refused"
                    .formatted(port)));
  }

  @Test
  void saysThatTheHostIsUnknown() {
    RedisFault fault =
        Outcome.of(client(URI.create("redis://no-such-host.invalid:6379")), PING).fault();

    assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(fault.message()).contains("no-such-host.invalid:6379");
  }

  @Test
  void findsTheServerWhenItStartsLater() {
    RedisServerProcess server = server();
    server.kill();
    PipelinedClient client = client(server.address());
    assertThat(Outcome.of(client, PING).fault().kind()).isEqualTo(Kind.NOT_CONNECTED);

    server.restart();

    assertThat(Outcome.of(client, PING).reply()).isEqualTo(new Text("PONG"));
    assertThat(client.counts().failedConnects()).isEqualTo(1);
  }

  @Test
  void recoversFromAServerThatWasRestarted() {
    RedisServerProcess server = server();
    PipelinedClient client = client(server.address());
    Outcome.of(client, RedisCommand.of("SET", "k", "v")).reply();

    server.kill();
    server.restart();

    // The broken connection is not the caller's trouble: a read is simply sent again.
    assertThat(Outcome.of(client, RedisCommand.of("GET", "k")).reply()).isEqualTo(new Nil());
    assertThat(client.counts().lostConnections()).isEqualTo(1);
    assertThat(client.counts().connects()).isEqualTo(2);
  }

  @Test
  void failsReadsOfAServerThatIsKilledMeanwhile() {
    RedisServerProcess server = server();
    PipelinedClient client = client(server.address());
    Outcome.of(client, PING).reply();
    server.pause();
    List<Outcome> reads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      reads.add(Outcome.of(client, RedisCommand.of("GET", "k" + i)));
    }

    server.kill();

    for (Outcome read : reads) {
      assertThat(read.fault().kind()).isEqualTo(Kind.NOT_CONNECTED);
      assertThat(read.fault().message()).contains("127.0.0.1:" + server.port(), "refused");
    }
    assertThat(client.counts().inFlight()).isZero();
    server.restart();
    assertThat(Outcome.of(client, PING).reply()).isEqualTo(new Text("PONG"));
  }

  @Test
  void timesOutOnAServerThatIsPausedAndGoesOnAfterIt() {
    RedisServerProcess server = server();
    PipelinedClient client = client(server.address(), PATIENT, Duration.ofMillis(100));
    awaitPong(client);

    server.pause();
    assertThat(Outcome.of(client, RedisCommand.of("GET", "a")).fault().kind())
        .isEqualTo(Kind.TIMED_OUT);
    assertThat(Outcome.of(client, RedisCommand.of("GET", "b")).fault().kind())
        .isEqualTo(Kind.TIMED_OUT);
    server.resume();

    awaitPong(client);
    await().until(() -> client.counts().lateReplies() >= 2);
    assertThat(client.counts().connects()).isEqualTo(1);
    assertThat(client.counts().inFlight()).isZero();
  }

  @Test
  void givesUpAConnectionThatStalls() {
    RedisServerProcess server = server();
    PipelinedClient client =
        client(
            server.address(),
            PATIENT.withStallAfter(Duration.ofMillis(300)),
            Duration.ofMillis(100));
    awaitPong(client);

    server.pause();
    assertThat(Outcome.of(client, RedisCommand.of("GET", "a")).fault().kind())
        .isEqualTo(Kind.TIMED_OUT);
    await().until(() -> client.counts().lostConnections() == 1);

    assertThat(client.counts().inFlight()).isZero();
    server.resume();
    awaitPong(client);
    assertThat(client.counts().connects()).isEqualTo(2);
  }

  @Test
  void opensTheCircuitAndClosesItAgain() {
    RedisServerProcess server = server();
    server.kill();
    PipelinedClient client =
        client(
            server.address(),
            RedisSettings.defaults().withCircuit(3, Duration.ofMillis(300), Duration.ofMillis(300)),
            Duration.ofSeconds(20));
    for (int i = 0; i < 3; i++) {
      assertThat(Outcome.of(client, PING).fault().kind()).isEqualTo(Kind.NOT_CONNECTED);
    }

    Outcome refused = Outcome.of(client, PING, RedisCommand.of("GET", "k"));

    assertThat(refused.isDone()).isTrue();
    assertThat(refused.fault().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
    assertThat(refused.fault().message())
        .contains(
            "ep_0001 (redis_default)",
            "127.0.0.1:" + server.port(),
            "failed 3 times in a row",
            "Connection refused");
    assertThat(client.counts().openCircuits()).isEqualTo(1);
    assertThat(client.counts().failedConnects()).isEqualTo(3);
    server.restart();
    awaitPong(client);
    assertThat(client.counts().openCircuits()).isZero();
  }

  @Test
  void opensTheCircuitOfAServerThatDoesNotAnswer() {
    RedisServerProcess server = server();
    PipelinedClient client =
        client(
            server.address(),
            RedisSettings.defaults().withCircuit(2, Duration.ofMillis(200), Duration.ofMillis(200)),
            Duration.ofMillis(100));
    awaitPong(client);
    server.pause();

    await()
        .until(() ->
            Outcome.of(client, RedisCommand.of("GET", "k")).fault().kind() == Kind.CIRCUIT_OPEN);

    server.resume();
    awaitPong(client);
    assertThat(client.counts().openCircuits()).isZero();
  }

  @Test
  void saysThatAPasswordIsNeededOrWrong() {
    RedisServerProcess server = server("--requirepass", "sesame");
    String where = "127.0.0.1:" + server.port();

    RedisFault none = Outcome.of(client(URI.create("redis://" + where)), PING).fault();
    RedisFault wrong = Outcome.of(client(URI.create("redis://:nope@" + where)), PING).fault();

    assertThat(none.kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(none.message())
        .contains(where, "NOAUTH", "user and password belong into the endpoint's address");
    assertThat(wrong.kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(wrong.message()).contains(where, "WRONGPASS").doesNotContain("nope");
    assertThat(Outcome.of(client(URI.create("redis://:sesame@" + where)), PING).reply())
        .isEqualTo(new Text("PONG"));
    assertThat(Outcome.of(client(URI.create("redis://default:sesame@" + where)), PING).reply())
        .isEqualTo(new Text("PONG"));
  }

  @Test
  void needsNoMoreThanTheRightToRead() {
    RedisServerProcess server = server("--user", "reader", "on", ">pw", "~*", "+hgetall");

    PipelinedClient client = client(URI.create("redis://reader:pw@127.0.0.1:" + server.port()));

    assertThat(Outcome.of(client, RedisCommand.of("HGETALL", "h")).reply())
        .isEqualTo(new Fields(Map.of()));
    assertThat(((ServerError) Outcome.of(client, RedisCommand.of("GET", "k")).reply()).message())
        .startsWith("NOPERM");
  }

  @Test
  void saysThatThereIsNoSuchDatabase() {
    RedisServerProcess server = server();

    RedisFault fault = Outcome.of(client(URI.create(server.address() + "/99")), PING).fault();

    assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(fault.message()).contains("DB index is out of range");
  }

  @Test
  void saysThatItIsNotRedisThatAnswers() throws Exception {
    for (String greeting : List.of("HTTP/1.1 400 Bad\r\n\r\n", ":1\r\n", "+OK\r\n")) {
      try (ServerSocket stranger = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
        Thread.ofVirtual().start(() -> greet(stranger, greeting));

        RedisFault fault =
            Outcome.of(client(URI.create("redis://127.0.0.1:" + stranger.getLocalPort())), PING)
                .fault();

        assertThat(fault.kind()).as(greeting).isEqualTo(Kind.NOT_CONNECTED);
        assertThat(fault.message()).as(greeting).doesNotContain("unexpectedly");
      }
    }
  }

  private static void greet(ServerSocket stranger, String greeting) {
    try (Socket socket = stranger.accept()) {
      socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The client has hung up, as it should.
      return;
    }
  }

  @Test
  void boundsTheTimeToConnect() throws Exception {
    // Accepted by the system, but nobody ever reads or writes.
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      EndpointSpec endpoint =
          new EndpointSpec(
              "ep_0001",
              "redis_default",
              EndpointSpec.Kind.REDIS,
              URI.create("redis://127.0.0.1:" + mute.getLocalPort()),
              new EndpointSpec.Policy(64, Duration.ofMillis(50), Duration.ZERO));
      PipelinedClient client = new PipelinedClient(endpoint, PATIENT, timer);
      opened.add(client);

      RedisFault fault = Outcome.of(client, PING).fault();

      assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
      assertThat(fault.message()).contains("Read timed out");
    }
  }

  @Test
  void answersTheRestWhenTheServerIsOutOfMemory() {
    RedisServerProcess server = server("--maxmemory", "1mb");
    PipelinedClient client = client(server.address());

    assertThat(Outcome.of(client, RedisCommand.of("SET", "k", "v".repeat(2 << 20)), PING).replies())
        .satisfiesExactly(
            refused -> assertThat(((ServerError) refused).message()).startsWith("OOM"),
            ping -> assertThat(ping).isEqualTo(new Text("PONG")));
  }

  @Test
  void reconnectsAfterTheServerClosedAnIdleConnection() {
    RedisServerProcess server = server();
    PipelinedClient client = client(server.address());
    PipelinedClient other = client(server.address());
    Outcome.of(client, PING).reply();

    Outcome.of(other, RedisCommand.of("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")).reply();
    await().until(() -> client.counts().lostConnections() == 1);

    assertThat(Outcome.of(client, PING).reply()).isEqualTo(new Text("PONG"));
    assertThat(client.counts().connects()).isEqualTo(2);
  }
}
