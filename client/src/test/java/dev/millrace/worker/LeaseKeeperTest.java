package dev.millrace.worker;

import static dev.millrace.client.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.FakeChannel;
import dev.millrace.client.TaskChannel.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Leases are kept as long as tasks are held; tasks of the test last 100 s without extension. */
final class LeaseKeeperTest {

  private final RunnerHarness h = new RunnerHarness(1).start();

  private FakeChannel.Updated extension() {
    var update = h.server.updates.getFirst();
    assertThat(update.result.extendLease()).isTrue();
    return update;
  }

  @Test
  void aLeaseIsExtendedWhenFourFifthsAreOver() {
    h.poll("1");
    h.server.loop.advance(Duration.ofMillis(79_999));
    assertThat(h.server.updates).isEmpty();
    h.server.loop.advance(Duration.ofMillis(1));
    extension().answer();
    h.server.loop.advance(Duration.ofMillis(79_999));
    assertThat(h.server.updates).isEmpty();
    h.server.loop.advance(Duration.ofMillis(1));
    extension().answer();
    assertThat(h.metrics().leaseExtensions()).isEqualTo(2);
  }

  @Test
  void aLeaseRunsFromTheMomentTheTaskIsReceivedEvenIfItWaits() {
    h.poll("1", "queued");
    h.server.loop.advance(Duration.ofSeconds(80));
    assertThat(h.server.updates)
        .extracting(update -> update.result.taskId())
        .containsExactlyInAnyOrder("1", "queued");
  }

  @Test
  void anExtensionIsNeverAskedForANextTask() {
    h.poll("1");
    h.server.loop.advance(Duration.ofSeconds(80));
    assertThat(extension().update.mode()).isEqualTo(Mode.PLAIN);
  }

  @Test
  void leasesAreKeptWhileTheResultIsOnItsWay() {
    h.poll("1");
    h.work();
    var update = h.server.updates.removeFirst();
    h.server.loop.advance(Duration.ofSeconds(80));
    extension().answer();
    update.answer();
    h.server.loop.advance(Duration.ofSeconds(200));
    assertThat(h.server.updates).as("released").isEmpty();
  }

  @Test
  void aFailedExtensionIsTriedAgainAFewTimes() {
    h.poll("1");
    h.server.loop.advance(Duration.ofSeconds(80));
    for (int i = 0; i < 3; i++) {
      extension().fail(503, "busy");
      assertThat(h.server.updates).isEmpty();
      h.server.loop.advance(Duration.ofSeconds(5));
    }
    extension().fail(503, "busy");
    h.server.loop.advance(Duration.ofSeconds(79));
    assertThat(h.server.updates).as("given up for this time").isEmpty();
    h.server.loop.advance(Duration.ofSeconds(1));
    extension().answer();
    assertThat(h.metrics().leaseExtensionsFailed()).isEqualTo(4);
  }

  @Test
  void tasksWithoutResponseTimeoutAndWorkersThatDoNotWantItGetNoExtension() {
    h.server.polls.getFirst().answer(task("1", Map.of("responseTimeoutSeconds", 0)));
    h.server.loop.advance(Duration.ofDays(1));
    assertThat(h.server.updates).isEmpty();

    var off = new RunnerHarness(WorkerSettings.defaults().withExtendLeases(false), true).start();
    off.poll("1");
    off.server.loop.advance(Duration.ofDays(1));
    assertThat(off.server.updates).isEmpty();
  }

  @Test
  void theEarliestLeaseDecidesWhenTheTimerRings() {
    var two = new RunnerHarness(2).start();
    two.poll("slow");
    two.server.polls.getFirst().answer(task("fast", Map.of("responseTimeoutSeconds", 10)));
    two.server.loop.advance(Duration.ofSeconds(8));
    assertThat(two.server.updates.getFirst().result.taskId()).isEqualTo("fast");
    two.server.updates.getFirst().answer();
    two.server.loop.advance(Duration.ofSeconds(72));
    assertThat(two.server.updates).extracting(update -> update.result.taskId()).contains("slow");
  }

  @Test
  void aLostLeaseInterruptsTheTaskAndItsResultIsNotSent() throws Exception {
    var interrupted =
        runUntilInterrupted(() -> {
          h.server.loop.advance(Duration.ofSeconds(80));
          extension().notAccepted();
        });
    assertThat(interrupted).isEqualTo(CancelReason.LEASE_LOST);
    assertThat(h.server.updates).isEmpty();
    assertThat(h.metrics().tasks().cancelled()).isOne();
    assertThat(h.server.polls).as("the permit is free again").hasSize(1);
  }

  @Test
  void aTaskThatTheServerDoesNotKnowAnyMoreIsInterrupted() throws Exception {
    var interrupted =
        runUntilInterrupted(() -> {
          h.server.loop.advance(Duration.ofSeconds(80));
          extension().fail(404, "No such task");
        });
    assertThat(interrupted).isEqualTo(CancelReason.ENDED_ELSEWHERE);
  }

  private CancelReason runUntilInterrupted(Runnable cause) throws InterruptedException {
    var running = new CountDownLatch(1);
    var seen = new AtomicReference<CancelReason>();
    h.handler((_, context) -> {
      running.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        seen.set(context.cancellation().orElseThrow());
      }
      return WorkResult.completed();
    });
    h.poll("1");
    Thread thread = Thread.ofVirtual().start(h.work.removeFirst());
    running.await();
    cause.run();
    thread.join();
    h.server.loop.turn();
    return seen.get();
  }

  @Test
  void revokedTasksAreInterruptedOrNeverStarted() throws Exception {
    var two = new RunnerHarness(2).start();
    var running = new CountDownLatch(1);
    two.handler((_, _) -> {
      running.countDown();
      new CountDownLatch(1).await();
      return WorkResult.completed();
    });
    two.poll("1");
    Thread thread = Thread.ofVirtual().start(two.work.removeFirst());
    running.await();
    two.server.polls.getFirst().revoke("1", "unknown");
    thread.join();
    two.server.loop.turn();
    assertThat(two.server.updates).isEmpty();
    assertThat(two.metrics().tasks().cancelled()).isOne();
  }

  @Test
  void aRevokedTaskThatHasNotBegunDoesNotBegin() {
    var two = new RunnerHarness(2).start();
    two.handler((_, _) -> {
      throw new AssertionError("it began");
    });
    two.poll("1");
    two.server.polls.getFirst().revoke("1");
    two.work();
    assertThat(two.server.updates).isEmpty();
    assertThat(two.metrics().tasks().cancelled()).isOne();
  }

  @Test
  void aRevokedTaskInTheQueueIsTakenOut() {
    var two = new RunnerHarness(2).start();
    two.poll("1");
    two.server.polls.getFirst().answer(task("2"), task("3"));
    assertThat(two.metrics().queueDepth()).isOne();
    two.link.heed(new dev.millrace.client.TaskChannel.Notices(true, true, List.of("3")));
    assertThat(two.metrics().queueDepth()).isZero();
    assertThat(two.metrics().tasks().cancelled()).isOne();
  }

  @Test
  void nothingIsExtendedAfterTheEnd() {
    h.poll("1");
    assertThat(h.link.leases().close()).hasSize(1);
    h.runner.close();
    h.server.loop.advance(Duration.ofDays(1));
    assertThat(h.server.updates).isEmpty();
    assertThat(h.server.loop.timers()).isZero();
  }

  @Test
  void theTaskKnowsItsLease() {
    var seen = new AtomicReference<TaskContext.Lease>();
    h.handler((_, context) -> {
      seen.set(context.lease());
      return WorkResult.completed();
    });
    h.poll("1");
    h.server.loop.advance(Duration.ofSeconds(80));
    extension().answer();
    h.work();
    assertThat(seen.get()).isEqualTo(new TaskContext.Lease(1, Duration.ofSeconds(100), 1));
  }
}
