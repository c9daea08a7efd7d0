package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.ScriptedServer.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MillraceClientTest {

  private ScriptedServer server;
  private MillraceClient client;

  @BeforeEach
  void open() throws IOException {
    server = new ScriptedServer();
    connect(settings());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private ClientSettings settings() {
    return ClientSettings.of(server.url())
        .withRetry(
            new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofSeconds(20)));
  }

  private void connect(ClientSettings settings) {
    if (client != null) {
      client.close();
    }
    client = MillraceClient.connect(settings);
  }

  private static StartWorkflowRequest start(String key) {
    return new StartWorkflowRequest(
        "wf",
        1,
        null,
        Map.of("a", 1),
        Map.of(),
        null,
        null,
        0,
        null,
        key,
        IdempotencyStrategy.RETURN_EXISTING);
  }

  @Test
  void startsAWorkflowAndReadsItsIdWithOrWithoutQuotes() throws Exception {
    server.script(_ -> Answer.text("id-1"));
    assertThat(client.workflows().start(start(null)).await()).isEqualTo("id-1");
    server.script(_ -> Answer.json("\"id-2\""));
    assertThat(client.workflows().start(start(null)).future().get()).isEqualTo("id-2");

    var request = server.next();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/api/workflow");
    assertThat(request.body()).contains("\"name\":\"wf\"").doesNotContain("null");
  }

  @Test
  void anErrorSaysWhatTheServerSaid() {
    server.script(_ ->
        new Answer(
            400,
            "application/json",
            """
            {"status":400,"message":"Validation failed, check below errors for detail.",
             "retryable":false,"validationErrors":[{"path":"name","message":"is empty"}]}
            """,
            Map.of()));

    assertThatThrownBy(() -> client.workflows().start(start("k")).await())
        .isInstanceOfSatisfying(
            ClientException.class,
            error -> {
              assertThat(error.status()).isEqualTo(400);
              assertThat(error.isRetryable()).isFalse();
              assertThat(error.validationErrors())
                  .containsExactly(new ValidationError("name", "is empty", null));
              assertThat(error.getStackTrace()).anyMatch(f -> f.getMethodName().contains("await"));
            })
        .hasMessageContaining("POST /workflow was answered 400")
        .hasMessageContaining("name: is empty");
    assertThat(server.waiting()).isOne();
  }

  @Test
  void aFutureFailsWithTheSameException() {
    server.script(_ -> Answer.status(404, "No such workflow: x"));
    assertThatThrownBy(() -> client.workflows().get("x").future().get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("No such workflow: x");
  }

  @Test
  void anErrorThatIsNoJsonIsShown() {
    server.script(_ -> new Answer(403, "text/html", "<h1>Proxy says no</h1>", Map.of()));
    assertThatThrownBy(() -> client.metadata().task("t").await())
        .hasMessageContaining("Proxy says no");
  }

  @Test
  void readsAreRepeatedUntilTheServerAnswers() throws Exception {
    var calls = new AtomicInteger();
    server.script(_ ->
        switch (calls.incrementAndGet()) {
          case 1 -> Answer.status(503, "busy");
          case 2 -> Answer.DROP;
          default -> Answer.json("{\"t\":3}");
        });
    assertThat(client.tasks().queueSizes(List.of("t", "u")).await()).isEqualTo(Map.of("t", 3L));
    assertThat(calls).hasValue(3);
  }

  @Test
  void aStartWithoutKeyIsNotRepeatedAndOneWithKeyIs() throws Exception {
    var calls = new AtomicInteger();
    server.script(_ -> calls.incrementAndGet() % 2 == 1 ? Answer.DROP : Answer.text("id"));
    assertThatThrownBy(() -> client.workflows().start(start(null)).await())
        .isInstanceOfSatisfying(
            ClientException.class,
            error -> {
              assertThat(error.status()).isEqualTo(ClientException.NO_ANSWER);
              assertThat(error.wasSent()).isTrue();
            });
    assertThat(calls).hasValue(1);

    assertThat(calls.incrementAndGet()).isEqualTo(2);
    assertThat(client.workflows().start(start("key")).await()).isEqualTo("id");
    assertThat(calls).hasValue(4);
  }

  @Test
  void whatNeverReachedAServerIsRepeatedEvenWithoutKey() {
    String url = server.url();
    server.close();
    connect(
        ClientSettings.of(url)
            .withRetry(RetryPolicy.defaults().withWindow(Duration.ofMillis(300))));
    assertThatThrownBy(() -> client.workflows().start(start(null)).await())
        .isInstanceOfSatisfying(
            ClientException.class,
            error -> {
              assertThat(error.wasSent()).isFalse();
              assertThat(error.isRetryable()).isTrue();
            })
        .hasMessageContaining("No connection");
  }

  @Test
  void anAnswerThatTakesTooLongIsAnError() {
    connect(settings().withRequestTimeout(Duration.ofMillis(200)).withRetry(RetryPolicy.none()));
    server.script(_ -> Answer.HANG);
    assertThatThrownBy(() -> client.metadata().tasks().await())
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("took longer than 200 ms");
  }

  @Test
  void closingFailsWhatIsUnderWayAndEverythingAfter() throws Exception {
    server.script(_ -> Answer.HANG);
    var answer = client.metadata().tasks();
    var _ = server.next();
    client.close();
    assertThatThrownBy(answer::await).hasMessageContaining("closed");
    assertThatThrownBy(() -> client.metadata().tasks().await()).hasMessageContaining("closed");
  }

  @Test
  void closingFailsWhatWaitsToBeRepeated() throws Exception {
    Duration longer = Duration.ofMinutes(10);
    connect(settings().withRetry(new RetryPolicy(longer, longer, longer.multipliedBy(2))));
    server.script(_ -> Answer.status(503, "busy"));
    var answers = List.of(client.metadata().tasks(), client.metadata().tasks());
    for (var _ : answers) {
      var _ = server.next();
    }
    client.close();
    for (var answer : answers) {
      assertThatThrownBy(answer::await)
          .isInstanceOfSatisfying(
              ClientException.class,
              error -> {
                assertThat(error.isRetryable()).isFalse();
                assertThat(error.wasSent()).isTrue();
              })
          .hasMessageContaining("The client was closed");
    }
  }

  @Test
  void whatIsCalledWhileTheClientIsClosedIsAnswered() throws Exception {
    server.script(_ -> Answer.json("[]"));
    for (int round = 0; round < 50; round++) {
      connect(settings());
      MillraceClient closing = client;
      var caller =
          CompletableFuture.runAsync(
              () -> {
                while (!isClosed(closing)) {
                  Thread.onSpinWait();
                }
              },
              Thread::startVirtualThread);
      closing.close();
      caller.get();
    }
  }

  private static boolean isClosed(MillraceClient client) {
    try {
      var _ = client.metadata().tasks().await();
      return false;
    } catch (ClientException e) {
      assertThat(e).hasMessageContaining("The client");
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTokenIsGotOnceAndAgainWhenItIsRefused() throws Exception {
    connect(settings().withCredentials("key", "secret"));
    var tokens = new AtomicInteger();
    server.script(request -> {
      if (request.path().equals("/api/token")) {
        return Answer.json("{\"token\":\"t" + tokens.incrementAndGet() + "\"}");
      }
      return request.token().equals("t1") && tokens.get() == 1 && server.waiting() > 2
          ? Answer.status(401, "expired")
          : Answer.json("[]");
    });
    assertThat(client.metadata().tasks().await()).isEmpty();
    assertThat(client.metadata().tasks().await()).isEmpty();

    assertThat(server.next().body()).contains("\"keyId\":\"key\"", "\"keySecret\":\"secret\"");
    assertThat(server.next().token()).isEqualTo("t1");
    assertThat(server.next().token()).isEqualTo("t1");
    assertThat(server.next().path()).isEqualTo("/api/token");
    assertThat(server.next().token()).isEqualTo("t2");
  }

  @Test
  void aServerWithoutTokensIsUsedWithoutOne() throws Exception {
    connect(settings().withCredentials("key", "secret"));
    server.script(request ->
        request.path().equals("/api/token") ? Answer.status(404, "no route") : Answer.json("[]"));
    assertThat(client.metadata().tasks().await()).isEmpty();
    assertThat(server.next().path()).isEqualTo("/api/token");
    assertThat(server.next().token()).isEmpty();
  }

  @Test
  void aWrongKeyFailsTheCall() {
    connect(settings().withCredentials("key", "wrong"));
    server.script(_ -> Answer.status(401, "Unknown key"));
    assertThatThrownBy(() -> client.metadata().tasks().await()).hasMessageContaining("Unknown key");
  }

  @Test
  void pollsOneOrNone() throws Exception {
    server.script(_ -> Answer.nothing());
    assertThat(client.tasks().poll("t", "w", null).await()).isEmpty();
    server.script(_ -> Answer.json(TestTasks.json(TestTasks.task("1"))));
    assertThat(client.tasks().poll("t", "w", "d").await()).isPresent();
    assertThat(server.next().query()).isEqualTo(Map.of("workerid", "w"));
    assertThat(server.next().query()).isEqualTo(Map.of("workerid", "w", "domain", "d"));
  }

  @Test
  void everyCallGoesWhereTheReferenceHasIt() throws Exception {
    server.script(request ->
        switch (request.path().substring(4)) {
          case "/workflow/w/rerun", "/tasks/w/r/COMPLETED" -> Answer.text("w");
          case "/workflow/bulk/terminate", "/workflow/bulk/remove" ->
              Answer.json("{\"bulkErrorResults\":{},\"bulkSuccessfulResults\":[\"w\"]}");
          case "/workflow/search" -> Answer.json("{\"totalHits\":0,\"results\":[]}");
          case "/tasks/1/log" ->
              request.method().equals("GET") ? Answer.nothing() : Answer.text("");
          default -> Answer.nothing();
        });
    var workflows = client.workflows();
    var _ = workflows.pause("w").await();
    assertNext("PUT", "/api/workflow/w/pause");
    var _ = workflows.resume("w").await();
    assertNext("PUT", "/api/workflow/w/resume");
    var _ = workflows.terminate("w", "be cause").await();
    assertThat(assertNext("DELETE", "/api/workflow/w").query())
        .isEqualTo(Map.of("reason", "be cause"));
    var _ = workflows.retry("w", true).await();
    assertNext("POST", "/api/workflow/w/retry");
    var _ = workflows.restart("w", false).await();
    assertNext("POST", "/api/workflow/w/restart");
    assertThat(workflows.rerun("w", new RerunWorkflowRequest(null, null, "t", null, null)).await())
        .isEqualTo("w");
    assertNext("POST", "/api/workflow/w/rerun");
    var _ = workflows.skip("w", "r", new SkipTaskRequest(null, Map.of())).await();
    assertNext("PUT", "/api/workflow/w/skiptask/r");
    assertThat(workflows.search(SearchRequest.of("status=RUNNING")).await().results()).isEmpty();
    assertNext("GET", "/api/workflow/search");
    var _ = workflows.bulk(new BulkCommand.Terminate("x"), List.of("w")).await();
    assertNext("POST", "/api/workflow/bulk/terminate");
    var _ = workflows.bulk(new BulkCommand.Remove(true), List.of("w")).await();
    assertNext("DELETE", "/api/workflow/bulk/remove");
    assertThat(
            client
                .tasks()
                .updateByReference("w", "r", TaskResult.Status.COMPLETED, Map.of())
                .await())
        .isEqualTo("w");
    assertNext("POST", "/api/tasks/w/r/COMPLETED");
    var _ = client.tasks().log("1", "line").await();
    assertThat(assertNext("POST", "/api/tasks/1/log").body()).isEqualTo("line");
    assertThat(client.tasks().logs("1").await()).isEmpty();
    assertNext("GET", "/api/tasks/1/log");
  }

  @CanIgnoreReturnValue
  private ScriptedServer.Request assertNext(String method, String path)
      throws InterruptedException {
    var request = server.next();
    assertThat(request.method() + " " + request.path()).isEqualTo(method + " " + path);
    return request;
  }
}
