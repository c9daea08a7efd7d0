package dev.millrace.plan;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisCounts;
import dev.millrace.plan.io.RedisFault;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.plan.io.RedisServerProcess;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.io.ReplyThread;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans over a real Redis that is not well: an error that names node, op and cause, or the
 * deadline, but never silence; and the same engine goes on when the server does.
 */
class RedisFaultsInPlansTest {

  private static final String REDIS = "'endpoint':'ep_0001'";
  private static final Duration PATIENCE = ofSeconds(60);

  /** A circuit that hardly opens, for tests of something else. */
  private static final RedisSettings PATIENT =
      RedisSettings.defaults().withCircuit(1_000_000, ofMillis(1), ofMillis(1));

  @TempDir Path folder;

  private final RedisServerProcess server = RedisServerProcess.start();
  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2));
  private EndpointClients clients;
  private EndpointSpec endpoint;
  private PlanEngine engine;
  private CompiledPlan plan;

  @AfterEach
  void close() {
    engine.close();
    clients.close();
    executor.close();
    server.close();
  }

  /** An engine, and the plan viewer, follow, media, on the server. */
  private void open(RedisSettings settings, int maxInflight, Duration requestTimeout)
      throws IOException {
    Path _ =
        Files.writeString(
            folder.resolve("endpoints.dev.toml"),
            """
            schema_version = 1
            [[endpoint]]
            endpoint_id = "ep_0001"
            name = "redis_default"
            kind = "redis"
            address = "%s"
            [endpoint.policy]
            max_inflight = %d
            connect_timeout_ms = 10000
            request_timeout_ms = %d
            """
                .formatted(server.address(), maxInflight, requestTimeout.toMillis()));
    Registries registries = Registries.load(folder, Environment.DEV);
    endpoint = registries.endpoints().find("ep_0001").orElseThrow();
    clients = EndpointClients.open(settings);
    engine = PlanEngine.create(executor, clients, EngineConfig.defaults());
    plan =
        new TestLoader(PlanLoader.create(registries))
            .plan(
                new PlanText()
                    .node("v", "core::viewer", REDIS)
                    .node("f", "core::follow", REDIS + ",'fanout':1000000", "v")
                    .node("m", "core::media", REDIS + ",'fanout':10000", "f")
                    .outputs("m"));
  }

  private void open(Duration requestTimeout) throws IOException {
    open(PATIENT, 64, requestTimeout);
  }

  private RedisReply command(String name, String... arguments) {
    CompletableFuture<RedisReply> reply = new CompletableFuture<>();
    clients
        .client(endpoint)
        .send(
            List.of(new RedisCommand(name, List.of(arguments))),
            new RedisClient.Callback() {
              @Override
              public void replied(List<RedisReply> replies) {
                boolean _ = reply.complete(replies.getFirst());
              }

              @Override
              public void failed(RedisFault fault) {
                boolean _ = reply.completeExceptionally(new AssertionError(fault));
              }
            });
    return reply.orTimeout(PATIENCE.toSeconds(), SECONDS).join();
  }

  private void write(String name, String... arguments) {
    assertThat(command(name, arguments)).isNotInstanceOf(RedisReply.ServerError.class);
  }

  private void writeData() {
    write("HSET", "user:1", "country", "US");
    write("RPUSH", "follow:1", "2");
    write("RPUSH", "media:2", "20", "21");
  }

  /** It reads for others, too, and an op that takes its time would hold all of them up. */
  @Test
  void whatIsDoneInOneGoIsNotDoneByTheThreadThatReads() throws Exception {
    open(ofSeconds(20));
    List<Boolean> onReplyThread = new ArrayList<>();
    TestPlan ops = new TestPlan();
    int read =
        ops.add(
            (NodeCode.Async)
                (input, reply) ->
                    input.redis(endpoint).send(List.of(RedisCommand.of("PING")), ending(reply)));
    int _ =
        ops.add(
            (NodeCode.Sync)
                input -> {
                  onReplyThread.add(ReplyThread.isCurrent());
                  return input.rows();
                },
            read);
    CompiledPlan compiled = ops.build();

    for (int i = 0; i < 100; i++) {
      assertThat(engine.run(compiled, PlanRequest.of("r", 1))).isInstanceOf(PlanAnswer.Rows.class);
    }

    assertThat(onReplyThread).hasSize(100).containsOnly(false);
  }

  private static RedisClient.Callback ending(NodeReply reply) {
    return new RedisClient.Callback() {
      @Override
      public void replied(List<RedisReply> replies) {
        reply.complete(TestPlan.ONE_ROW);
      }

      @Override
      public void failed(RedisFault fault) {
        reply.fail(new AssertionError(fault));
      }
    };
  }

  private static PlanRequest request(Duration deadline) {
    return PlanRequest.of("r1", 1).withDeadline(deadline);
  }

  private PlanAnswer run() throws InterruptedException {
    return engine.run(plan, request(PATIENCE));
  }

  private static PlanError error(PlanAnswer answer) {
    assertThat(answer).isInstanceOf(PlanAnswer.Failed.class);
    return ((PlanAnswer.Failed) answer).error();
  }

  private static void assertRows(PlanAnswer answer, int count) {
    assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    assertThat(((PlanAnswer.Rows) answer).outputs().getFirst().size()).isEqualTo(count);
  }

  private void assertIoFailed(PlanError error, String node, String... words) {
    assertThat(error.code()).as(error.message()).isEqualTo(PlanError.Code.IO_FAILED);
    assertThat(error.node()).isEqualTo(node);
    assertThat(error.op()).isEqualTo(node.equals("v") ? "core::viewer" : "core::follow");
    assertThat(error.message()).contains(words);
  }

  private void awaitRecovery(int rows) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            run() instanceof PlanAnswer.Rows answer && answer.outputs().getFirst().size() == rows);
  }

  private void awaitDrained() {
    await().atMost(PATIENCE).until(() -> engine.counters().live() == 0);
  }

  private RedisCounts counts() {
    return clients.counts().get("ep_0001");
  }

  @Test
  void connectionRefusedIsToldAndTheServerIsFoundWhenItStarts() throws Exception {
    server.kill();
    open(PATIENCE);

    assertIoFailed(
        error(run()),
        "v",
        "viewer: ep_0001 (redis_default): no connection to Redis at 127.0.0.1:" + server.port(),
        "Connection refused");

    server.restart();
    writeData();
    assertRows(run(), 2);
  }

  @Test
  void aServerThatIsKilledIsToldAndFoundAgain() throws Exception {
    open(PATIENCE);
    writeData();
    assertRows(run(), 2);

    server.kill();
    assertIoFailed(error(run()), "v", "127.0.0.1:" + server.port());

    server.restart();
    awaitRecovery(0);
    writeData();
    assertRows(run(), 2);
    awaitDrained();
  }

  @Test
  void aRequestInFlightSurvivesARestartOrIsToldOfIt() throws Exception {
    open(PATIENCE);
    writeData();
    server.pause();
    CompletableFuture<PlanAnswer> answer = engine.submit(plan, request(PATIENCE));
    await().until(() -> counts().inFlight() == 1);

    server.kill();
    server.restart();

    switch (answer.get()) {
      case PlanAnswer.Rows rows -> assertRows(rows, 0);
      case PlanAnswer.Failed(PlanError error, _) -> assertIoFailed(error, "v", "Redis");
    }
    awaitRecovery(0);
    assertThat(counts().inFlight()).isZero();
  }

  @Test
  void aServerThatIsPausedRunsIntoTheTimeoutOfItsEndpoint() throws Exception {
    open(ofMillis(500));
    writeData();
    server.pause();

    assertIoFailed(error(run()), "v", "no reply from Redis", "within 500 ms");

    server.resume();
    awaitRecovery(2);
  }

  @Test
  void aServerThatIsPausedRunsIntoTheDeadlineOfTheRequest() throws Exception {
    open(PATIENCE);
    writeData();
    server.pause();

    PlanError error = error(engine.run(plan, request(ofMillis(500))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    assertThat(error.message()).contains("500.0 ms").contains("v (core::viewer)");
    server.resume();
    awaitRecovery(2);
    awaitDrained();
    assertThat(engine.counters().lateCompletions()).isOne();
  }

  @Test
  void aSlowServerIsWaitedFor() throws Exception {
    open(PATIENCE);
    writeData();
    server.pause();
    CompletableFuture<PlanAnswer> answer = engine.submit(plan, request(PATIENCE));
    await().until(() -> counts().inFlight() == 1);
    assertThat(answer).isNotDone();

    server.resume();

    assertRows(answer.get(), 2);
  }

  /** Defect 8 of the reference: there the permit is free as soon as nobody waits. */
  @Test
  void aPermitIsHeldUntilTheWireIsFree() throws Exception {
    open(PATIENT, 1, PATIENCE);
    writeData();
    server.pause();
    long written = counts().commands();

    giveUp(request(PATIENCE), () -> counts().inFlight() == 1);
    giveUp(PlanRequest.of("r2", 2), () -> counts().waiting() == 1);

    assertThat(counts().inFlight()).isOne();
    assertThat(counts().waiting()).isOne();
    assertThat(counts().commands() - written).isOne();
    server.resume();
    awaitDrained();
    assertThat(counts().inFlight()).isZero();
    assertThat(counts().waiting()).isZero();
    assertRows(run(), 2);
  }

  /** Cancels a request once its commands are where they shall be. */
  private void giveUp(PlanRequest request, Callable<Boolean> isThere) throws Exception {
    CompletableFuture<PlanAnswer> answer = engine.submit(plan, request);
    await().atMost(PATIENCE).until(isThere);
    assertThat(answer.cancel(false)).isTrue();
    assertThat(error(answer.get()).code()).isEqualTo(PlanError.Code.CANCELLED);
  }

  @Test
  void aValueOfTheWrongTypeIsTold() throws Exception {
    open(PATIENCE);
    writeData();
    write("DEL", "follow:1");
    write("SET", "follow:1", "no list");
    assertIoFailed(error(run()), "f", "follow: WRONGTYPE");

    write("DEL", "user:1");
    write("SET", "user:1", "no hash");
    assertIoFailed(error(run()), "v", "viewer: WRONGTYPE");

    write("DEL", "user:1", "follow:1");
    write("RPUSH", "follow:1", "2");
    assertRows(run(), 2);
  }

  @Test
  void aReplyThatIsTooLargeIsRefusedAndTheConnectionGoesOn() throws Exception {
    open(PATIENT.withMaxReplyBytes(1 << 16), 64, PATIENCE);
    writeData();
    List<String> many = new ArrayList<>(List.of("follow:1"));
    IntStream.range(0, 50_000).forEach(i -> many.add(Integer.toString(i + 10)));
    write("RPUSH", many.toArray(String[]::new));

    assertIoFailed(error(run()), "f", "follow: ", "LRANGE follow:1", "at most 65536 are allowed");

    write("DEL", "follow:1");
    write("RPUSH", "follow:1", "2");
    assertRows(run(), 2);
    assertThat(counts().lostConnections()).isZero();
  }

  @Test
  void anEndpointThatKeepsFailingIsNotEvenTriedUntilItsTimeComes() throws Exception {
    server.kill();
    open(RedisSettings.defaults().withCircuit(3, ofMillis(200), ofMillis(200)), 64, PATIENCE);
    for (int i = 0; i < 3; i++) {
      assertIoFailed(error(run()), "v", "Connection refused");
    }

    await().atMost(PATIENCE).until(() -> error(run()).message().contains(" times in a row"));

    server.restart();
    awaitRecovery(0);
  }
}
