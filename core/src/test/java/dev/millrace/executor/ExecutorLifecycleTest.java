package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecutorLifecycleTest {

  private static final Task BLOCKED_FOR_EVER =
      Task.of("blocked", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL);

  private static MillraceExecutor executor(int workers) {
    return MillraceExecutor.create(
        ExecutorConfig.defaults().withWorkers(workers).withCapacity(workers * 2048));
  }

  private static void assertBalanced(MillraceExecutor executor) {
    ExecutorCounters counters = executor.counters();
    assertThat(counters.live()).as(executor.diagnostics()).isZero();
    long permitsTaken = counters.workers().stream().mapToLong(WorkerCounters::permits).sum();
    assertThat(counters.permits()).isGreaterThanOrEqualTo(permitsTaken);
  }

  @Test
  void closeDrainsWhatWasAccepted() {
    AtomicInteger ran = new AtomicInteger();
    MillraceExecutor executor = executor(2);
    for (int i = 0; i < 1000; i++) {
      executor.execute(ran::incrementAndGet);
    }
    executor.close();
    assertThat(ran).hasValue(1000);
    assertThat(executor.counters().finished()).isEqualTo(1000);
    assertBalanced(executor);
  }

  @Test
  void closeIsIdempotentAndAlsoWorksOnAnExecutorThatNeverRanAnything() throws Exception {
    MillraceExecutor executor = executor(3);
    executor.close();
    executor.close();
    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(executor.awaitTermination(Duration.ZERO)).isTrue();
    assertBalanced(executor);
  }

  @Test
  void whenItIsClosedItsThreadsHaveEnded() throws Exception {
    for (int i = 0; i < 100; i++) {
      String name = "ends-" + i;
      var executor =
          MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2).withName(name));
      executor.execute(() -> {});
      executor.close();

      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(thread -> thread.startsWith(name + "-worker"));
      assertThat(executor.awaitTermination(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void everythingIsRejectedAfterCloseAndCounted() {
    MillraceExecutor executor = executor(1);
    executor.close();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("is closed");
    assertThatThrownBy(() -> executor.submit(BLOCKED_FOR_EVER))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> executor.schedule(TaskGroup.of(BLOCKED_FOR_EVER, 100)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(executor.counters().rejected()).isEqualTo(102);
    assertThat(executor.counters().submitted()).isEqualTo(102);
    assertBalanced(executor);
  }

  @Test
  void aTaskMaySubmitAnotherWhileTheExecutorDrains() {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch closing = new CountDownLatch(1);
    MillraceExecutor executor = executor(2);
    executor.execute(() -> {
      awaitQuietly(closing);
      executor.execute(ran::incrementAndGet);
    });
    Thread closer = Thread.ofPlatform().start(executor::close);
    awaitClosed(executor);
    closing.countDown();
    joinQuietly(closer);
    assertThat(ran).hasValue(1);
    assertBalanced(executor);
  }

  @Test
  void anIoTaskMaySubmitAnotherWhileTheExecutorDrains() {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch closing = new CountDownLatch(1);
    MillraceExecutor executor = executor(1);
    TaskHandle io =
        executor.submit(
            Task.of(
                    "io",
                    (_, _) -> {
                      closing.await();
                      executor.execute(ran::incrementAndGet);
                      return TaskStatus.FINISHED;
                    })
                .withHint(TaskHint.IO));
    Thread closer = Thread.ofPlatform().start(executor::close);
    awaitClosed(executor);
    closing.countDown();
    joinQuietly(closer);
    assertThat(io.done()).isCompletedWithValue(Outcome.FINISHED);
    assertThat(ran).hasValue(1);
    assertBalanced(executor);
  }

  static void awaitClosed(MillraceExecutor executor) {
    boolean closed = false;
    while (!closed) {
      try {
        executor.execute(() -> {});
      } catch (RejectedExecutionException e) {
        closed = e.getMessage().contains("is closed"); // it may also be full for a moment
      }
    }
  }

  @Test
  void closeCancelsWhatDoesNotEndInTime() throws Exception {
    MillraceExecutor executor =
        MillraceExecutor.create(
            ExecutorConfig.defaults().withWorkers(2).withCloseTimeout(Duration.ofMillis(20)));
    TaskHandle blocked = executor.submit(BLOCKED_FOR_EVER);
    GroupHandle group = executor.schedule(TaskGroup.of(BLOCKED_FOR_EVER, 50));
    executor.close();
    assertThat(executor.awaitTermination(Duration.ofSeconds(30))).isTrue();
    assertThat(blocked.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(group.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(executor.counters().cancelled()).isEqualTo(51);
    assertBalanced(executor);
  }

  @Test
  void shutdownNowCancelsTasksAndReturnsRunnablesThatNeverBegan() throws Exception {
    MillraceExecutor executor = executor(1);
    CountDownLatch running = new CountDownLatch(1);
    executor.execute(() -> {
      running.countDown();
      awaitQuietly(new CountDownLatch(1)); // until the interrupt
    });
    running.await();
    TaskHandle blocked = executor.submit(BLOCKED_FOR_EVER);
    Runnable neverBegun = () -> {};
    executor.execute(neverBegun);
    List<Runnable> left = executor.shutdownNow();
    assertThat(left).containsExactly(neverBegun);
    assertThat(blocked.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(executor.shutdownNow()).containsExactly(neverBegun);
    assertBalanced(executor);
  }

  @Test
  void shutdownNowEndsTasksThatOnlyContinueOrYieldOrBlockTheirThread() throws Exception {
    MillraceExecutor executor = executor(2);
    TaskHandle continues = executor.submit(Task.of("c", (_, _) -> TaskStatus.CONTINUE));
    TaskHandle yields = executor.submit(Task.of("y", (_, _) -> TaskStatus.YIELD));
    TaskHandle io =
        executor.submit(
            Task.of("io", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL).withHint(TaskHint.IO));
    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(continues.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(yields.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(io.await()).isInstanceOf(Outcome.Cancelled.class);
    assertBalanced(executor);
  }

  @Test
  void shutdownNowEndsEverythingButTheStepThatDoesNotReturn() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    MillraceExecutor executor = impatient(1);
    TaskHandle blocked = executor.submit(BLOCKED_FOR_EVER);
    TaskHandle io = executor.submit(BLOCKED_FOR_EVER.withHint(TaskHint.IO));
    CountDownLatch stuck = new CountDownLatch(1);
    executor.execute(() -> {
      stuck.countDown();
      while (!over.get()) {
        Thread.onSpinWait();
      }
    });
    stuck.await();
    Runnable neverBegun = () -> {};
    executor.execute(neverBegun);
    GroupHandle group = executor.schedule(TaskGroup.of(BLOCKED_FOR_EVER, 50));

    List<Runnable> _ = executor.shutdownNow(); // goes on behind the caller if its time is over
    assertThat(blocked.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(io.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(group.await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(executor.shutdownNow()).containsExactly(neverBegun);
    assertThat(executor.counters().live()).as("the one that is stuck").isEqualTo(1);

    over.set(true);
    assertThat(executor.awaitTermination(Duration.ofSeconds(30))).isTrue();
    assertThat(executor.counters().live()).isZero();
    assertBalanced(executor);
  }

  /** Two that wake each other belong to their worker; one of them does not return any more. */
  @Test
  void shutdownNowEndsTheOtherOneOfAPair() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch stuck = new CountDownLatch(1);
    AtomicReferenceArray<TaskHandle> handles = new AtomicReferenceArray<>(2);
    int[] turns = new int[1]; // of whoever has the turn
    MillraceExecutor executor = impatient(1);
    TaskHandle[] players = new TaskHandle[2];
    for (int side = 0; side < 2; side++) {
      int other = 1 - side;
      Task player =
          Task.of(
              "player",
              (_, _) -> {
                TaskHandle partner = handles.get(other);
                if (partner == null) {
                  return TaskStatus.BLOCKED_ON_SIGNAL;
                }
                if (++turns[0] == 10_001) { // it is the first one's
                  spinUntil(over, stuck);
                  return TaskStatus.FINISHED;
                }
                partner.raise();
                return TaskStatus.BLOCKED_ON_SIGNAL;
              });
      players[side] = executor.submit(player);
    }
    MillraceExecutorTest.awaitAllAsleep(executor);
    handles.set(0, players[0]);
    handles.set(1, players[1]);
    players[0].raise();
    stuck.await();

    List<Runnable> _ = executor.shutdownNow();

    assertThat(players[1].await()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(executor.counters().live()).as("the one that is stuck").isEqualTo(1);
    over.set(true);
    assertThat(executor.awaitTermination(Duration.ofSeconds(30))).isTrue();
    assertBalanced(executor);
  }

  @Test
  void shutdownNowEndsWhatHasYieldedBesideAStepThatDoesNotReturn() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean hangs = new AtomicBoolean();
    CountDownLatch stuck = new CountDownLatch(1);
    MillraceExecutor executor = impatient(1);
    List<TaskHandle> yielding = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      yielding.add(executor.submit(Task.of("yields", (_, _) -> TaskStatus.YIELD)));
    }
    TaskHandle hanging =
        executor.submit(
            Task.of(
                "hangs",
                (_, _) -> {
                  if (!hangs.get()) {
                    return TaskStatus.YIELD;
                  }
                  spinUntil(over, stuck);
                  return TaskStatus.FINISHED;
                }));
    hangs.set(true);
    stuck.await();

    List<Runnable> _ = executor.shutdownNow();

    for (TaskHandle each : yielding) {
      assertThat(each.await()).isInstanceOf(Outcome.Cancelled.class);
    }
    assertThat(executor.counters().live()).as("the one that is stuck").isEqualTo(1);
    over.set(true);
    assertThat(hanging.await()).isEqualTo(Outcome.FINISHED);
    assertThat(executor.awaitTermination(Duration.ofSeconds(30))).isTrue();
    assertBalanced(executor);
  }

  private static void spinUntil(AtomicBoolean over, CountDownLatch begun) {
    begun.countDown();
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shutdownNowInterruptsIoTasks() throws Exception {
    MillraceExecutor executor = executor(1);
    CountDownLatch waits = new CountDownLatch(1);
    TaskHandle io =
        executor.submit(
            Task.of(
                    "io",
                    (_, _) -> {
                      waits.countDown();
                      new CountDownLatch(1).await(); // until the interrupt
                      return TaskStatus.FINISHED;
                    })
                .withHint(TaskHint.IO));
    waits.await();

    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(io.done()).isCompleted();
    assertBalanced(executor);
  }

  /** Closed at once, in the end, whatever the tasks do. */
  private static MillraceExecutor impatient(int workers) {
    return MillraceExecutor.create(
        ExecutorConfig.defaults().withWorkers(workers).withCloseTimeout(Duration.ofMillis(20)));
  }

  /** Whoever runs a task of another executor in between is still inside this one. */
  @Test
  void anIoTaskThatHasRunATaskOfAnotherExecutorMayStillSubmitWhileItsOwnDrains() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch closing = new CountDownLatch(1);
    MillraceExecutor executor = executor(1);
    try (MillraceExecutor other = executor(1)) {
      TaskHandle io =
          executor.submit(
              Task.of(
                      "io",
                      (_, _) -> {
                        Task here = Task.of("here", (_, _) -> TaskStatus.FINISHED);
                        boolean _ = other.submitHere(here).done().isDone();
                        closing.await();
                        executor.execute(ran::incrementAndGet);
                        return TaskStatus.FINISHED;
                      })
                  .withHint(TaskHint.IO));
      Thread closer = Thread.ofPlatform().start(executor::close);
      awaitClosed(executor);
      closing.countDown();
      joinQuietly(closer);
      assertThat(io.await()).isEqualTo(Outcome.FINISHED);
      assertThat(ran).hasValue(1);
    }
  }

  @Test
  void submittersThatRaceWithCloseAreEitherRejectedOrRun() {
    for (int round = 0; round < 200; round++) {
      MillraceExecutor executor = executor(2);
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger ran = new AtomicInteger();
      List<Thread> submitters =
          List.of(
              Thread.ofPlatform().start(() -> submitUntilRejected(executor, accepted, ran)),
              Thread.ofVirtual().start(() -> submitUntilRejected(executor, accepted, ran)));
      executor.close();
      submitters.forEach(ExecutorLifecycleTest::joinQuietly);
      assertThat(ran).hasValue(accepted.get());
      assertThat(executor.counters().rejected()).isGreaterThanOrEqualTo(2);
      assertBalanced(executor);
    }
  }

  private static void submitUntilRejected(
      MillraceExecutor executor, AtomicInteger accepted, AtomicInteger ran) {
    boolean closed = false;
    while (!closed) {
      try {
        executor.execute(ran::incrementAndGet);
        accepted.incrementAndGet();
      } catch (RejectedExecutionException e) {
        closed = e.getMessage().contains("is closed"); // it may also be full for a moment
      }
    }
  }

  @Test
  @SuppressWarnings("try") // closing it is the point
  void cannotBeClosedOrAwaitedByItsOwnTask() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      TaskHandle blocked = executor.submit(BLOCKED_FOR_EVER);
      Task close =
          Task.of(
              "close",
              (_, _) -> {
                executor.close();
                return TaskStatus.FINISHED;
              });
      for (TaskHint hint : TaskHint.values()) {
        assertThat(executor.submit(close.withHint(hint)).await())
            .isInstanceOfSatisfying(
                Outcome.Failed.class,
                failed -> assertThat(failed.error()).hasMessageContaining("own tasks"));
      }
      Outcome awaits =
          executor
              .submit(
                  Task.of(
                      "await",
                      (_, _) -> {
                        var _ = blocked.await();
                        return TaskStatus.FINISHED;
                      }))
              .await();
      assertThat(awaits)
          .isInstanceOfSatisfying(
              Outcome.Failed.class,
              failed -> assertThat(failed.error()).hasMessageContaining("answer Blocked instead"));
      blocked.cancel(null);
    }
  }

  @Test
  void aFullExecutorRejectsAndHasRoomAgainWhenTasksEnd() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      GroupHandle group = executor.schedule(TaskGroup.of(BLOCKED_FOR_EVER, 2048));
      assertThatThrownBy(() -> executor.submit(BLOCKED_FOR_EVER))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("is full: its capacity is 2048 tasks");
      group.cancel(null);
      assertThat(group.await()).isInstanceOf(Outcome.Cancelled.class);
      CountDownLatch ran = new CountDownLatch(1);
      retryUntilAccepted(executor, ran::countDown);
      ran.await();
    }
  }

  /** Slots come back a moment after the group has been told. */
  private static void retryUntilAccepted(MillraceExecutor executor, Runnable runnable) {
    while (true) {
      try {
        executor.execute(runnable);
        return;
      } catch (RejectedExecutionException full) {
        Thread.onSpinWait();
      }
    }
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
