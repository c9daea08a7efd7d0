package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.PatientRegistry;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections are opened before the clock of a request runs, and nobody waits for ever for one. */
@Timeout(60)
final class GreetingsTest {

  private static final String REQUEST = "{\"request_id\":\"r1\",\"user_id\":1}";
  private static final List<EndpointSpec> REDIS =
      Registries.builtin(Environment.DEV).endpoints().named("redis_default").stream().toList();

  @TempDir Path folder;

  /** What happened, in its order. */
  private final List<String> events = new CopyOnWriteArrayList<>();

  /** Answers each send from another thread, as a connection does. */
  private RedisClients remote() {
    InProcessStore store = InProcessStore.withExampleData();
    return clients((commands, callback) -> {
      String name = commands.getFirst().name();
      events.add(name);
      Thread _ =
          Thread.ofVirtual()
              .start(() -> {
                events.add(name + " answered");
                store.send(commands, callback);
              });
    });
  }

  private static RedisClients clients(RedisClient client) {
    return new RedisClients() {
      @Override
      public RedisClient client(EndpointSpec endpoint) {
        return client;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void anEndpointHasAnsweredBeforeARequestReadsFromIt() throws IOException {
    RankdRun run =
        RankdRun.of((_, _) -> remote(), Map.of(), REQUEST, "--plan", PlanFiles.viewer(folder));

    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(events).startsWith("PING", "PING answered", "HGETALL");
  }

  @Test
  void aPlanThatReadsNothingOpensNothing() throws IOException {
    RankdRun run =
        RankdRun.of(
            (_, _) -> remote(), Map.of(), REQUEST, "--plan", PlanFiles.sleep(folder, 1, false));

    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(events).isEmpty();
  }

  @Test
  void silenceIsNotWaitedForBeyondTheLimit() throws InterruptedException {
    List<RedisCommand> sent = new CopyOnWriteArrayList<>();

    new Greetings(clients((commands, _) -> sent.addAll(commands)), Duration.ofMillis(1))
        .exchange(REDIS);

    assertThat(sent).containsExactly(RedisCommand.of("PING"));
  }

  @Test
  void aServerThatSaysNothingFailsTheRequestAtItsDeadline() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      RankdRun run =
          RankdRun.of(
              REQUEST,
              "--plan",
              PlanFiles.viewer(folder),
              "--registry",
              PatientRegistry.in(folder, "test", "redis://127.0.0.1:" + silent.getLocalPort()),
              "--deadline_ms",
              "20",
              "--env",
              "test");

      assertThat(run.exit()).as(run.out()).isEqualTo(5);
      assertThat(run.json().path("code").stringValue()).isEqualTo("DEADLINE_EXCEEDED");
    }
  }

  @Test
  void anAddressThatIsNotUnderstoodIsRefusedBeforeAnybodyIsGreeted() throws IOException {
    RankdRun run =
        RankdRun.of(
            REQUEST,
            "--plan",
            PlanFiles.viewer(folder),
            "--endpoint",
            "redis_default=redis://127.0.0.1:1/none");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.json().path("code").stringValue()).isEqualTo("BAD_REGISTRY");
    assertThat(run.json().path("detail").stringValue()).contains("'/none' is no database number");
  }
}
