package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.BlockReason;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class DeterministicSchedulerTest {

  private static final Task ENDLESS = Task.of("endless", (_, _) -> TaskStatus.CONTINUE);
  private static final Task DEAF =
      Task.of("deaf", (c, _) -> TaskStatus.blocked(c.single(c.newResumer()), BlockReason.IO));

  /** Four instances of three steps each; who ran when, as text. */
  private static String order(DeterministicScheduler scheduler) throws InterruptedException {
    StringBuilder order = new StringBuilder();
    int[] steps = new int[4];
    Task task =
        Task.of(
            "t",
            (_, id) -> {
              order.append(id);
              return switch (steps[id]++) {
                case 0, 1 -> TaskStatus.CONTINUE;
                case 2 -> TaskStatus.YIELD;
                default -> TaskStatus.FINISHED;
              };
            });
    assertThat(scheduler.schedule(TaskGroup.of(task, 4)).await()).isEqualTo(Outcome.FINISHED);
    return order.toString();
  }

  @Test
  void theSameSeedMakesTheSameChoices() throws Exception {
    for (int seed = 0; seed < 50; seed++) {
      var one = DeterministicScheduler.create(seed);
      var other = DeterministicScheduler.create(seed);

      assertThat(order(one)).isEqualTo(order(other));
      assertThat(one.trace()).isEqualTo(other.trace());
    }
  }

  @Test
  void differentSeedsFindDifferentOrders() throws Exception {
    List<String> orders = new ArrayList<>();
    for (int seed = 0; seed < 50; seed++) {
      orders.add(order(DeterministicScheduler.create(seed)));
    }

    assertThat(orders.stream().distinct().count()).isGreaterThan(40);
  }

  @Test
  void aTraceIsReplayed() throws Exception {
    var traced = DeterministicScheduler.create(7);
    String order = order(traced);

    // Another seed: only the recorded choices can make it the same.
    Trace moved = new Trace(8, traced.trace().choices(), true);
    var replayed = DeterministicScheduler.create(SimulationConfig.ofSeed(0).replaying(moved));

    assertThat(order(replayed)).isEqualTo(order);
    assertThat(replayed.trace().choices()).isEqualTo(traced.trace().choices());
  }

  @Test
  void aReplayGoesOnByTheSeedWhereTheTraceEnds() throws Exception {
    var traced = DeterministicScheduler.create(SimulationConfig.ofSeed(7).withTraceLimit(5));
    String order = order(traced);

    assertThat(traced.trace().complete()).isFalse();
    assertThat(traced.trace().choices()).hasSize(5);
    var replayed =
        DeterministicScheduler.create(SimulationConfig.ofSeed(0).replaying(traced.trace()));
    assertThat(order(replayed)).isEqualTo(order);
  }

  @Test
  void aTraceOfAnotherProgramIsRefused() throws Exception {
    var traced = DeterministicScheduler.create(7);
    var _ = order(traced);
    var replayed =
        DeterministicScheduler.create(SimulationConfig.ofSeed(0).replaying(traced.trace()));
    GroupHandle other = replayed.schedule(TaskGroup.of(ENDLESS, 3));

    assertThatThrownBy(other::await)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not the same program");
  }

  @Test
  void nothingRunsUntilSomebodyDrives() {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle handle = scheduler.submit(Task.of("t", (_, _) -> TaskStatus.FINISHED));

    assertThat(handle.done()).isNotDone();
    scheduler.runUntilIdle();
    assertThat(handle.done()).isCompletedWithValue(Outcome.FINISHED);
  }

  @Test
  void timeJumpsFromTimerToTimer() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle slow = sleeper(scheduler, Duration.ofDays(3));
    TaskHandle fast = sleeper(scheduler, Duration.ofMillis(5));

    assertThat(fast.await()).isEqualTo(Outcome.FINISHED);
    assertThat(scheduler.now()).isEqualTo(Instant.ofEpochMilli(5));
    assertThat(slow.done()).isNotDone();
    assertThat(slow.await()).isEqualTo(Outcome.FINISHED);
    assertThat(scheduler.nanoTime()).isEqualTo(Duration.ofDays(3).toNanos());
  }

  @Test
  void advanceRunsWhatIsDueByThenAndNoMore() {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle first = sleeper(scheduler, Duration.ofSeconds(1));
    TaskHandle second = sleeper(scheduler, Duration.ofSeconds(2));

    scheduler.advance(Duration.ofMillis(999));
    assertThat(first.done()).isNotDone();
    scheduler.advance(Duration.ofMillis(1));
    assertThat(first.done()).isDone();
    scheduler.runUntil(Instant.ofEpochMilli(1_500));
    assertThat(second.done()).isNotDone();
    assertThat(scheduler.nanoTime()).isEqualTo(1_500_000_000);
    scheduler.runUntilIdle();
    assertThat(second.done()).isDone();
    assertThat(scheduler.nanoTime()).isEqualTo(2_000_000_000);
  }

  @Test
  void aStepThatAdvancesTakesTime() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    Task busy =
        Task.of(
            "busy",
            (_, _) -> {
              scheduler.advance(Duration.ofMillis(400));
              return TaskStatus.CONTINUE;
            });

    Outcome outcome =
        scheduler
            .schedule(
                TaskGroup.of(busy, 1), ScheduleOptions.DEFAULT.withTimeout(Duration.ofSeconds(1)))
            .await();

    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(scheduler.now()).isBetween(Instant.ofEpochSecond(1), Instant.ofEpochSecond(5));
  }

  @Test
  void timersOfOneMomentGoOffInEveryOrder() {
    List<String> orders = new ArrayList<>();
    for (int seed = 0; seed < 30; seed++) {
      var scheduler = DeterministicScheduler.create(seed);
      StringBuilder order = new StringBuilder();
      var _ =
          scheduler.submit(
              Task.of(
                  "t",
                  (c, _) -> {
                    for (int i = 0; i < 3; i++) {
                      int name = i;
                      c.newTimer(Duration.ofSeconds(1)).onResume(() -> order.append(name));
                    }
                    return TaskStatus.FINISHED;
                  }));
      scheduler.runUntilIdle();
      orders.add(order.toString());
    }

    assertThat(orders).contains("012", "021", "102", "120", "201", "210");
  }

  @Test
  void jitterMakesTimersLateNeverEarly() throws Exception {
    var config = SimulationConfig.ofSeed(3).withTimerJitter(Duration.ofMillis(100));
    var scheduler = DeterministicScheduler.create(config);

    assertThat(sleeper(scheduler, Duration.ofSeconds(1)).await()).isEqualTo(Outcome.FINISHED);

    assertThat(scheduler.nanoTime()).isBetween(1_000_000_001L, 1_100_000_000L);
  }

  @Test
  void whoWaitsForWhatIsSaidWhenNothingCanRun() {
    var scheduler = DeterministicScheduler.create(99);
    GroupHandle handle = scheduler.schedule(TaskGroup.of(DEAF, 2));

    assertThatThrownBy(handle::await)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("seed 99", "deaf[0]", "deaf[1] waiting for Resumer[armed");
  }

  @Test
  void waitingForOthersIsBounded() {
    var config = SimulationConfig.ofSeed(1).withOutsideWait(Duration.ofMillis(20));
    var scheduler = DeterministicScheduler.create(config);
    TaskHandle handle = scheduler.submit(DEAF);

    assertThatThrownBy(handle::await).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aResumeFromAnotherThreadIsWaitedFor() throws Exception {
    var config = SimulationConfig.ofSeed(1).withOutsideWait(Duration.ofSeconds(60));
    var scheduler = DeterministicScheduler.create(config);
    List<Thread> threads = new ArrayList<>();
    Task task =
        Task.of(
            "t",
            (c, _) -> {
              if (threads.size() == 100) {
                return TaskStatus.FINISHED;
              }
              Resumer resumer = c.newResumer();
              threads.add(Thread.ofPlatform().start(resumer::resume));
              return TaskStatus.blocked(c.single(resumer), BlockReason.IO);
            });

    assertThat(scheduler.submit(task).await()).isEqualTo(Outcome.FINISHED);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void aFutureThatAnotherThreadCompletesIsWaitedFor() throws Exception {
    var config = SimulationConfig.ofSeed(1).withOutsideWait(Duration.ofSeconds(60));
    var scheduler = DeterministicScheduler.create(config);
    CompletableFuture<String> future = new CompletableFuture<>();
    Thread completing = Thread.ofPlatform().start(() -> future.complete("value"));

    assertThat(scheduler.await(future)).isEqualTo("value");
    completing.join();
  }

  @Test
  void severalThreadsMayAwait() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    List<CompletableFuture<Outcome>> ends = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      TaskHandle handle = sleeper(scheduler, Duration.ofSeconds(i));
      CompletableFuture<Outcome> end = new CompletableFuture<>();
      var _ =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  end.complete(handle.await());
                } catch (Throwable e) {
                  end.completeExceptionally(e);
                }
              });
      ends.add(end);
    }

    for (CompletableFuture<Outcome> end : ends) {
      assertThat(end.get()).isEqualTo(Outcome.FINISHED);
    }
  }

  @Test
  void aStepMustNotAwait() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle other = scheduler.submit(DEAF);
    Task waiting =
        Task.of(
            "waiting",
            (_, _) -> {
              var _ = other.await();
              return TaskStatus.FINISHED;
            });

    assertThat(scheduler.submit(waiting).await())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).isInstanceOf(IllegalStateException.class));
  }

  @Test
  void anInterruptEndsADriveThatHasNoEnd() {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle handle = scheduler.submit(ENDLESS);

    Thread.currentThread().interrupt();
    assertThatThrownBy(handle::await).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(scheduler::runUntilIdle).isInstanceOf(IllegalStateException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aRunWithoutEndIsGivenUp() {
    var scheduler = DeterministicScheduler.create(SimulationConfig.ofSeed(1).withMaxTurns(1_000));
    TaskHandle handle = scheduler.submit(ENDLESS);

    assertThatThrownBy(handle::await)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("endless[0]");
  }

  @Test
  void closeCancelsTheRestAndEveryInstanceIsCountedOnce() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    GroupHandle empty = scheduler.schedule(TaskGroup.of(ENDLESS, 0));
    TaskHandle failing =
        scheduler.submit(
            Task.of(
                "failing",
                (_, _) -> {
                  throw new IllegalArgumentException();
                }));
    assertThat(failing.await()).isInstanceOf(Outcome.Failed.class);
    assertThat(empty.await()).isEqualTo(Outcome.FINISHED);
    GroupHandle endless = scheduler.schedule(TaskGroup.of(ENDLESS, 3));
    GroupHandle deaf = scheduler.schedule(TaskGroup.of(DEAF, 2));
    TaskHandle yielding = scheduler.submit(Task.of("y", (_, _) -> TaskStatus.YIELD));

    scheduler.close();

    for (CompletableFuture<Outcome> end : List.of(endless.done(), deaf.done(), yielding.done())) {
      assertThat(end.join())
          .isInstanceOfSatisfying(
              Outcome.Cancelled.class,
              cancelled -> assertThat(cancelled.cause()).isInstanceOf(CancellationException.class));
    }
    assertThatThrownBy(() -> scheduler.schedule(TaskGroup.of(ENDLESS, 3)))
        .isInstanceOf(RejectedExecutionException.class);
    SimulationCounters counters = scheduler.counters();
    assertThat(counters)
        .extracting(
            SimulationCounters::submitted,
            SimulationCounters::finished,
            SimulationCounters::failed,
            SimulationCounters::cancelled,
            SimulationCounters::rejected,
            SimulationCounters::live)
        .containsExactly(11L, 1L, 1L, 6L, 3L, 0L);
    scheduler.close();
  }

  @Test
  void aStepThatWantsToCloseItIsRefusedAndChangesNothing() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    TaskHandle other = sleeper(scheduler, Duration.ofSeconds(1));
    Task closing =
        Task.of(
            "closing",
            (_, _) -> {
              assertThatThrownBy(scheduler::close).isInstanceOf(IllegalStateException.class);
              return TaskStatus.FINISHED;
            });

    assertThat(scheduler.submit(closing).await()).isEqualTo(Outcome.FINISHED);
    assertThat(other.await()).isEqualTo(Outcome.FINISHED);
    assertThat(sleeper(scheduler, Duration.ofSeconds(1)).await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void theTimerOfAWaitThatIsCancelledIsTakenDown() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    Task sleeping =
        Task.of(
            "sleeping",
            (c, id) -> {
              Resumer timer = c.newTimer(Duration.ofDays(3));
              return TaskStatus.blocked(
                  id == 0 ? c.single(timer) : c.all(List.of(timer, c.newResumer())),
                  BlockReason.TIMER);
            });
    GroupHandle handle =
        scheduler.schedule(
            TaskGroup.of(sleeping, 2), ScheduleOptions.DEFAULT.withTimeout(Duration.ofMillis(5)));

    assertThat(handle.await()).isInstanceOf(Outcome.Cancelled.class);
    scheduler.runUntilIdle();

    assertThat(scheduler.now()).isEqualTo(Instant.ofEpochMilli(5));
  }

  @Test
  void aStepThatInterruptsItsThreadInterruptsNobodyElse() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    boolean[] interrupted = new boolean[8];
    int[] steps = new int[8];
    Task careless =
        Task.of(
            "careless",
            (_, id) -> {
              interrupted[id] |= Thread.currentThread().isInterrupted();
              Thread.currentThread().interrupt();
              return steps[id]++ == 0 ? TaskStatus.YIELD : TaskStatus.FINISHED;
            });

    assertThat(scheduler.schedule(TaskGroup.of(careless, 8)).await()).isEqualTo(Outcome.FINISHED);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(interrupted).containsOnly(false);
  }

  @Test
  void anInterruptFromOutsideEndsTheDriveAlsoIfItComesDuringAStep() throws Exception {
    var scheduler = DeterministicScheduler.create(1);
    Thread driving = Thread.currentThread();
    Task interruptedOnce =
        Task.of(
            "interrupted once",
            (_, _) -> {
              Thread other = Thread.ofPlatform().start(driving::interrupt);
              while (other.isAlive()) {
                Thread.onSpinWait();
              }
              return TaskStatus.BLOCKED_ON_SIGNAL;
            });
    TaskHandle handle = scheduler.submit(interruptedOnce);
    TaskHandle endless = scheduler.submit(ENDLESS);

    assertThatThrownBy(endless::await).isInstanceOf(InterruptedException.class);
    assertThat(driving.isInterrupted()).isFalse();
    assertThat(handle.done()).isNotDone();
  }

  @Test
  void futuresRunOnItAsOnAnyExecutor() throws Exception {
    var scheduler = DeterministicScheduler.create(1);

    CompletableFuture<Integer> sum =
        CompletableFuture.supplyAsync(() -> 40, scheduler)
            .thenCombineAsync(
                CompletableFuture.supplyAsync(() -> 2, scheduler), Integer::sum, scheduler);

    assertThat(sum).isNotDone();
    assertThat(scheduler.await(sum)).isEqualTo(42);
  }

  @Test
  void explorationNamesTheSeedThatFails() {
    Exploration.Program twoInOrder =
        scheduler -> {
          StringBuilder order = new StringBuilder();
          Task task =
              Task.of(
                  "t",
                  (_, id) -> {
                    order.append(id);
                    return TaskStatus.FINISHED;
                  });
          var _ = scheduler.schedule(TaskGroup.of(task, 2)).await();
          assertThat(order).hasToString("01");
        };

    assertThatThrownBy(() -> Exploration.explore(0, 20, twoInOrder))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed ");
  }

  private static TaskHandle sleeper(Scheduler scheduler, Duration duration) {
    boolean[] slept = new boolean[1];
    return scheduler.submit(
        Task.of(
            "sleeper " + duration,
            (c, _) -> {
              if (slept[0]) {
                return TaskStatus.FINISHED;
              }
              slept[0] = true;
              return TaskStatus.blocked(c.single(c.newTimer(duration)), BlockReason.TIMER);
            }));
  }
}
