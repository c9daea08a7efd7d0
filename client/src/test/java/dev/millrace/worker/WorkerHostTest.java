package dev.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.ClientSettings;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.RetryPolicy;
import dev.millrace.client.ScriptedServer;
import dev.millrace.client.ScriptedServer.Answer;
import dev.millrace.client.ScriptedServer.Request;
import dev.millrace.client.TaskResult;
import dev.millrace.client.TestTasks;
import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers over real sockets, on real threads. */
final class WorkerHostTest {

  private ScriptedServer server;
  private MillraceClient client;

  @BeforeEach
  void open() throws IOException {
    server = new ScriptedServer();
    connect(UnaryOperator.identity());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void connect(UnaryOperator<ClientSettings> change) {
    if (client != null) {
      client.close();
    }
    client = MillraceClient.connect(change.apply(ClientSettings.of(server.url())));
  }

  private Workers workers() {
    return Workers.connect(client)
        .environment(Map.of())
        .defaults(
            settings -> settings.withThreadCount(1).withMaxPollTimeout(Duration.ofMillis(200)))
        .settings(settings ->
            settings
                .withWorkerId("me")
                .withUpdateRetry(
                    new RetryPolicy(
                        Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofSeconds(60))));
  }

  private static boolean isPoll(Request request) {
    return request.path().startsWith("/api/tasks/poll/batch/");
  }

  private static String task(int n) {
    return TestTasks.json(TestTasks.task("task-" + n));
  }

  /** The first poll gets task 0, others nothing. */
  private static Answer firstPollOnly(AtomicInteger polls) {
    return Answer.json(polls.getAndIncrement() == 0 ? "[" + task(0) + "]" : "[]");
  }

  @Test
  void aChainOfNTasksTakesNPlusOneRequests() throws Exception {
    int n = 20;
    var polls = new AtomicInteger();
    var given = new AtomicInteger(1);
    server.script(request -> {
      if (isPoll(request)) {
        return firstPollOnly(polls);
      }
      int next = given.getAndIncrement();
      return next < n ? Answer.json(task(next)) : Answer.nothing();
    });
    try (var host = workers().worker("t", _ -> WorkResult.completed()).start()) {
      var poll = server.next();
      assertThat(poll.path()).isEqualTo("/api/tasks/poll/batch/t");
      assertThat(poll.query()).containsEntry("count", "1").containsEntry("workerid", "me");
      for (int i = 0; i < n; i++) {
        var update = server.next();
        assertThat(update.path()).isEqualTo("/api/tasks/update-v2");
        assertThat(update.query()).containsEntry("lease", "1").doesNotContainKey("count");
        assertThat(update.result().taskId()).isEqualTo("task-" + i);
      }
      assertThat(isPoll(server.next())).as("only then it asks again").isTrue();
      assertThat(host.metrics().getFirst().queueHits()).isEqualTo(n - 1);
      assertThat(host.shutdown().completed()).isEqualTo(n);
    }
  }

  @Test
  void aMillraceServerIsAskedForSeveral() throws Exception {
    var polls = new AtomicInteger();
    server.script(request -> {
      if (isPoll(request)) {
        // After the first there are only errors: in the pauses no poll holds permits.
        return polls.get() == 0
            ? firstPollOnly(polls).with("Millrace", "1")
            : Answer.status(503, "busy");
      }
      if (!request.updates().getFirst().result().taskId().equals("task-0")) {
        return Answer.allTaken(request);
      }
      // Repeated until it comes in such a pause, and so asks for all three.
      return request.updates().getFirst().count() == 3
          ? Answer.replies(List.of(Answer.taken(task(1), task(2))))
          : Answer.status(503, "busy");
    });
    var done = new CountDownLatch(3);
    try (var host =
        workers()
            .worker(
                "t",
                WorkerSettings.defaults().withThreadCount(3),
                _ -> {
                  done.countDown();
                  return WorkResult.completed();
                })
            .start()) {
      done.await();
      assertThat(host.metrics().getFirst().queueHits()).isEqualTo(2);
      assertThat(host.shutdown()).isEqualTo(new Balance(3, 3, 0, 0, 0, 0, 0, 0));
    }
  }

  @Test
  void anUpdateIsRepeatedAfterErrorsAndLostAnswers() throws Exception {
    var polls = new AtomicInteger();
    var updates = new AtomicInteger();
    server.script(request ->
        isPoll(request)
            ? firstPollOnly(polls)
            : switch (updates.incrementAndGet()) {
              case 1 -> Answer.status(500, "oops");
              case 2, 3 -> Answer.DROP;
              case 4 -> Answer.json(task(1));
              default -> Answer.nothing();
            });
    var seen = new CountDownLatch(2);
    try (var host =
        workers()
            .worker(
                "t",
                _ -> {
                  seen.countDown();
                  return WorkResult.completed();
                })
            .start()) {
      seen.await();
      assertThat(host.shutdown()).isEqualTo(new Balance(2, 2, 0, 0, 0, 0, 0, 0));
      assertThat(host.metrics().getFirst().updateRetries()).isEqualTo(3);
    }
  }

  @Test
  void anUpdateWithoutAnswerIsRepeatedAfterItsTimeout() throws Exception {
    connect(settings -> settings.withRequestTimeout(Duration.ofMillis(300)));
    var polls = new AtomicInteger();
    var updates = new AtomicInteger();
    server.script(request ->
        isPoll(request)
            ? firstPollOnly(polls)
            : updates.incrementAndGet() == 1 ? Answer.HANG : Answer.nothing());
    try (var host = workers().worker("t", _ -> WorkResult.completed()).start()) {
      String first = nextUpdate().body();
      assertThat(nextUpdate().body()).isEqualTo(first);
      assertThat(host.shutdown().completed()).isOne();
    }
  }

  private Request nextUpdate() throws InterruptedException {
    Request request = server.next();
    while (isPoll(request)) {
      request = server.next();
    }
    return request;
  }

  @Test
  void aServerWithoutUpdateV2IsServedByV1() throws Exception {
    var polls = new AtomicInteger();
    server.script(request ->
        isPoll(request)
            ? Answer.json("[" + task(polls.getAndIncrement()) + "]")
            : request.path().endsWith("/update-v2")
                ? Answer.status(405, "Request method 'POST' is not supported")
                : Answer.text("task"));
    try (var host = workers().worker("t", _ -> WorkResult.completed()).start()) {
      assertThat(nextUpdate().path()).isEqualTo("/api/tasks/update-v2");
      for (int i = 0; i < 5; i++) {
        assertThat(nextUpdate().path()).isEqualTo("/api/tasks");
      }
      assertThat(host.metrics().getFirst().v2()).isFalse();
    }
  }

  @Test
  void theEnvironmentSwitchesV2OffAgainstTheSetting() throws Exception {
    var polls = new AtomicInteger();
    server.script(request -> isPoll(request) ? firstPollOnly(polls) : Answer.text("task"));
    try (var _ =
        workers()
            .settings(settings -> settings.withUseV2Api(true))
            .environment(Map.of("taskUpdateV2", "false"))
            .worker("t", _ -> WorkResult.completed())
            .start()) {
      assertThat(nextUpdate().path()).isEqualTo("/api/tasks");
    }
  }

  @Test
  void answersThatAreNoTasksAreNone() throws Exception {
    var bodies = List.of("\"\"", "{\"status\":\"success\"}", "null", "{ broken");
    var polls = new AtomicInteger();
    var updates = new AtomicInteger();
    server.script(request ->
        isPoll(request)
            ? Answer.json("[" + task(polls.getAndIncrement()) + "]")
            : Answer.json(bodies.get(updates.getAndIncrement() % bodies.size())));
    try (var host = workers().worker("t", _ -> WorkResult.completed()).start()) {
      for (int i = 0; i < 8; i++) {
        var _ = nextUpdate();
      }
      assertThat(host.metrics().getFirst().queueHits()).isZero();
    }
  }

  @Test
  void permitsAreNeverExceeded() throws Exception {
    int threads = 4;
    int total = 400;
    var given = new AtomicInteger();
    IntFunction<String[]> upTo =
        wanted -> {
          List<String> tasks = new ArrayList<>();
          for (int i = 0; i < wanted && given.get() < total; i++) {
            tasks.add(task(given.getAndIncrement()));
          }
          return tasks.toArray(String[]::new);
        };
    server.script(request -> {
      if (request.isBatch()) {
        return Answer.replies(
            request.updates().stream()
                .map(update -> Answer.taken(upTo.apply(update.count())))
                .toList());
      }
      int wanted = Integer.parseInt(request.query().get("count"));
      return Answer.json("[" + String.join(",", upTo.apply(wanted)) + "]").with("Millrace", "1");
    });
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new CountDownLatch(total);
    try (var host =
        workers()
            .worker(
                "t",
                WorkerSettings.defaults().withThreadCount(threads),
                _ -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  running.decrementAndGet();
                  done.countDown();
                  return WorkResult.completed();
                })
            .start()) {
      done.await();
      assertThat(most.get()).isBetween(1, threads);
      var balance = host.shutdown();
      assertThat(balance.completed()).isEqualTo(given.get());
      assertThat(balance.open()).isZero();
    }
  }

  @Test
  void closingHandsBackWhatHasNotBegunAndLetsTheRestFinish() throws Exception {
    var polls = new AtomicInteger();
    server.script(request ->
        isPoll(request)
            ? Answer.json(polls.getAndIncrement() == 0 ? "[" + task(0) + "," + task(1) + "]" : "[]")
            : Answer.text("task"));
    var begun = new CountDownLatch(1);
    var finish = new CountDownLatch(1);
    var host =
        workers()
            .worker(
                "t",
                _ -> {
                  begun.countDown();
                  finish.await();
                  return WorkResult.completed();
                })
            .start();
    begun.await();
    var closing = CompletableFuture.supplyAsync(host::shutdown);
    var back = nextUpdate();
    assertThat(back.path()).isEqualTo("/api/tasks");
    assertThat(back.query()).containsEntry("lease", "1");
    assertThat(back.result().taskId()).isEqualTo("task-1");
    assertThat(back.result().status()).isEqualTo(TaskResult.Status.IN_PROGRESS);
    assertThat(back.result().callbackAfterSeconds()).isZero();
    finish.countDown();
    var last = nextUpdate();
    assertThat(last.path()).as("no next task is wanted").isEqualTo("/api/tasks");
    assertThat(last.result().status()).isEqualTo(TaskResult.Status.COMPLETED);
    assertThat(closing.get()).isEqualTo(new Balance(2, 1, 0, 0, 0, 1, 0, 0));
    assertThat(host.shutdown().open()).as("twice is once").isZero();
  }

  @Test
  void tasksThatTakeTooLongToCloseAreInterruptedAndHandedBack() throws Exception {
    var polls = new AtomicInteger();
    server.script(request -> isPoll(request) ? firstPollOnly(polls) : Answer.text("task"));
    var begun = new CountDownLatch(1);
    var reason = new CompletableFuture<CancelReason>();
    var host =
        workers()
            .settings(settings -> settings.withCloseTimeout(Duration.ofMillis(20)))
            .worker(
                "t",
                (_, context) -> {
                  begun.countDown();
                  try {
                    new CountDownLatch(1).await();
                    return WorkResult.completed();
                  } catch (InterruptedException e) {
                    reason.complete(context.cancellation().orElseThrow());
                    throw e;
                  }
                })
            .start();
    begun.await();
    assertThat(host.shutdown()).isEqualTo(new Balance(1, 0, 0, 0, 0, 1, 0, 0));
    assertThat(reason.get()).isEqualTo(CancelReason.SHUTDOWN);
    assertThat(nextUpdate().result().status()).isEqualTo(TaskResult.Status.IN_PROGRESS);
  }

  @Test
  void aRevokedTaskIsInterruptedAndNothingIsToldOfIt() throws Exception {
    var polls = new AtomicInteger();
    var begun = new CountDownLatch(1);
    server.script(request -> {
      if (!isPoll(request)) {
        return Answer.text("task");
      }
      if (polls.get() == 0) {
        return firstPollOnly(polls);
      }
      await(begun);
      return Answer.json("[]").with("Millrace-Revoked", "x, task-0");
    });
    var interrupted = new CountDownLatch(1);
    try (var host =
        workers()
            .worker(
                "t",
                WorkerSettings.defaults().withThreadCount(2),
                (_, context) -> {
                  begun.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    assertThat(context.cancellation()).contains(CancelReason.ENDED_ELSEWHERE);
                    interrupted.countDown();
                  }
                  return WorkResult.completed();
                })
            .start()) {
      interrupted.await();
      assertThat(host.shutdown()).isEqualTo(new Balance(1, 0, 0, 0, 0, 0, 1, 0));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aLeaseIsExtendedOverTheWireAndItsAnswerIsNotReadAsATask() throws Exception {
    var polls = new AtomicInteger();
    var short1s = TestTasks.json(TestTasks.task("task-0", Map.of("responseTimeoutSeconds", 1)));
    server.script(request ->
        isPoll(request)
            ? Answer.json(polls.getAndIncrement() == 0 ? "[" + short1s + "]" : "[]")
            : Answer.json(task(1)));
    var finish = new CountDownLatch(1);
    try (var host =
        workers()
            .settings(settings -> settings.withUseV2Api(false))
            .worker(
                "t",
                _ -> {
                  finish.await();
                  return WorkResult.completed();
                })
            .start()) {
      var extension = nextUpdate();
      assertThat(extension.path()).isEqualTo("/api/tasks");
      assertThat(extension.result().extendLease()).isTrue();
      finish.countDown();
      assertThat(nextUpdate().result().extendLease()).isFalse();
      assertThat(host.shutdown().received()).isOne();
    }
  }

  @Test
  void tasksMayRunOnTheMillraceExecutor() throws Exception {
    var polls = new AtomicInteger();
    server.script(request -> isPoll(request) ? firstPollOnly(polls) : Answer.nothing());
    var onWorker = new AtomicBoolean();
    var done = new CountDownLatch(1);
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults());
        var _ =
            workers()
                .settings(settings -> settings.withExecutor(executor))
                .worker(
                    "t",
                    _ -> {
                      onWorker.set(!Thread.currentThread().isVirtual());
                      done.countDown();
                      return WorkResult.completed();
                    })
                .start()) {
      done.await();
      assertThat(onWorker).isTrue();
    }
  }

  @Test
  void aClientThatIsClosedFirstDoesNotHangItsWorkers() throws Exception {
    server.script(_ -> Answer.json("[]"));
    var host = workers().worker("t", _ -> WorkResult.completed()).start();
    var _ = server.next();
    client.close();
    assertThat(host.shutdown().received()).isZero();
  }
}
