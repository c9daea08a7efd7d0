package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.BlockReason;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MillraceExecutorTest {

  private static MillraceExecutor executor(int workers) {
    return MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(workers));
  }

  @Test
  void isAnExecutorForAnythingOnTheJvm() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      int sum =
          CompletableFuture.supplyAsync(() -> 1, executor)
              .thenApplyAsync(one -> one + 1, executor)
              .thenCombineAsync(
                  CompletableFuture.supplyAsync(() -> 40, executor), Integer::sum, executor)
              .get();
      assertThat(sum).isEqualTo(42);
    }
  }

  @Test
  void aTaskThatIsRunAsARunnableIsWokenByItAndBothAreCounted() throws Exception {
    MillraceExecutor executor = executor(1);
    try (executor) {
      CountDownLatch parked = new CountDownLatch(1);
      AtomicInteger steps = new AtomicInteger();
      TaskHandle handle =
          executor.submit(
              Task.of(
                  "t",
                  (_, _) -> {
                    parked.countDown();
                    return steps.incrementAndGet() == 1
                        ? TaskStatus.BLOCKED_ON_SIGNAL
                        : TaskStatus.FINISHED;
                  }));
      parked.await();

      executor.execute((Runnable) handle);

      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    }
    assertThat(executor.counters().submitted()).isEqualTo(2);
    assertThat(executor.counters().finished()).isEqualTo(2);
  }

  @Test
  void whatARunnableThrowsGoesToTheHandlerAndTheWorkerGoesOn() throws Exception {
    AtomicReference<Throwable> seen = new AtomicReference<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, e) -> seen.set(e));
    try (MillraceExecutor executor = executor(1)) {
      executor.execute(() -> {
        throw new IllegalStateException("planted");
      });
      CountDownLatch after = new CountDownLatch(1);
      executor.execute(after::countDown);
      after.await();
      assertThat(seen.get()).hasMessage("planted");
      assertThat(executor.counters().failed()).isEqualTo(1);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 31, 32, 33, 64, 100, 5000})
  void everyInstanceOfAGroupRunsWithItsId(int count) throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      AtomicInteger[] runs =
          IntStream.range(0, count)
              .mapToObj(_ -> new AtomicInteger())
              .toArray(AtomicInteger[]::new);
      Task task =
          Task.of(
              "count",
              (_, id) -> {
                int nth = runs[id].incrementAndGet();
                return nth < 1 + id % 3 ? TaskStatus.CONTINUE : TaskStatus.FINISHED;
              });
      AtomicInteger seen = new AtomicInteger();
      GroupHandle handle =
          executor.schedule(
              TaskGroup.of(task, count)
                  .withContinuation(_ -> {
                    for (AtomicInteger each : runs) {
                      seen.addAndGet(each.get());
                    }
                  }));
      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
      int steps = IntStream.range(0, count).map(id -> 1 + id % 3).sum();
      assertThat(seen).hasValue(steps);
      assertThat(handle.counters().steps()).isEqualTo(steps);
    }
  }

  @Test
  void manyTasksThatRunLongAreSharedByAllWorkers() throws Exception {
    int workers = 4;
    try (MillraceExecutor executor = executor(workers)) {
      CyclicBarrier all = new CyclicBarrier(workers);
      GroupHandle handle =
          executor.schedule(
              TaskGroup.of(
                  Task.of(
                      "barrier",
                      (_, _) -> {
                        all.await(); // passes only if every worker runs one at the same time
                        return TaskStatus.FINISHED;
                      }),
                  workers * 8));
      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    }
  }

  @Test
  void runnablesThatBlockTheirThreadAreSharedByAllWorkers() throws Exception {
    int workers = 4;
    try (MillraceExecutor executor = executor(workers)) {
      for (int round = 0; round < 50; round++) {
        CyclicBarrier all = new CyclicBarrier(workers + 1);
        for (int i = 0; i < workers; i++) {
          executor.execute(() -> passQuietly(all));
        }
        all.await();
      }
    }
  }

  /** Makes every worker one whose slices have been short, which keeps work to itself. */
  static void makeQuick(MillraceExecutor executor) throws Exception {
    Task task =
        Task.of(
            "quick",
            new Task.Step() {
              private int left = 2_000;

              @Override
              public TaskStatus run(TaskContext context, int taskId) {
                context.signal(taskId).raise();
                return --left > 0 ? TaskStatus.BLOCKED_ON_SIGNAL : TaskStatus.FINISHED;
              }
            });
    assertThat(executor.submit(task).await()).isEqualTo(Outcome.FINISHED);
  }

  /**
   * Each round begins with a late signal, because what makes a worker quick raises its own as it
   * ends. Whoever posts that must not count it as the first post of the next slice: with such a
   * worker a round in some hundreds hung.
   */
  @Test
  void whatAStepSubmitsRunsElsewhereIfTheStepWaitsForIt() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 5_000; round++) {
        makeQuick(executor);
        CountDownLatch done = new CountDownLatch(1);
        executor.execute(() -> {
          CountDownLatch inner = new CountDownLatch(1);
          executor.execute(inner::countDown);
          ExecutorLifecycleTest.awaitQuietly(inner);
          done.countDown();
        });
        done.await();
      }
    }
  }

  @Test
  void whatComesFromOutsideRunsElsewhereIfARunnableWaitsForIt() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 100; round++) {
        makeQuick(executor);
        awaitAllAsleep(executor);
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        executor.execute(() -> {
          began.countDown();
          ExecutorLifecycleTest.awaitQuietly(second);
        });
        began.await();
        executor.execute(second::countDown);
        second.await();
      }
    }
  }

  /** The mark of a worker's lane may be cleared between two runnables that one step submits. */
  @Test
  void whatAStepSubmitsRunsThoughTheTaskYieldsUntilItHas() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 100; round++) {
        makeQuick(executor);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Task task =
            Task.of(
                "yields",
                (_, _) -> {
                  if (first.getCount() > 0) {
                    executor.execute(first::countDown);
                    ExecutorLifecycleTest.awaitQuietly(first);
                    executor.execute(second::countDown);
                  }
                  return second.getCount() > 0 ? TaskStatus.YIELD : TaskStatus.FINISHED;
                });
        assertThat(executor.submit(task).await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  static void awaitAllAsleep(MillraceExecutor executor) {
    while (executor.counters().sleeping() < executor.counters().workers().size()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatAStepWakesRunsElsewhereIfTheStepWaitsForIt() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 100; round++) {
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        TaskHandle sleeper = executor.submit(onceWoken(parked, woken::countDown));
        parked.await();
        makeQuick(executor);
        TaskHandle waker =
            executor.submit(
                Task.of(
                    "waker",
                    (_, _) -> {
                      sleeper.raise();
                      woken.await(); // a step should not block; if it does, only itself
                      return TaskStatus.FINISHED;
                    }));
        assertThat(waker.await()).isEqualTo(Outcome.FINISHED);
        assertThat(sleeper.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  /**
   * A quick worker leaves the lane of wakes marked while it is at them: a mark calls nobody. If
   * both are there when it begins, it calls nobody either, because they are few.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsWokenFromOutsideRunsElsewhereIfAStepWaitsForIt(boolean together) throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      TaskHandle bell = executor.submit(Task.of("bell", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL));
      for (int round = 0; round < 200; round++) {
        CountDownLatch parked = new CountDownLatch(2);
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        TaskHandle waiting =
            executor.submit(
                onceWoken(
                    parked,
                    () -> {
                      waits.countDown();
                      ExecutorLifecycleTest.awaitQuietly(
                          woken); // a step should not block; if it does, only itself
                    }));
        TaskHandle other = executor.submit(onceWoken(parked, woken::countDown));
        parked.await();
        makeQuick(executor);
        awaitAllAsleep(executor);
        for (int i = 0; i < round; i++) {
          bell.raise(); // one worker is called, and finds the lane of wakes marked
        }
        waiting.raise();
        if (!together) {
          waits.await();
        }
        other.raise();
        assertThat(waiting.await()).isEqualTo(Outcome.FINISHED);
        assertThat(other.await()).isEqualTo(Outcome.FINISHED);
      }
      bell.cancel(null);
    }
  }

  /** Parks, and does something when it is woken. */
  private static Task onceWoken(CountDownLatch parked, Runnable action) {
    boolean[] began = new boolean[1];
    return Task.of(
        "once woken",
        (_, _) -> {
          if (!began[0]) {
            began[0] = true;
            parked.countDown();
            return TaskStatus.BLOCKED_ON_SIGNAL;
          }
          action.run();
          return TaskStatus.FINISHED;
        });
  }

  @Test
  void tasksBesideOneThatBlocksItsThreadRunElsewhere() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 100; round++) {
        makeQuick(executor);
        CountDownLatch last = new CountDownLatch(1);
        GroupHandle group =
            executor.schedule(
                TaskGroup.of(
                    Task.of(
                        "neighbours",
                        (_, id) -> {
                          if (id == 31) {
                            last.countDown();
                          } else if (id == 0) {
                            last.await();
                          }
                          return TaskStatus.FINISHED;
                        }),
                    32));
        assertThat(group.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  private static void passQuietly(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ioTasksDoNotHoldUpWorkers() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      CountDownLatch release = new CountDownLatch(1);
      List<TaskHandle> blocked = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        blocked.add(
            executor.submit(
                Task.of(
                        "io",
                        (_, _) -> {
                          release.await();
                          return TaskStatus.FINISHED;
                        })
                    .withHint(TaskHint.IO)));
      }
      CountDownLatch ran = new CountDownLatch(1);
      executor.execute(ran::countDown);
      ran.await();
      release.countDown();
      for (TaskHandle each : blocked) {
        assertThat(each.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theContinuationOfAnIoGroupMayWaitHoweverFewInstancesThereAre(int count) throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      Task io = Task.of("io", (_, _) -> TaskStatus.FINISHED).withHint(TaskHint.IO);
      Task other = Task.of("other", (_, _) -> TaskStatus.FINISHED);
      TaskGroup group =
          TaskGroup.of(io, count)
              .withContinuation(_ -> {
                assertThat(executor.submit(other).await()).isEqualTo(Outcome.FINISHED);
              });

      assertThat(executor.schedule(group).await()).isEqualTo(Outcome.FINISHED);
    }
  }

  @Test
  void theTimersOfWaitsThatAreCancelledAreTakenDown() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      Task sleeping =
          Task.of(
              "sleeping",
              (c, id) -> {
                Resumer timer = c.newTimer(Duration.ofDays(3));
                return TaskStatus.blocked(
                    id == 0 ? c.single(timer) : c.any(List.of(timer, c.newResumer())),
                    BlockReason.TIMER);
              });
      for (int i = 0; i < 100; i++) {
        ScheduleOptions soon = ScheduleOptions.DEFAULT.withTimeout(Duration.ofMillis(1));
        assertThat(executor.schedule(TaskGroup.of(sleeping, 2), soon).await())
            .isInstanceOf(Outcome.Cancelled.class);
      }

      assertThat(executor.counters().timers()).isZero();
    }
  }

  @Test
  void aRunnableThatLeavesItsThreadInterruptedInterruptsNobodyElse() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      CountDownLatch together = new CountDownLatch(1);
      executor.execute(() -> ExecutorLifecycleTest.awaitQuietly(together));
      executor.execute(() -> Thread.currentThread().interrupt());
      var interrupted = CompletableFuture.supplyAsync(Thread::interrupted, executor);
      together.countDown();

      assertThat(interrupted.get()).isFalse();
    }
  }

  @Test
  void aStepThatFailsBecauseItWasInterruptedInterruptsNobodyElse() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      AtomicInteger interrupted = new AtomicInteger();
      Task failing =
          Task.of(
              "failing",
              (_, _) -> {
                if (Thread.currentThread().isInterrupted()) {
                  interrupted.incrementAndGet();
                }
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted");
              });

      List<TaskHandle> handles = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        handles.add(executor.submit(failing));
      }
      for (TaskHandle handle : handles) {
        assertThat(handle.await()).isInstanceOf(Outcome.Failed.class);
      }
      assertThat(interrupted).hasValue(0);
    }
  }

  @Test
  void aStepThatAsksAGroupToFinishIsNotInterruptedByItsNotify() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      GroupHandle group =
          executor.schedule(
              TaskGroup.of(Task.of("t", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL), 1)
                  .withNotifyFinish(_ -> {
                    throw new InterruptedException();
                  }));
      Task asking =
          Task.of(
              "asking",
              (_, _) -> {
                group.requestFinish();
                assertThat(Thread.interrupted()).isFalse();
                return TaskStatus.FINISHED;
              });

      assertThat(executor.submit(asking).await()).isEqualTo(Outcome.FINISHED);
      assertThat(group.await()).isInstanceOf(Outcome.Cancelled.class);
    }
  }

  @Test
  void aHandleToATaskThatHasEndedWakesNobody() throws Exception {
    try (MillraceExecutor executor =
        MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048))) {
      List<TaskHandle> old = new ArrayList<>();
      for (int i = 0; i < 2048; i++) {
        old.add(executor.submit(Task.of("old", (_, _) -> TaskStatus.FINISHED)));
        assertThat(old.getLast().await()).isEqualTo(Outcome.FINISHED);
      }
      AtomicInteger steps = new AtomicInteger();
      GroupHandle group =
          executor.schedule(
              TaskGroup.of(
                  Task.of(
                      "new",
                      (context, _) -> {
                        steps.incrementAndGet();
                        return TaskStatus.blocked(
                            context.single(context.newResumer()), BlockReason.OTHER);
                      }),
                  1000));
      old.forEach(TaskHandle::raise);
      old.forEach(each -> each.cancel(null));
      CountDownLatch settled = new CountDownLatch(1);
      executor.execute(settled::countDown);
      settled.await();
      group.cancel(null);
      assertThat(group.await()).isInstanceOf(Outcome.Cancelled.class);
      assertThat(steps.get()).isLessThanOrEqualTo(1000);
    }
  }

  @Test
  void aMillionTasksParkAndEachCanBeWoken() throws Exception {
    int count = 1_000_000;
    try (MillraceExecutor executor = executor(2)) {
      AtomicInteger parked = new AtomicInteger();
      boolean[] finish = new boolean[1];
      Task task =
          Task.of(
              "parked",
              (_, _) -> {
                if (finish[0]) {
                  return TaskStatus.FINISHED;
                }
                parked.incrementAndGet();
                return TaskStatus.BLOCKED_ON_SIGNAL;
              });
      TaskHandle[] handles = new TaskHandle[count];
      for (int i = 0; i < count; i++) {
        handles[i] = executor.submit(task);
      }
      waitUntil(() -> parked.get() >= count);
      assertThat(executor.counters().live()).isEqualTo(count);
      finish[0] = true;
      for (TaskHandle each : handles) {
        each.raise();
      }
      for (TaskHandle each : handles) {
        assertThat(each.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  private static void waitUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void afterTheLastTaskAllWorkersSleepAndAllWordsAreZero() throws Exception {
    ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(4));
    core.start();
    Submissions submissions = new Submissions(core);
    CountDownLatch done = new CountDownLatch(10_000);
    for (int i = 0; i < 10_000; i++) {
      submissions.submit(done::countDown);
    }
    done.await();
    waitUntil(() -> Long.bitCount(core.tree().idle().sleepers()) == 4);
    assertThat(core.tree().active().isEmpty()).isTrue();
    for (int i = 0; i < core.arena().positions(); i++) {
      SlotWord word = core.arena().wordOrNull(i);
      assertThat(word == null || word.isQuiet()).as("word %s", i).isTrue();
    }
    assertThat(core.tree().permits())
        .isEqualTo(core.workers().stream().mapToLong(w -> w.tally().read(Tally.PERMITS)).sum());
    core.drain();
    assertThat(core.awaitStopped(Duration.ofSeconds(30).toNanos())).isTrue();
  }

  @Test
  void timersAllGoOffAndNoneIsEarly() throws Exception {
    int count = 100;
    try (MillraceExecutor executor = executor(2)) {
      long[] due = new long[count];
      long[] seen = new long[count];
      Task task =
          Task.of(
              "timer",
              (context, id) -> {
                if (due[id] == 0) {
                  Duration delay = Duration.ofNanos(id * 150_000L);
                  due[id] = context.nanoTime() + delay.toNanos();
                  return TaskStatus.blocked(
                      context.single(context.newTimer(delay)), BlockReason.TIMER);
                }
                seen[id] = context.nanoTime();
                return TaskStatus.FINISHED;
              });
      assertThat(executor.schedule(TaskGroup.of(task, count)).await()).isEqualTo(Outcome.FINISHED);
      for (int id = 0; id < count; id++) {
        assertThat(seen[id] - due[id]).isNotNegative();
      }
    }
  }

  @Test
  void diagnosticsShowPermitsSleepersRootAndWorkers() {
    try (MillraceExecutor executor = executor(2)) {
      assertThat(executor.diagnostics())
          .contains("permits:", "sleepers:", "root 0:", "worker 0:", "worker 1:", "submitted");
      assertThat(executor.toString()).contains("2 workers").contains("OPEN");
    }
  }

  @Test
  void badConfigurationsSayWhatIsWrong() {
    assertThatThrownBy(() -> ExecutorConfig.defaults().withWorkers(0))
        .hasMessage("workers is 0, must be from 1 to 56");
    assertThatThrownBy(() -> ExecutorConfig.defaults().withWorkers(57))
        .hasMessageContaining("from 1 to 56");
    assertThatThrownBy(() -> ExecutorConfig.defaults().withWorkers(2).withCapacity(100))
        .hasMessageContaining("capacity is 100");
    assertThatThrownBy(() -> ExecutorConfig.defaults().withSpin(Duration.ofNanos(-1)))
        .hasMessageContaining("must not be negative");
  }

  @Test
  void parksWakesAndRunsAreFlightRecorderEvents() throws Exception {
    try (Recording recording = new Recording()) {
      for (String event : List.of("Park", "Wake", "Run")) {
        recording.enable("dev.millrace." + event).withoutThreshold();
      }
      recording.start();
      try (MillraceExecutor executor = executor(2)) {
        for (int i = 0; i < 200; i++) {
          CountDownLatch both = new CountDownLatch(2);
          executor.execute(both::countDown);
          executor.execute(both::countDown);
          both.await();
          waitUntil(() -> executor.counters().sleeping() == 2);
        }
      }
      Path file = Files.createTempFile("millrace", ".jfr");
      recording.dump(file);
      Set<String> names = new HashSet<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        names.add(event.getEventType().getName());
      }
      Files.delete(file);
      assertThat(names).contains("dev.millrace.Park", "dev.millrace.Wake", "dev.millrace.Run");
    }
  }
}
