package dev.millrace.bench.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the workloads rely on, of every rival. */
final class RivalPoolTest {
  private static final int RUNNABLES = 20_000;

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MILLRACE")
  void everyRunnableRuns(Contender rival) throws Exception {
    try (RivalPool pool = rival.pool(2, 1_024)) {
      Tally tally = new Tally();
      for (int i = 0; i < RUNNABLES; i++) {
        pool.shared().execute(tally);
      }
      tally.awaitTotal(RUNNABLES);
      assertThat(tally.total()).isEqualTo(RUNNABLES);
    }
  }

  /** A runnable at a time, so that the pool falls asleep now and then. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MILLRACE")
  void noWakeUpIsLost(Contender rival) throws Exception {
    try (RivalPool pool = rival.pool(2, 1_024)) {
      Semaphore ran = new Semaphore(0);
      for (int i = 0; i < RUNNABLES; i++) {
        pool.lane(i).execute(ran::release);
        ran.acquire();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JCTOOLS", "NETTY", "DISRUPTOR"})
  void aLaneOfAPinnedPoolIsOneThread(Contender rival) throws Exception {
    try (RivalPool pool = rival.pool(2, 1_024)) {
      assertThat(threadsOf(pool, 0)).hasSize(1).doesNotContainAnyElementsOf(threadsOf(pool, 1));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MILLRACE")
  void stepsAreRepeatedUntilTheLast(Contender rival) throws Exception {
    try (RivalPool pool = rival.pool(2, 1_024)) {
      CountDownLatch steps = new CountDownLatch(RUNNABLES);
      Semaphore end = new Semaphore(0);
      StepCounter counter = new StepCounter(RUNNABLES, end::release);
      pool.repeat(
          1,
          () -> {
            steps.countDown();
            return counter.getAsBoolean();
          });
      end.acquire();
      assertThat(steps.getCount()).isZero();
    }
  }

  private static Set<Thread> threadsOf(RivalPool pool, int lane) throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch ran = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      pool.lane(lane)
          .execute(() -> {
            threads.add(Thread.currentThread());
            ran.countDown();
          });
    }
    ran.await();
    return threads;
  }
}
