package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real nodes, each with half of the slots. */
final class RedisClusterTest {

  @TempDir private static Path directory;

  private static final List<AutoCloseable> SHARED = new ArrayList<>();
  private static ScheduledExecutorService timer;
  private static RedisServerProcess left;
  private static RedisServerProcess right;
  private static PipelinedClient toLeft;
  private static PipelinedClient toRight;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    timer = Executors.newSingleThreadScheduledExecutor();
    int leftBus = RedisServerProcess.freePort();
    int rightBus = RedisServerProcess.freePort();
    left = node("left", leftBus);
    right = node("right", rightBus);
    toLeft = client(left.address().toString(), SHARED);
    toRight = client(right.address().toString(), SHARED);
    ok(toLeft, "CLUSTER", "ADDSLOTSRANGE", "0", "8191");
    ok(toRight, "CLUSTER", "ADDSLOTSRANGE", "8192", "16383");
    ok(toRight, "CLUSTER", "SET-CONFIG-EPOCH", "7");
    ok(toLeft, "CLUSTER", "MEET", "127.0.0.1", "" + right.port(), "" + rightBus);
    await().atMost(Duration.ofSeconds(30)).until(() -> formed(toLeft) && formed(toRight));
  }

  @AfterAll
  static void stop() throws Exception {
    closeAll(SHARED);
    timer.shutdownNow();
  }

  @AfterEach
  void close() throws Exception {
    closeAll(opened);
  }

  private static void closeAll(List<AutoCloseable> all) throws Exception {
    for (AutoCloseable each : all.reversed()) {
      each.close();
    }
    all.clear();
  }

  /** The bus port is by default 10000 above the other, which may be too high. */
  private static RedisServerProcess node(String name, int bus) {
    RedisServerProcess node =
        RedisServerProcess.start(
            "--cluster-enabled",
            "yes",
            "--cluster-port",
            "" + bus,
            "--cluster-config-file",
            directory.resolve(name + ".conf").toString(),
            "--cluster-require-full-coverage",
            "no");
    SHARED.add(node);
    return node;
  }

  private static PipelinedClient client(String address, List<AutoCloseable> owner) {
    PipelinedClient client =
        new PipelinedClient(
            RedisServerProcess.endpoint(URI.create(address)), RedisSettings.defaults(), timer);
    owner.add(client);
    return client;
  }

  private PipelinedClient client(String address) {
    return client(address, opened);
  }

  private PipelinedClient cluster() {
    return client("redis-cluster://127.0.0.1:" + left.port());
  }

  private static void ok(RedisClient client, String name, String... arguments) {
    assertThat(Outcome.of(client, RedisCommand.of(name, arguments)).reply())
        .isEqualTo(new Text("OK"));
  }

  private static boolean formed(RedisClient node) {
    String info = text(Outcome.of(node, RedisCommand.of("CLUSTER", "INFO")).reply());
    return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384");
  }

  private static String text(RedisReply reply) {
    return ((Text) reply).value();
  }

  @Test
  void findsEveryKeyAtItsNode() {
    PipelinedClient client = cluster();
    List<RedisCommand> writes = new ArrayList<>();
    List<RedisCommand> reads = new ArrayList<>();
    List<RedisReply> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      writes.add(RedisCommand.of("HSET", "user:" + i, "id", "" + i));
      reads.add(RedisCommand.of("HGETALL", "user:" + i));
      expected.add(new Fields(Map.of("id", "" + i)));
    }

    assertThat(Outcome.of(client, writes).replies()).containsOnly(new Whole(1));
    assertThat(Outcome.of(client, reads).replies()).isEqualTo(expected);

    assertThat(client.counts().connects()).isEqualTo(2);
    // Nothing went to the wrong node: each command was written once, in a write for each node.
    assertThat(client.counts().commands()).isEqualTo(400);
    assertThat(client.counts().writes()).isEqualTo(4);
  }

  @Test
  void followsAKeyThatHasMoved() {
    PipelinedClient client = cluster();
    ok(client, "SET", "k", "v");
    int slot = SlotTable.slotOf(RedisCommand.of("GET", "k"));
    boolean onLeft = slot < 8192;
    ok(onLeft ? toLeft : toRight, "FLUSHALL");
    String newOwner = text(Outcome.of(onLeft ? toRight : toLeft, id()).reply());
    for (PipelinedClient node : List.of(toLeft, toRight)) {
      ok(node, "CLUSTER", "SETSLOT", "" + slot, "NODE", newOwner);
    }

    assertThat(Outcome.of(client, RedisCommand.of("SET", "k", "moved")).reply())
        .isEqualTo(new Text("OK"));

    assertThat(Outcome.of(onLeft ? toRight : toLeft, RedisCommand.of("GET", "k")).reply())
        .isEqualTo(new Text("moved"));
    assertThat(Outcome.of(client, RedisCommand.of("GET", "k")).reply())
        .isEqualTo(new Text("moved"));
  }

  private static RedisCommand id() {
    return RedisCommand.of("CLUSTER", "MYID");
  }

  @Test
  void asksTheNodeThatAKeyIsMovingTo() {
    PipelinedClient client = cluster();
    ok(client, "SET", "warm", "up");
    int slot = SlotTable.slotOf(RedisCommand.of("GET", "moving"));
    PipelinedClient from = slot < 8192 ? toLeft : toRight;
    PipelinedClient to = slot < 8192 ? toRight : toLeft;
    ok(to, "CLUSTER", "SETSLOT", "" + slot, "IMPORTING", text(Outcome.of(from, id()).reply()));
    ok(from, "CLUSTER", "SETSLOT", "" + slot, "MIGRATING", text(Outcome.of(to, id()).reply()));

    // The old owner has no such key any more, and says who might.
    ok(client, "SET", "moving", "v");
    assertThat(
            Outcome.of(client, RedisCommand.of("GET", "moving"), RedisCommand.of("GET", "warm"))
                .replies())
        .containsExactly(new Text("v"), new Text("up"));
    assertThat(Outcome.of(from, RedisCommand.of("GET", "moving")).reply())
        .isInstanceOfSatisfying(
            ServerError.class, error -> assertThat(error.message()).startsWith("ASK"));
  }

  @Test
  void failsOnlyTheKeysOfANodeThatIsDown() {
    PipelinedClient client = cluster();
    String leftKey = keyOf(true);
    String rightKey = keyOf(false);
    ok(client, "SET", leftKey, "l");
    ok(client, "SET", rightKey, "r");

    right.kill();

    assertThat(Outcome.of(client, RedisCommand.of("GET", rightKey)).fault())
        .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED))
        .satisfies(fault -> assertThat(fault.message()).contains("127.0.0.1:" + right.port()));
    assertThat(Outcome.of(client, RedisCommand.of("GET", leftKey)).reply())
        .isEqualTo(new Text("l"));

    right.restart();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Outcome.of(client, RedisCommand.of("SET", rightKey, "r")).isReplied("OK"));
  }

  private static String keyOf(boolean left) {
    for (int i = 0; ; i++) {
      if (SlotTable.slotOf(RedisCommand.of("GET", "key" + i)) < 8192 == left) {
        return "key" + i;
      }
    }
  }

  @Test
  void saysThatThereIsNoCluster() {
    int port = RedisServerProcess.freePort();

    RedisFault fault =
        Outcome.of(client("redis-cluster://127.0.0.1:" + port), RedisCommand.of("GET", "k"))
            .fault();

    assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(fault.message())
        .contains("no Redis Cluster found at 127.0.0.1:" + port, "Connection refused");
  }

  @Test
  void saysThatAServerIsNoCluster() {
    try (RedisServerProcess single = RedisServerProcess.start()) {
      RedisFault fault =
          Outcome.of(
                  client("redis-cluster://127.0.0.1:" + single.port()), RedisCommand.of("GET", "k"))
              .fault();

      assertThat(fault.kind()).isEqualTo(Kind.NOT_CONNECTED);
      assertThat(fault.message()).contains("cluster support disabled");
    }
  }
}
