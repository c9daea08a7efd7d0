package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As long as anybody is awake and anybody sleeps, a sleeper looks up from time to time. */
@Timeout(60)
final class WatchTest {

  private static final int WORKERS = 3;

  /** So many in a row that whoever runs them is quick. */
  private static final int MINUTE = 20_000;

  private final SummaryTree tree = new SummaryTree(64, wakers());
  private final IdleWorkers idle = tree.idle();

  private static SignalWaker[] wakers() {
    SignalWaker[] wakers = new SignalWaker[WORKERS];
    for (int worker = 0; worker < WORKERS; worker++) {
      wakers[worker] = new SignalWaker(worker, WORKERS);
      wakers[worker].attach(Thread.currentThread());
    }
    return wakers;
  }

  private boolean sleep(int worker) {
    idle.beginSearch();
    boolean watches = tree.watches(worker);
    idle.sleep(worker);
    return watches;
  }

  @Test
  void whoFallsAsleepFirstWatches() {
    assertThat(sleep(1)).isTrue();
    assertThat(sleep(2)).isFalse();
  }

  @Test
  void nobodyWatchesIfAllSleep() {
    assertThat(sleep(0)).isTrue();
    assertThat(sleep(1)).isFalse();
    assertThat(sleep(2)).isFalse();

    assertThat(tree.watches(0)).isFalse();
    assertThat(tree.watches(1)).isFalse();
  }

  @Test
  void whoeverGetsUpHandsTheWatchOnIfSomebodyIsAwakeWhoMayRelyOnIt() {
    assertThat(sleep(1)).isTrue();
    assertThat(sleep(2)).isFalse();

    assertThat(idle.wakeUp(1)).isTrue();
    tree.stopWatching(1);

    assertThat(tree.watches(0)).as("another finds it taken").isFalse();
    assertThat(tree.watches(2)).isTrue();
  }

  @Test
  void whoeverGetsUpCallsNobodyIfAllOthersSleep() {
    assertThat(sleep(0)).isTrue();
    assertThat(sleep(1)).isFalse();
    assertThat(sleep(2)).isFalse();

    assertThat(idle.wakeUp(0)).isTrue();
    tree.stopWatching(0);

    assertThat(tree.watches(0)).as("the first that asks has it").isTrue();
  }

  @Test
  void aSleeperIsMadeToWatchEvenWhileSomebodySearches() {
    assertThat(sleep(0)).isTrue();
    assertThat(sleep(1)).isFalse();
    assertThat(sleep(2)).isFalse();
    assertThat(tree.watches(0)).as("when all sleep").isFalse();
    assertThat(idle.wakeUp(1)).isTrue(); // and it searches

    tree.ensureWatched();

    assertThat(tree.permits()).isZero();
    assertThat(idle.isSleeping(0)).isTrue();
    assertThat(tree.watches(2)).as("another finds it taken").isFalse();
    assertThat(tree.watches(0)).isTrue();
  }

  @Test
  void whoeverWatchesIsTheLastToBeCalled() {
    assertThat(sleep(1)).isTrue();
    assertThat(sleep(2)).isFalse();

    tree.release(1);
    assertThat(idle.isSleeping(2)).isFalse();
    assertThat(idle.isSleeping(1)).isTrue();

    boolean _ = idle.endSearch();
    tree.release(2);
    assertThat(idle.isSleeping(1)).isFalse();
  }

  @Test
  void whatIsBehindARunnableRunsElsewhereThoughTheWatcherIsCalledAway() throws Exception {
    try (MillraceExecutor executor = executor()) {
      for (int round = 0; round < 100; round++) {
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        Runnable waits =
            () -> {
              blocks.countDown();
              ExecutorLifecycleTest.awaitQuietly(next);
            };
        AtomicInteger left = new AtomicInteger(MINUTE);
        executor.execute(
            new Runnable() {
              @Override
              public void run() {
                if (left.decrementAndGet() > 0) {
                  executor.execute(this);
                } else {
                  executor.execute(waits);
                  executor.execute(next::countDown);
                }
              }
            });
        blocks.await();
        executor.execute(() -> ExecutorLifecycleTest.awaitQuietly(next));
        next.await();
      }
    }
  }

  @Test
  void whatAStepHasWokenRunsElsewhereThoughTheWatcherIsCalledAway() throws Exception {
    try (MillraceExecutor executor = executor()) {
      for (int round = 0; round < 100; round++) {
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        TaskHandle sleeper =
            executor.submit(
                Task.of(
                    "sleeper",
                    (_, _) -> {
                      if (blocks.getCount() > 0) {
                        parked.countDown();
                        return TaskStatus.BLOCKED_ON_SIGNAL;
                      }
                      woken.countDown();
                      return TaskStatus.FINISHED;
                    }));
        parked.await();
        int[] left = {MINUTE};
        TaskHandle waits =
            executor.submit(
                Task.of(
                    "waits",
                    (context, taskId) -> {
                      if (--left[0] > 0) {
                        context.signal(taskId).raise();
                        return TaskStatus.BLOCKED_ON_SIGNAL;
                      }
                      blocks.countDown();
                      sleeper.raise();
                      woken.await(); // a step should not block; if it does, only itself
                      return TaskStatus.FINISHED;
                    }));
        blocks.await();
        executor.execute(() -> ExecutorLifecycleTest.awaitQuietly(woken));
        assertThat(waits.await()).isEqualTo(Outcome.FINISHED);
        assertThat(sleeper.await()).isEqualTo(Outcome.FINISHED);
      }
    }
  }

  private static MillraceExecutor executor() {
    return MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(WORKERS));
  }
}
