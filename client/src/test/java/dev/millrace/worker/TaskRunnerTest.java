package dev.millrace.worker;

import static dev.millrace.client.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.TaskChannel.Mode;
import dev.millrace.client.TaskResult;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits, the queue and chaining, event by event. */
final class TaskRunnerTest {

  @Test
  void theFirstPollAsksForAllPermits() {
    var h = new RunnerHarness(WorkerSettings.defaults().withThreadCount(7).withDomain("d"), true);
    var request = h.start().server.polls.getFirst().request;
    assertThat(request.taskType()).isEqualTo("t");
    assertThat(request.domain()).isEqualTo("d");
    assertThat(request.workerId()).isEqualTo("me");
    assertThat(request.count()).isEqualTo(7);
  }

  @Test
  void aPollAsksForTheFreePermitsAndThereIsOneAtATime() {
    var h = new RunnerHarness(5).start();
    h.poll("1", "2");
    assertThat(h.work).hasSize(2);
    assertThat(h.server.polls).hasSize(1);
    assertThat(h.server.polls.getFirst().request.count()).isEqualTo(3);
  }

  @Test
  void thereIsNoPollWithoutAFreePermit() {
    var h = new RunnerHarness(2).start();
    h.poll("1", "2");
    h.server.loop.advance(Duration.ofMinutes(5));
    assertThat(h.server.polls).isEmpty();
  }

  @Test
  void theNextTaskStartsAtOnceOnTheFreedPermit() {
    var h = new RunnerHarness(1).start();
    h.poll("1");
    h.work();
    h.server.updates.getFirst().answer(task("2"));
    assertThat(h.work).hasSize(1);
    assertThat(h.server.polls).isEmpty();
    assertThat(h.metrics().queueHits()).isOne();
    assertThat(h.metrics().serverPolls()).isOne();
    assertThat(h.metrics().hitRate()).isEqualTo(0.5);
  }

  @Test
  void aChainOfNTasksTakesNPlusOneRequests() {
    var h = new RunnerHarness(1).start();
    h.poll("0");
    for (int i = 1; i < 50; i++) {
      h.work();
      var update = h.server.updates.getFirst();
      assertThat(update.update.mode()).isEqualTo(Mode.CHAIN);
      update.answer(task("" + i));
    }
    h.work();
    assertThat(h.server.requests).isEqualTo(51);
    h.server.updates.getFirst().answer();
    assertThat(h.server.polls).hasSize(1);
    assertThat(h.metrics().queueHits()).isEqualTo(49);
  }

  @Test
  void aResultIsSentAsItIsWithTheLeasesToken() {
    var h = new RunnerHarness(1).start();
    h.handler((task, _) -> WorkResult.completed(Map.of("id", task.taskId())));
    h.server.polls.getFirst().answer(task("1", Map.of("pollCount", 4)));
    h.work();
    var update = h.server.updates.getFirst();
    assertThat(update.update.lease()).isEqualTo(4);
    assertThat(update.result.taskId()).isEqualTo("1");
    assertThat(update.result.workflowInstanceId()).isEqualTo("wf-1");
    assertThat(update.result.workerId()).isEqualTo("me");
    assertThat(update.result.status()).isEqualTo(TaskResult.Status.COMPLETED);
    assertThat(update.result.outputData()).isEqualTo(Map.of("id", "1"));
  }

  @Test
  void aMillraceServerIsAskedForAsManyAsWillBeFree() {
    var h = new RunnerHarness(4);
    h.server.millrace = true;
    h.start().poll("1", "2", "3");
    // A pause leaves a permit that no poll holds.
    h.server.polls.getFirst().fail(503, "busy");
    h.work();
    var update = h.server.updates.getFirst();
    assertThat(update.update.mode()).isEqualTo(Mode.CHAIN_MANY);
    assertThat(update.update.count()).isEqualTo(2);
    update.answer(task("4"), task("5"));
    assertThat(h.work).hasSize(4);
    assertThat(h.metrics().queueHits()).isEqualTo(2);
  }

  @Test
  void anotherServerIsNotAskedForMoreThanOne() {
    var h = new RunnerHarness(4).start();
    h.poll("1");
    h.server.polls.getFirst().fail(503, "busy");
    h.work();
    assertThat(h.server.updates.getFirst().update.mode()).isEqualTo(Mode.CHAIN);
  }

  @Test
  void whatComesUnaskedWaitsInTheQueueAndIsTakenBeforeTheServerIsAsked() {
    var h = new RunnerHarness(1).start();
    h.poll("1", "2");
    assertThat(h.work).hasSize(1);
    assertThat(h.metrics().queueDepth()).isOne();
    h.work();
    // There is something here already: nothing is asked for.
    assertThat(h.server.updates.getFirst().update.mode()).isEqualTo(Mode.PLAIN);
    h.server.updates.getFirst().answer();
    assertThat(h.work).hasSize(1);
    assertThat(h.server.polls).isEmpty();
    assertThat(h.metrics().queueDepth()).isZero();
  }

  @Test
  void theQueueHoldsAtMostThreadCountAndTheRestIsHandedBack() {
    var h = new RunnerHarness(2).start();
    h.poll("1", "2", "3", "4", "5", "6");
    assertThat(h.server.updates).hasSize(2);
    assertThat(h.work).hasSize(2);
    assertThat(h.metrics().deepestQueue()).isEqualTo(2);
    var back = h.server.updates.getFirst();
    assertThat(back.result.status()).isEqualTo(TaskResult.Status.IN_PROGRESS);
    assertThat(back.result.callbackAfterSeconds()).isZero();
    assertThat(back.update.mode()).isEqualTo(Mode.PLAIN);
  }

  @Test
  void aTaskThatIsHandedOutTwiceRunsOnce() {
    var h = new RunnerHarness(3).start();
    h.poll("1");
    h.poll("1", "2");
    assertThat(h.work).hasSize(2);
    assertThat(h.metrics().tasks().received()).isEqualTo(2);
    assertThat(h.server.polls.getFirst().request.count()).isOne();
  }

  @Test
  void aTaskThatComesBackWithANewLeaseReplacesTheOldOne() {
    var h = new RunnerHarness(2).start();
    h.poll("1");
    h.server.polls.getFirst().answer(task("1", Map.of("pollCount", 2)));
    h.work();
    h.work();
    assertThat(h.server.updates).hasSize(1);
    assertThat(h.server.updates.getFirst().update.lease()).isEqualTo(2);
    assertThat(h.metrics().tasks().cancelled()).isOne();
  }

  @Test
  void withoutV2UpdatesGoToTasksAndEachTaskTakesAPoll() {
    var h = new RunnerHarness(WorkerSettings.defaults().withThreadCount(1), false).start();
    h.poll("1");
    h.work();
    assertThat(h.server.updates.getFirst().update.mode()).isEqualTo(Mode.PLAIN);
    h.server.updates.getFirst().answer();
    assertThat(h.server.polls).hasSize(1);
    assertThat(h.metrics().v2()).isFalse();
  }

  @Test
  void eachKindOfResultHasItsStatusAndItsCount() {
    var h = new RunnerHarness(1).start();
    h.handler((_, _) -> WorkResult.failed("no"));
    h.poll("1");
    assertResult(h, TaskResult.Status.FAILED, "no", Mode.CHAIN);
    h.handler((_, _) -> WorkResult.failedTerminally("never"));
    assertResult(h, TaskResult.Status.FAILED_WITH_TERMINAL_ERROR, "never", Mode.CHAIN);
    h.handler((_, _) -> {
      throw new IllegalStateException("broken");
    });
    assertResult(
        h, TaskResult.Status.FAILED, "java.lang.IllegalStateException: broken", Mode.CHAIN);
    h.handler((_, _) -> new WorkResult.InProgress(60, Map.of("done", 1)));
    // It brings no other task, so it is not asked for one.
    assertResult(h, TaskResult.Status.IN_PROGRESS, null, Mode.PLAIN);
    assertThat(h.metrics().tasks())
        .isEqualTo(new Balance(5, 0, 2, 1, 1, 0, 0, 0))
        .extracting(Balance::open)
        .isEqualTo(1L);
  }

  private static void assertResult(
      RunnerHarness h, TaskResult.Status status, String reason, Mode mode) {
    h.work();
    var update = h.server.updates.getFirst();
    assertThat(update.result.status()).isEqualTo(status);
    assertThat(update.result.reasonForIncompletion()).isEqualTo(reason);
    assertThat(update.update.mode()).isEqualTo(mode);
    update.answer(task(update.result.taskId() + "x"));
  }

  @Test
  void anErrorsStackAndTheTasksLinesAreInItsLog() {
    var h = new RunnerHarness(1).start();
    h.handler((_, context) -> {
      context.log("first line");
      throw new StackOverflowError("deep");
    });
    h.poll("1");
    h.work();
    var logs = h.server.updates.getFirst().result.logs();
    assertThat(logs).hasSize(2);
    assertThat(logs.getFirst().log()).isEqualTo("first line");
    assertThat(logs.getLast().log()).contains("StackOverflowError: deep", "TaskRunnerTest");
  }

  @Test
  void linesAreBounded() {
    var h = new RunnerHarness(1).start();
    h.handler((_, context) -> {
      for (int i = 0; i < 1100; i++) {
        context.log("x".repeat(20_000));
      }
      return WorkResult.completed();
    });
    h.poll("1");
    h.work();
    var logs = h.server.updates.getFirst().result.logs();
    assertThat(logs).hasSize(1000);
    assertThat(logs.getFirst().log()).hasSizeLessThan(17_000);
    assertThat(logs.getLast().log()).contains("left out");
  }

  @Test
  void anOutputThatIsNoJsonFailsTheTask() {
    var h = new RunnerHarness(1).start();
    h.handler((_, _) -> WorkResult.completed(Map.of("x", h.server)));
    h.poll("1");
    h.work();
    var result = h.server.updates.getFirst().result;
    assertThat(result.status()).isEqualTo(TaskResult.Status.FAILED);
    assertThat(result.reasonForIncompletion()).contains("cannot be written as JSON");
  }

  @Test
  void anUpdateThatCameTooLateIsCounted() {
    var h = new RunnerHarness(1).start();
    h.poll("1");
    h.work();
    h.server.updates.getFirst().notAccepted();
    assertThat(h.metrics().notAccepted()).isOne();
    assertThat(h.server.polls).hasSize(1);
  }

  @Test
  void anExecutorThatTakesNothingGetsNothingMoreForAWhile() {
    var server = new RunnerHarness(1);
    var settings =
        server
            .link
            .settings()
            .withExecutor(_ -> {
              throw new java.util.concurrent.RejectedExecutionException("full");
            });
    var link = new HostLink(server.server, settings, server.v2, new java.util.SplittableRandom(1));
    var runner = new TaskRunner(link, server.runner.spec());
    runner.start();
    server.server.polls.getFirst().answer(task("1"));
    assertThat(server.server.polls).isEmpty();
    server.server.updates.getFirst().answer();
    assertThat(runner.tally().balance().handedBack()).isOne();
    server.server.loop.advance(Duration.ofSeconds(1));
    assertThat(server.server.polls).hasSize(1);
  }

  @Test
  void pollErrorsMakePausesAndTheServersReturnEndsThem() {
    var h = new RunnerHarness(1).start();
    for (int i = 0; i < 5; i++) {
      h.server.polls.getFirst().fail(0, "connection refused");
      assertThat(h.server.polls).isEmpty();
      h.server.loop.advance(Duration.ofSeconds(10));
    }
    h.poll("1");
    assertThat(h.work).hasSize(1);
    assertThat(h.metrics().failedPolls()).isEqualTo(5);
  }

  @Test
  void emptyPollsAreFollowedByLongerOnes() {
    var h = new RunnerHarness(1).start();
    Duration asked = Duration.ZERO;
    for (int i = 0; i < 10; i++) {
      var poll = h.server.polls.getFirst();
      assertThat(poll.request.timeout()).isGreaterThanOrEqualTo(asked);
      asked = poll.request.timeout();
      h.server.loop.advance(asked);
      poll.answer();
    }
    assertThat(asked).isEqualTo(Duration.ofSeconds(5));
    assertThat(h.metrics().emptyPolls()).isEqualTo(10);
  }

  @Test
  void savedTimeIsThatOfTheFastestPollForEachHit() {
    var h = new RunnerHarness(1).start();
    h.server.loop.advance(Duration.ofMillis(3));
    h.poll("1");
    for (int i = 2; i < 5; i++) {
      h.work();
      h.server.updates.getFirst().answer(task("" + i));
    }
    assertThat(h.metrics().latencySaved()).isEqualTo(Duration.ofMillis(9));
  }

  @Test
  void afterStopWhatComesWithAPollThatWasUnderWayIsHandedBack() {
    var h = new RunnerHarness(2).start();
    h.runner.stop();
    assertThat(h.runner.drained()).as("the poll may still bring tasks").isNotDone();
    h.server.polls.getFirst().answer(task("1", Map.of("outputData", Map.of("so", "far"))));
    assertThat(h.work).isEmpty();
    var back = h.server.updates.getFirst();
    assertThat(back.result.status()).isEqualTo(TaskResult.Status.IN_PROGRESS);
    assertThat(back.result.outputData()).isEqualTo(Map.of("so", "far"));
    assertThat(h.runner.drained()).isNotDone();
    back.answer();
    assertThat(h.runner.drained()).isCompletedWithValue(new Balance(1, 0, 0, 0, 0, 1, 0, 0));
    h.server.loop.advance(Duration.ofMinutes(1));
    assertThat(h.server.polls).isEmpty();
  }

  @Test
  void aStopEndsThePollOfAMillraceServer() {
    var h = new RunnerHarness(2);
    h.server.millrace = true;
    h.start();
    h.poll();
    h.server.loop.advance(Duration.ofSeconds(1));
    assertThat(h.server.polls).hasSize(1);
    h.runner.stop();
    assertThat(h.server.ends).isOne();
    h.server.loop.advance(Duration.ofSeconds(1));
    assertThat(h.server.ends).as("asked again while there is no answer").isBetween(3, 6);
    h.poll();
    assertThat(h.runner.drained()).isCompletedWithValue(Balance.EMPTY);
    int asked = h.server.ends;
    h.server.loop.advance(Duration.ofMinutes(1));
    assertThat(h.server.ends).isEqualTo(asked);
    assertThat(h.server.polls).isEmpty();
  }

  @Test
  void aServerThatCannotEndPollsIsNotAskedTo() {
    var h = new RunnerHarness(2).start();
    h.runner.stop();
    h.server.loop.advance(Duration.ofSeconds(1));
    assertThat(h.server.ends).isZero();
    assertThat(h.runner.drained()).isNotDone();
    h.poll();
    assertThat(h.runner.drained()).isCompletedWithValue(Balance.EMPTY);
  }

  @Test
  void aStopInAPauseIsAtOnce() {
    var h = new RunnerHarness(2).start();
    h.server.polls.getFirst().fail(503, "busy");
    h.runner.stop();
    assertThat(h.runner.drained()).isCompletedWithValue(Balance.EMPTY);
    assertThat(h.server.loop.timers()).isZero();
  }

  @Test
  void leasesAreKeptUntilTheLastTaskIsDoneEvenAfterStop() {
    var h = new RunnerHarness(1).start();
    h.poll("1");
    h.runner.stop();
    h.server.loop.advance(Duration.ofSeconds(80));
    assertThat(h.server.updates.getFirst().result.extendLease()).isTrue();
    h.server.updates.getFirst().answer();
    h.work();
    h.server.updates.getFirst().answer();
    assertThat(h.runner.drained()).isCompletedWithValue(new Balance(1, 1, 0, 0, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverHappensPermitsHoldAndNothingIsLost(long seed) {
    var random = new Random(seed);
    int threads = 1 + random.nextInt(5);
    var h = new RunnerHarness(threads);
    h.server.millrace = random.nextBoolean();
    Set<String> handedOut = new HashSet<>();
    Set<String> told = new HashSet<>();
    Set<String> unanswered = new HashSet<>();
    h.start();
    for (int step = 0; step < 800; step++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          if (!h.work.isEmpty()) {
            h.work();
          }
        }
        case 1, 2 -> {
          var update = h.server.updates.peekFirst();
          if (update != null) {
            if (random.nextInt(4) == 0) {
              boolean refused = random.nextBoolean();
              if (!refused) {
                unanswered.add(update.result.taskId());
              }
              update.fail(refused ? 503 : 0, "no");
            } else {
              told.add(update.result.taskId());
              int wanted = update.update.mode() == Mode.PLAIN ? 0 : update.update.count();
              update.answer(fresh(handedOut, random.nextInt(wanted + 1)));
            }
          }
        }
        case 3 -> {
          var poll = h.server.polls.peekFirst();
          if (poll != null && random.nextInt(3) > 0) {
            poll.answer(fresh(handedOut, random.nextInt(poll.request.count() + 1)));
          } else if (poll != null) {
            poll.fail(500, "no");
          }
        }
        default -> h.server.loop.advance(Duration.ofMillis(random.nextInt(200)));
      }
      int asked = h.server.polls.stream().mapToInt(poll -> poll.request.count()).sum();
      assertThat(h.work.size() + asked)
          .as("seed %d step %d", seed, step)
          .isLessThanOrEqualTo(threads);
      assertThat(h.server.polls.size()).isLessThanOrEqualTo(1);
      assertThat(h.metrics().queueDepth()).isLessThanOrEqualTo(threads);
    }
    var sentBefore = List.copyOf(h.server.updates);
    h.runner.stop();
    while (!h.runner.drained().isDone()) {
      if (!h.work.isEmpty()) {
        h.work();
      }
      List.copyOf(h.server.updates)
          .forEach(update -> {
            if (!sentBefore.contains(update) && !unanswered.contains(update.result.taskId())) {
              assertThat(update.update.mode()).as("nothing more").isEqualTo(Mode.PLAIN);
            }
            told.add(update.result.taskId());
            update.answer();
          });
      List.copyOf(h.server.polls).forEach(poll -> poll.answer());
      h.server.loop.advance(Duration.ofSeconds(1));
    }
    assertThat(told).as("seed %d", seed).isEqualTo(handedOut);
    assertThat(h.runner.drained().join().open()).isZero();
    assertThat(h.runner.drained().join().received()).isEqualTo(handedOut.size());
  }

  private static dev.millrace.client.Task[] fresh(Set<String> handedOut, int count) {
    var tasks = new dev.millrace.client.Task[count];
    for (int i = 0; i < count; i++) {
      String id = "task-" + handedOut.size();
      handedOut.add(id);
      tasks[i] = task(id);
    }
    return tasks;
  }
}
