package dev.millrace.worker;

import static dev.millrace.client.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.TaskChannel.Mode;
import dev.millrace.client.TaskResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How results reach the server, whatever it says. */
final class UpdateRunTest {

  private final RunnerHarness h = new RunnerHarness(1).start();

  private void finishOne() {
    h.poll("1");
    h.work();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 500, 503, 429, 401})
  void anUpdateIsRepeatedUntilItIsTaken(int status) {
    finishOne();
    for (int i = 0; i < 5; i++) {
      var update = h.server.updates.getFirst();
      assertThat(update.result.taskId()).isEqualTo("1");
      update.fail(status == 429 ? 503 : status, "no");
      assertThat(h.server.updates).as("no repetition without a pause").isEmpty();
      assertThat(h.server.polls).as("the permit is kept").isEmpty();
      h.server.loop.advance(Duration.ofSeconds(1));
    }
    h.server.updates.getFirst().answer(task("2"));
    assertThat(h.work).hasSize(1);
    assertThat(h.metrics().updateRetries()).isEqualTo(5);
    assertThat(h.metrics().tasks().completed()).isOne();
  }

  @Test
  void aLostAnswerIsAskedForAgainWithTheSameUpdate() {
    finishOne();
    var first = h.server.updates.getFirst();
    first.fail(0, "connection reset");
    h.server.loop.advance(Duration.ofSeconds(1));
    var second = h.server.updates.getFirst();
    assertThat(second.update).isEqualTo(first.update);
    second.answer(task("2"));
    assertThat(h.work).hasSize(1);
  }

  @Test
  void tasksOfALostAnswerAreFetchedAndHandedBackWhenNoneAreWantedAnyMore() {
    finishOne();
    h.server.updates.getFirst().fail(0, "connection reset");
    h.runner.stop();
    h.server.loop.advance(Duration.ofSeconds(1));

    var second = h.server.updates.getFirst();
    assertThat(second.update.mode()).isEqualTo(Mode.CHAIN);
    second.answer(task("2"));

    var back = h.server.updates.getFirst();
    assertThat(back.result.taskId()).isEqualTo("2");
    assertThat(back.result.status()).isEqualTo(TaskResult.Status.IN_PROGRESS);
    assertThat(back.update.mode()).isEqualTo(Mode.PLAIN);
  }

  @Test
  void anUpdateThatIsNeverTakenIsGivenUpAfterTheWindow() {
    finishOne();
    int attempts = 0;
    while (h.metrics().tasks().abandoned() == 0) {
      h.server.updates.getFirst().fail(503, "no");
      attempts++;
      h.server.loop.advance(Duration.ofSeconds(1));
    }
    assertThat(attempts).isBetween(30, 35);
    assertThat(h.server.polls).as("the permit is free again").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 405})
  void aServerWithoutV2GetsTheSameUpdateByV1AndThenAllOthers(int status) {
    finishOne();
    h.server.updates.getFirst().fail(status, "No static resource api/tasks/update-v2.");
    var again = h.server.updates.getFirst();
    assertThat(again.update.mode()).isEqualTo(Mode.PLAIN);
    assertThat(again.result.taskId()).isEqualTo("1");
    assertThat(h.metrics().v2()).as("not yet proved").isTrue();
    again.answer();
    assertThat(h.metrics().v2()).isFalse();

    h.poll("2");
    h.work();
    assertThat(h.server.updates.getFirst().update.mode()).isEqualTo(Mode.PLAIN);
  }

  @Test
  void anUnknownTaskDoesNotSwitchV2Off() {
    finishOne();
    h.server.updates.getFirst().fail(404, "No such task found by id: 1");
    assertThat(h.server.updates).as("named: no second try").isEmpty();
    assertThat(h.metrics().v2()).isTrue();
    assertThat(h.metrics().tasks().cancelled()).isOne();
    assertThat(h.server.polls).hasSize(1);
  }

  @Test
  void anUnknownTaskThatIsNotNamedDoesNotEither() {
    finishOne();
    h.server.updates.getFirst().fail(404, "Not found");
    h.server.updates.getFirst().fail(404, "Not found");
    assertThat(h.metrics().v2()).isTrue();
    assertThat(h.metrics().tasks().cancelled()).isOne();
  }

  @Test
  void aResultThatIsRefusedBecomesAFailureThatSaysWhy() {
    finishOne();
    h.server.updates.getFirst().fail(413, "Payload too large");
    var instead = h.server.updates.getFirst();
    assertThat(instead.result.status()).isEqualTo(TaskResult.Status.FAILED);
    assertThat(instead.result.reasonForIncompletion()).contains("Payload too large");
    instead.fail(400, "still no");
    assertThat(h.server.updates).isEmpty();
    assertThat(h.metrics().tasks().abandoned()).isOne();
  }

  @Test
  void permitsThatAnUpdateKeptFreeAreUsedWhileItIsRepeated() {
    var many = new RunnerHarness(3);
    many.server.millrace = true;
    many.start().poll("1");
    many.server.polls.getFirst().fail(503, "busy");
    many.work();
    assertThat(many.server.updates.getFirst().update.count()).isEqualTo(3);
    many.server.updates.getFirst().fail(503, "busy");
    many.server.loop.advance(Duration.ofMillis(100));
    assertThat(many.server.polls.getFirst().request.count()).isEqualTo(2);
  }
}
