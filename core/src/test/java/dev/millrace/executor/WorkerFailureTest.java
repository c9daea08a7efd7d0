package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkerFailureTest {

  @Test
  void aWorkerSurvivesEvenIfNobodyWillHearWhatIsWrong() throws Exception {
    AtomicInteger told = new AtomicInteger();
    Handler deaf = new DeafHandler(told);
    Logger log = Logger.getLogger(Worker.class.getName());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    log.addHandler(deaf);
    Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
      throw new IllegalStateException("the handler, too", e);
    });
    try (MillraceExecutor executor =
        MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1))) {
      executor.execute(() -> {
        throw new IllegalStateException("on purpose");
      });
      CountDownLatch next = new CountDownLatch(1);
      executor.execute(next::countDown);
      next.await();
      assertThat(told).hasValue(1);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      log.removeHandler(deaf);
    }
  }

  /** Throws what no handler should. */
  private static final class DeafHandler extends Handler {
    private final AtomicInteger told;

    DeafHandler(AtomicInteger told) {
      this.told = told;
    }

    @Override
    public void publish(LogRecord entry) {
      told.incrementAndGet();
      throw new OutOfMemoryError("on purpose");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
