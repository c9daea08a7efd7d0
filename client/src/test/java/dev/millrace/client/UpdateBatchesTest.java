package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.ScriptedServer.Answer;
import dev.millrace.client.ScriptedServer.Request;
import dev.millrace.client.TaskChannel.Mode;
import dev.millrace.client.TaskChannel.Reply;
import dev.millrace.client.TaskChannel.Update;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates to a server that says that it is a Millrace server, over real sockets. */
final class UpdateBatchesTest {

  private ScriptedServer server;
  private MillraceClient client;

  @BeforeEach
  void open() throws Exception {
    server = new ScriptedServer();
    client = MillraceClient.connect(server.url());
    server.script(_ -> Answer.json("[]").with("Millrace", "1"));
    var polled = new CompletableFuture<Reply>();
    var poll = new PollRequest("t", null, "me", 1, Duration.ofMillis(1), false);
    loop(() -> client.taskChannel().poll(poll, polled::complete));
    assertThat(got(polled).notices().millrace()).isTrue();
    var _ = server.next();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void loop(Runnable task) {
    client.taskChannel().loop().execute(task);
  }

  private static <T> T got(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  private Update update(String taskId, Mode mode, Map<String, Object> output) {
    var result =
        new TaskResult(
            "w",
            taskId,
            null,
            0,
            "me",
            TaskResult.Status.COMPLETED,
            Map.copyOf(output),
            null,
            List.of(),
            null,
            null,
            false,
            false);
    return new Update(client.taskChannel().encode(result), 4, mode, 7, false);
  }

  /** In one turn of the loop. */
  private List<CompletableFuture<Reply>> send(Update... updates) {
    var replies = Arrays.stream(updates).map(_ -> new CompletableFuture<Reply>()).toList();
    loop(() -> {
      for (int i = 0; i < updates.length; i++) {
        client.taskChannel().update(updates[i], replies.get(i)::complete);
      }
    });
    return replies;
  }

  private List<CompletableFuture<Reply>> send(String... taskIds) {
    return send(
        Arrays.stream(taskIds).map(id -> update(id, Mode.CHAIN, Map.of())).toArray(Update[]::new));
  }

  private static List<String> ids(Request request) {
    return request.updates().stream().map(update -> update.result().taskId()).toList();
  }

  /** Asserts that the next request has these updates in it. */
  private void nextHas(String... taskIds) throws Exception {
    Request request = server.next();
    assertThat(request.path()).isEqualTo("/api/tasks/updates");
    assertThat(ids(request)).containsExactly(taskIds);
  }

  /** Requests with this update in them are answered when the gate opens. */
  private void holdUntil(CountDownLatch gate, String... held) {
    server.script(request -> {
      if (ids(request).stream().anyMatch(List.of(held)::contains)) {
        try {
          gate.await();
        } catch (InterruptedException e) {
          return Answer.DROP;
        }
      }
      return Answer.allTaken(request);
    });
  }

  private static ClientException error(CompletableFuture<Reply> reply) throws Exception {
    assertThat(got(reply)).isInstanceOf(Reply.Failed.class);
    return ((Reply.Failed) got(reply)).error();
  }

  @Test
  void aLoneUpdateLeavesAtOnceAndSaysWhatItWants() throws Exception {
    String next = TestTasks.json(TestTasks.task("next"));
    server.script(_ -> Answer.replies(List.of(Answer.taken(next))));

    var reply = send(update("a", Mode.CHAIN_MANY, Map.of("k", "ä"))).getFirst();

    assertThat(got(reply))
        .isEqualTo(
            new Reply.Tasks(
                List.of(TestTasks.task("next")), new TaskChannel.Notices(true, true, List.of())));
    Request request = server.next();
    assertThat(request.path()).isEqualTo("/api/tasks/updates");
    assertThat(request.body()).startsWith("[{\"lease\":4,\"count\":7,\"definitions\":false,");
    assertThat(request.updates().getFirst().result().outputData()).isEqualTo(Map.of("k", "ä"));
  }

  @Test
  void whatIsWantedFollowsFromTheMode() throws Exception {
    server.script(Answer::allTaken);

    var _ =
        send(
            update("a", Mode.PLAIN, Map.of()),
            update("b", Mode.CHAIN, Map.of()),
            update("c", Mode.CHAIN_MANY, Map.of()));

    assertThat(server.next().updates()).extracting(TaskUpdate::count).containsExactly(0, 1, 7);
  }

  @Test
  void whoComesWhileTwoAreUnderWayGoesTogetherWhenOneIsAnswered() throws Exception {
    var gateOfA = new CountDownLatch(1);
    var gateOfB = new CountDownLatch(1);
    server.script(request -> {
      try {
        if (ids(request).contains("a")) {
          gateOfA.await();
        } else if (ids(request).contains("b")) {
          gateOfB.await();
        }
      } catch (InterruptedException e) {
        return Answer.DROP;
      }
      return Answer.allTaken(request);
    });
    var a = send("a").getFirst();
    nextHas("a");
    var b = send("b").getFirst();
    nextHas("b");
    var late = List.of(send("c").getFirst(), send("d").getFirst(), send("e").getFirst());
    // A turn later all three wait.
    var turn = new CountDownLatch(1);
    loop(turn::countDown);
    turn.await();

    gateOfA.countDown();

    assertThat(got(a)).isInstanceOf(Reply.Tasks.class);
    nextHas("c", "d", "e");
    for (var each : late) {
      assertThat(got(each)).isInstanceOf(Reply.Tasks.class);
    }
    gateOfB.countDown();
    assertThat(got(b)).isInstanceOf(Reply.Tasks.class);
  }

  @Test
  void requestsThatTakeLongAreInNobodysWay() throws Exception {
    var gate = new CountDownLatch(1);
    holdUntil(gate, "a", "b");
    var a = send("a").getFirst();
    nextHas("a");
    var b = send("b").getFirst();
    nextHas("b");

    var c = send("c").getFirst();

    assertThat(got(c)).isInstanceOf(Reply.Tasks.class);
    assertThat(a).isNotDone();
    gate.countDown();
    assertThat(got(a)).isInstanceOf(Reply.Tasks.class);
    assertThat(got(b)).isInstanceOf(Reply.Tasks.class);
  }

  @Test
  void noRequestHasTooMany() throws Exception {
    server.script(Answer::allTaken);
    String[] ids = IntStream.range(0, 120).mapToObj(Integer::toString).toArray(String[]::new);

    var replies = send(ids);

    for (var reply : replies) {
      assertThat(got(reply)).isInstanceOf(Reply.Tasks.class);
    }
    assertThat(IntStream.range(0, 3).map(_ -> next().updates().size()))
        .containsExactlyInAnyOrder(50, 50, 20);
  }

  private Request next() {
    try {
      return server.next();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noRequestIsTooLong() throws Exception {
    server.script(Answer::allTaken);
    Map<String, Object> output = Map.of("large", "x".repeat(200_000));

    var replies =
        send(
            IntStream.range(0, 12)
                .mapToObj(i -> update("t" + i, Mode.PLAIN, output))
                .toArray(Update[]::new));

    for (var reply : replies) {
      assertThat(got(reply)).isInstanceOf(Reply.Tasks.class);
    }
    assertThat(IntStream.range(0, 3).map(_ -> next().updates().size()))
        .containsExactlyInAnyOrder(5, 5, 2);
  }

  @Test
  void aLargeResultGoesAlone() throws Exception {
    server.script(request -> request.isBatch() ? Answer.allTaken(request) : Answer.nothing());
    Map<String, Object> output = Map.of("large", "x".repeat(UpdateBatches.MAX_RESULT_BYTES));

    var replies = send(update("large", Mode.CHAIN, output), update("small", Mode.CHAIN, Map.of()));

    for (var reply : replies) {
      assertThat(got(reply)).isInstanceOf(Reply.Tasks.class);
    }
    assertThat(List.of(next().path(), next().path()))
        .containsExactlyInAnyOrder("/api/tasks/updates", "/api/tasks/update-v2");
  }

  @Test
  void eachHasItsOwnAnswer() throws Exception {
    String gone =
        """
        {"status":404,"message":"No such task: b","retryable":false}\
        """;
    String wrong =
        """
        {"status":400,"message":"wrong","validationErrors":[{"path":"p","message":"m"}]}\
        """;
    String later =
        """
        {"status":503,"message":"away","retryable":true}\
        """;
    String ignored =
        """
        {"status":200,"accepted":false,"tasks":[]}\
        """;
    server.script(_ ->
        Answer.replies(List.of(Answer.taken(), gone, wrong, later, ignored))
            .with("Millrace-Revoked", "x, y"));

    var replies = send("a", "b", "c", "d", "e");

    assertThat(got(replies.getFirst()).notices())
        .isEqualTo(new TaskChannel.Notices(true, true, List.of("x", "y")));
    assertThat(error(replies.get(1)).status()).isEqualTo(404);
    assertThat(error(replies.get(1))).hasMessageContaining("No such task: b");
    assertThat(error(replies.get(2)).isRetryable()).isFalse();
    assertThat(error(replies.get(2))).hasMessageContaining("wrong p: m");
    assertThat(error(replies.get(3)).isRetryable()).isTrue();
    assertThat(got(replies.get(4)))
        .isEqualTo(
            new Reply.Tasks(List.of(), new TaskChannel.Notices(true, false, List.of("x", "y"))));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 429, 503, 401})
  void aFailureOfTheRequestIsToldToAll(int status) throws Exception {
    server.script(_ -> status == 0 ? Answer.DROP : Answer.status(status, "not now"));

    var replies = send("a", "b");

    for (var reply : replies) {
      assertThat(error(reply).status()).isEqualTo(status);
      assertThat(error(reply).isRetryable()).isEqualTo(status != 401);
    }
    nextHas("a", "b");
    assertThat(server.waiting()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 405, 501})
  void aServerThatDoesNotKnowItGetsEachAloneFromThenOn(int status) throws Exception {
    server.script(request -> request.isBatch() ? Answer.status(status, "what?") : Answer.nothing());

    for (var reply : send("a", "b")) {
      assertThat(got(reply)).isInstanceOf(Reply.Tasks.class);
    }
    nextHas("a", "b");
    assertThat(List.of(next().result().taskId(), next().result().taskId()))
        .containsExactlyInAnyOrder("a", "b");

    assertThat(got(send("c").getFirst())).isInstanceOf(Reply.Tasks.class);
    assertThat(next().path()).isEqualTo("/api/tasks/update-v2");
    assertThat(server.waiting()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"400", "413", "[]", "[null,null]", "[{},{}]", "<html>", ""})
  void whatIsRefusedOrAnsweredStrangelyGoesAloneOnce(String answer) throws Exception {
    server.script(request -> {
      if (!request.isBatch()) {
        return Answer.nothing();
      }
      if (ids(request).contains("c")) {
        return Answer.allTaken(request);
      }
      return answer.matches("4..")
          ? Answer.status(Integer.parseInt(answer), "no")
          : Answer.json(answer).with("Millrace", "1");
    });

    for (var reply : send("a", "b")) {
      assertThat(got(reply)).isInstanceOf(Reply.Tasks.class);
    }
    nextHas("a", "b");
    assertThat(List.of(next().path(), next().path())).containsOnly("/api/tasks/update-v2");

    assertThat(got(send("c").getFirst())).isInstanceOf(Reply.Tasks.class);
    nextHas("c");
  }

  @Test
  void closingFailsWhatIsUnderWayAndWhatWaits() throws Exception {
    server.script(_ -> Answer.HANG);
    var a = send("a").getFirst();
    nextHas("a");
    var b = send("b").getFirst();
    nextHas("b");
    var c = send("c").getFirst();
    var turn = new CountDownLatch(1);
    loop(turn::countDown);
    turn.await();

    client.close();

    assertThat(error(a).wasSent()).isTrue();
    assertThat(error(b).wasSent()).isTrue();
    assertThat(error(c).wasSent()).isFalse();
    assertThat(error(c).isRetryable()).isFalse();
  }
}
