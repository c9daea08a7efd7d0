package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.RedisReply.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DelayedClientTest {

  /** Runs nothing by itself. */
  private static final class ManualTimer extends ScheduledThreadPoolExecutor {
    final List<Duration> delays = new ArrayList<>();
    final List<Runnable> tasks = new ArrayList<>();

    ManualTimer() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      delays.add(Duration.of(delay, unit.toChronoUnit()));
      tasks.add(task);
      return null;
    }
  }

  private final ManualTimer timer = new ManualTimer();
  private final DelayedClient client =
      new DelayedClient(
          new InProcessStore(),
          command ->
              switch (command.name()) {
                case "LRANGE" -> Duration.ofMillis(15);
                case "HGETALL" -> Duration.ofMillis(10);
                default -> Duration.ZERO;
              },
          timer);

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  @Test
  void answersAfterTheSlowestCommand() {
    Outcome outcome =
        Outcome.of(
            client,
            RedisCommand.of("HGETALL", "h"),
            RedisCommand.of("LRANGE", "l", "0", "1"),
            RedisCommand.of("PING"));

    assertThat(outcome.isDone()).isFalse();
    assertThat(timer.delays).containsExactly(Duration.ofMillis(15));
    timer.tasks.getFirst().run();
    assertThat(outcome.replies()).hasSize(3).last().isEqualTo(new Text("PONG"));
  }

  @Test
  void answersAtOnceWhatHasNoDelay() {
    assertThat(Outcome.of(client, RedisCommand.of("PING")).isDone()).isTrue();
  }
}
