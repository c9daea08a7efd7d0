package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.engine.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TimekeeperTest {

  private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

  private final Timekeeper timers = new Timekeeper("timers", _ -> {});

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void itsThreadIsWokenWithoutSlack() throws Exception {
    CompletableFuture<String> slack = new CompletableFuture<>();

    var _ = timers.after(1, () -> slack.completeAsync(this::slack, Runnable::run));

    assertThat(slack.get()).isEqualTo("1");
    assertThat(slack()).as("that of another thread").isNotEqualTo("1");
  }

  private String slack() {
    try {
      Path file = TimerSlack.file();
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTimerWaitsUntilItIsCancelled() {
    Host.Timer timer = timers.after(LONG_NANOS, () -> {});

    assertThat(timers.pending()).isOne();
    timer.cancel();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void takesNoTimerOnceItIsClosed() {
    timers.close();

    timers.after(LONG_NANOS, () -> {}).cancel();

    assertThat(timers.pending()).isZero();
  }
}
