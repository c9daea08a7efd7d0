package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runnables that a quick worker takes together still do not depend on each other. */
@Timeout(60)
final class RowsInUseTest {

  /** So many minute ones that whoever runs them takes the next ones in rows. */
  private static final int MINUTE = 2_000;

  private static MillraceExecutor executor(int workers) {
    return MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(workers));
  }

  /** Submits minute ones, one that waits for the next of them, and that one, in one go. */
  private static CountDownLatch submitOneThatWaitsForTheNext(MillraceExecutor executor) {
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch next = new CountDownLatch(1);
    executor.execute(() -> {
      for (int i = 0; i < MINUTE; i++) {
        executor.execute(() -> {});
      }
      executor.execute(() -> {
        ExecutorLifecycleTest.awaitQuietly(next);
        done.countDown();
      });
      executor.execute(next::countDown);
      for (int i = 0; i < MINUTE; i++) {
        executor.execute(() -> {});
      }
    });
    return done;
  }

  @Test
  void oneThatWaitsForTheNextOfItsRowIsHelped() throws Exception {
    MillraceExecutor executor = executor(2);
    try (executor) {
      for (int round = 0; round < 200; round++) {
        submitOneThatWaitsForTheNext(executor).await();
      }
    }
    assertThat(executor.counters().finished()).isEqualTo(executor.counters().submitted());
  }

  /** While nobody sleeps there is no watcher. */
  @Test
  void oneThatWaitsForTheNextOfItsRowIsHelpedBySomebodyBusy() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (MillraceExecutor executor = executor(2)) {
      TaskHandle busy =
          executor.submit(
              Task.of("busy", (_, _) -> over.get() ? TaskStatus.FINISHED : TaskStatus.CONTINUE));
      for (int round = 0; round < 100; round++) {
        submitOneThatWaitsForTheNext(executor).await();
      }
      over.set(true);
      assertThat(busy.await()).isNotNull();
    }
  }

  @Test
  void aHandlerThatThrowsLosesNothingOfTheRow() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger handled = new AtomicInteger();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
      handled.incrementAndGet();
      throw new IllegalStateException("and the handler, too", e);
    });
    MillraceExecutor executor = executor(1);
    try (executor) {
      executor.execute(() -> {
        for (int i = 0; i < MINUTE; i++) {
          executor.execute(ran::incrementAndGet);
        }
        for (int i = 0; i < 10; i++) {
          executor.execute(() -> {
            throw new IllegalArgumentException("meant");
          });
          executor.execute(ran::incrementAndGet);
        }
      });
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(ran).hasValue(MINUTE + 10);
    assertThat(handled).hasValue(10);
    assertThat(executor.counters().failed()).isEqualTo(10);
    assertThat(executor.counters().finished()).isEqualTo(MINUTE + 11);
  }
}
