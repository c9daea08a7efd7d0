package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers that workers turn, and the thread that sees to them if the workers do not. */
@Timeout(60)
class WorkerTimersTest {

  private static final int WORKERS = 2;
  private static final long SHORT_NANOS = 100_000;

  private final ExecutorCore core =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(WORKERS));
  private final Submissions submissions = new Submissions(core);

  WorkerTimersTest() {
    core.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    core.drain();
    core.cancelAll();
    assertThat(core.awaitStopped(Duration.ofSeconds(30).toNanos())).isTrue();
  }

  private void awaitAllAsleep() {
    while (!core.tree().idle().areAllSleeping(WORKERS)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void timersFromInsideGoOffWhileEveryWorkerIsHeldUp() throws Exception {
    CyclicBarrier allHeld = new CyclicBarrier(WORKERS);
    CountDownLatch fired = new CountDownLatch(WORKERS);
    CountDownLatch done = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      submissions.submit(() -> {
        pass(allHeld);
        var _ = core.after(SHORT_NANOS, fired::countDown);
        ExecutorLifecycleTest.awaitQuietly(fired);
        done.countDown();
      });
    }
    done.await();
  }

  private static void pass(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTimerFromOutsideGoesOffWhileAllWorkersSleep() throws Exception {
    for (int round = 0; round < 100; round++) {
      awaitAllAsleep();
      CountDownLatch fired = new CountDownLatch(1);
      var _ = core.after(SHORT_NANOS, fired::countDown);
      fired.await();
    }
  }

  /** How often depends on the machine, but not for ever on the timer's own thread. */
  @Test
  void whatATimerDoesIsDoneByAWorkerThatIsIdle() throws Exception {
    boolean onWorker = false;
    while (!onWorker) {
      CompletableFuture<Boolean> where = new CompletableFuture<>();
      submissions.submit(() -> {
        var _ =
            core.after(
                SHORT_NANOS, () -> where.complete(Thread.currentThread() instanceof WorkerThread));
      });
      onWorker = where.get();
    }
  }

  @Test
  void aTimerIsCancelledFromAWorker() throws Exception {
    try (MillraceExecutor executor = MillraceExecutor.create(ExecutorConfig.defaults())) {
      Task task =
          Task.of(
              "cancels",
              (context, _) -> {
                Resumer timer = context.newTimer(Duration.ofHours(1));
                timer.resume();
                return TaskStatus.FINISHED;
              });
      assertThat(executor.submit(task).await()).isEqualTo(Outcome.FINISHED);
      assertThat(executor.counters().timers()).isZero();
    }
  }

  @Test
  void aTimerThatThrowsOnAWorkerStopsNeitherTheWorkerNorOtherTimers() throws Exception {
    for (int round = 0; round < 20; round++) {
      CountDownLatch others = new CountDownLatch(8);
      submissions.submit(() -> {
        for (int i = 0; i < 8; i++) {
          var _ =
              core.after(
                  SHORT_NANOS,
                  () -> {
                    others.countDown();
                    throw new IllegalStateException("planted");
                  });
        }
      });
      others.await();
    }
    CountDownLatch ran = new CountDownLatch(1);
    submissions.submit(ran::countDown);
    ran.await();
  }

  @Test
  void timersFromManyThreadsGoOffOnceEach() throws Exception {
    int threads = 4;
    int each = 5_000;
    AtomicIntegerArray fired = new AtomicIntegerArray(2 * threads * each);
    CountDownLatch all = new CountDownLatch(fired.length());
    List<Thread> adders = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = 2 * thread * each;
      submissions.submit(() -> add(first, each, fired, all));
      adders.add(Thread.ofPlatform().start(() -> add(first + each, each, fired, all)));
    }
    for (Thread adder : adders) {
      adder.join();
    }
    all.await();
    awaitAllAsleep();
    for (int i = 0; i < fired.length(); i++) {
      assertThat(fired.get(i)).as("timer %s", i).isOne();
    }
    assertThat(core.timekeeper().pending()).isZero();
  }

  private void add(int first, int count, AtomicIntegerArray fired, CountDownLatch all) {
    for (int i = first; i < first + count; i++) {
      int timer = i;
      var _ =
          core.after(
              i * 7919L % 3_000_000,
              () -> {
                fired.incrementAndGet(timer);
                all.countDown();
              });
    }
  }

  @Test
  void tasksThatSleepAreAllWokenAndNoneIsEarly() throws Exception {
    int count = 300;
    int sleeps = 10;
    try (MillraceExecutor executor = MillraceExecutor.create(ExecutorConfig.defaults())) {
      int[] left = new int[count];
      long[] due = new long[count];
      AtomicBoolean early = new AtomicBoolean();
      Task task =
          Task.of(
              "sleeper",
              (context, id) -> {
                if (left[id]++ > 0 && context.nanoTime() - due[id] < 0) {
                  early.set(true);
                }
                if (left[id] > sleeps) {
                  return TaskStatus.FINISHED;
                }
                Duration delay = Duration.ofNanos(200_000 + id * 1_000L);
                due[id] = context.nanoTime() + delay.toNanos();
                return TaskStatus.blocked(
                    context.single(context.newTimer(delay)), BlockReason.TIMER);
              });
      assertThat(executor.schedule(TaskGroup.of(task, count)).await()).isEqualTo(Outcome.FINISHED);
      assertThat(early).isFalse();
    }
  }

  /** No task that lives answers for it, so the executor might be gone before it runs. */
  @Test
  void whatATimerSubmitsComesFromOutside() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    submissions.submit(() -> ExecutorLifecycleTest.awaitQuietly(held));
    core.drain();
    CompletableFuture<Boolean> rejected = new CompletableFuture<>();
    var _ =
        core.after(
            SHORT_NANOS,
            () -> {
              try {
                submissions.submit(() -> {});
                rejected.complete(false);
              } catch (RejectedExecutionException e) {
                rejected.complete(true);
              }
            });
    assertThat(rejected.get()).isTrue();
    held.countDown();
  }

  /** The watcher is woken by timers more often than it may judge others, and still does. */
  @Test
  void whatAStepWakesRunsElsewhereAlsoIfTimersKeepGoingOff() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (MillraceExecutor executor =
        MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(WORKERS))) {
      TaskHandle ticker = executor.submit(Task.of("ticker", (context, _) -> tick(context, over)));
      for (int round = 0; round < 20; round++) {
        wakeAndWait(executor);
      }
      over.set(true);
      assertThat(ticker.await()).isEqualTo(Outcome.FINISHED);
    }
  }

  private static TaskStatus tick(TaskContext context, AtomicBoolean over) {
    Resumer timer = context.newTimer(Duration.ofNanos(SHORT_NANOS));
    return over.get()
        ? TaskStatus.FINISHED
        : TaskStatus.blocked(context.single(timer), BlockReason.TIMER);
  }

  /** A task wakes another and waits for it in the same step. */
  private static void wakeAndWait(MillraceExecutor executor) throws Exception {
    CountDownLatch parked = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    AtomicBoolean began = new AtomicBoolean();
    TaskHandle sleeper =
        executor.submit(
            Task.of(
                "sleeper",
                (_, _) -> {
                  if (began.compareAndSet(false, true)) {
                    parked.countDown();
                    return TaskStatus.BLOCKED_ON_SIGNAL;
                  }
                  woken.countDown();
                  return TaskStatus.FINISHED;
                }));
    parked.await();
    MillraceExecutorTest.makeQuick(executor);
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

  /**
   * The one that rests is woken by nobody else, and the pair is over because there is a runnable.
   */
  @Test
  void bothOfAPairRunWhenATimerHasWokenThem() throws Exception {
    for (int round = 0; round < 200; round++) {
      AtomicBoolean fired = new AtomicBoolean();
      SoloTask[] sides = new SoloTask[2];
      for (int i = 0; i < 2; i++) {
        int own = i;
        sides[i] = new SoloTask(Task.of("side", (_, _) -> turn(sides[1 - own], fired)), core);
      }
      submissions.submit(sides[0]);
      submissions.submit(sides[1]);
      var _ =
          core.after(
              SHORT_NANOS,
              () -> {
                fired.set(true);
                sides[0].raise();
                sides[1].raise();
                submissions.submit(() -> {});
              });
      assertThat(sides[0].await()).isEqualTo(Outcome.FINISHED);
      assertThat(sides[1].await()).isEqualTo(Outcome.FINISHED);
    }
  }

  private static TaskStatus turn(SoloTask other, AtomicBoolean over) {
    if (over.get()) {
      return TaskStatus.FINISHED;
    }
    other.raise();
    return TaskStatus.BLOCKED_ON_SIGNAL;
  }
}
