package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.engine.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TimekeeperTest {

  private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

  /** Far behind what is due after {@link #LONG_NANOS}. */
  private static final long LATER_NANOS = 2 * LONG_NANOS;

  private final Timekeeper timers = new Timekeeper("timers", _ -> {}, () -> true);
  private final TimerTurn turn = new TimerTurn(timers, _ -> {});
  private final List<String> gone = new ArrayList<>();

  /** Waits if the thread, which has just been started, is looking at the wheel. */
  private boolean turnMuchLater() {
    long later = System.nanoTime() + LATER_NANOS;
    boolean turned = timers.turnIfDue(later, turn);
    while (!turned && timers.isDue(later)) {
      Thread.onSpinWait();
      turned = timers.turnIfDue(later, turn);
    }
    return turned;
  }

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
  void whoeverComesByWhenATimerIsDueRunsIt() {
    var _ = timers.after(LONG_NANOS, () -> gone.add(Thread.currentThread().getName()));

    assertThat(turnMuchLater()).isTrue();

    assertThat(gone).containsExactly(Thread.currentThread().getName());
    assertThat(timers.isPending()).isFalse();
  }

  @Test
  void nobodyRunsATimerBeforeItIsDue() {
    long before = System.nanoTime();
    var _ = timers.after(LONG_NANOS, () -> gone.add("early"));

    assertThat(timers.turnIfDue(before + LONG_NANOS - 1, turn)).isFalse();

    assertThat(gone).isEmpty();
    assertThat(timers.pending()).isOne();
  }

  @Test
  void theThreadRunsATimerIfNoWorkerComesBy() throws Exception {
    CompletableFuture<String> where = new CompletableFuture<>();

    var _ = timers.after(1, () -> where.complete(Thread.currentThread().getName()));

    assertThat(where.get()).isEqualTo("timers");
  }

  @Test
  void theThreadRunsATimerIfAllWorkersSleep() throws Exception {
    Timekeeper asleep = new Timekeeper("asleep", _ -> {}, () -> false);
    CompletableFuture<String> where = new CompletableFuture<>();

    var _ = asleep.after(1, () -> where.complete(Thread.currentThread().getName()));

    assertThat(where.get()).isEqualTo("asleep");
    asleep.close();
  }

  @Test
  void aTimerThatThrowsStopsNoOther() {
    var _ =
        timers.after(
            LONG_NANOS,
            () -> {
              throw new IllegalStateException("planted");
            });
    var _ = timers.after(LONG_NANOS, () -> gone.add("other"));

    assertThat(turnMuchLater()).isTrue();

    assertThat(gone).containsExactly("other");
  }

  @Test
  void theThreadOutlivesATimerThatThrows() throws Exception {
    CountDownLatch other = new CountDownLatch(1);
    var _ =
        timers.after(
            1,
            () -> {
              var _ = timers.after(1, other::countDown);
              throw new IllegalStateException("planted");
            });

    other.await();
  }

  @Test
  void aTimerThatWasCancelledDoesNotGoOff() {
    Host.Timer timer = timers.after(LONG_NANOS, () -> gone.add("cancelled"));
    timer.cancel();

    assertThat(turnMuchLater()).isFalse();

    assertThat(gone).isEmpty();
  }

  @Test
  void aTimerMayBeCancelledWhenItHasGoneOffAndWhileItDoes() {
    List<Host.Timer> timer = new ArrayList<>();
    timer.add(
        timers.after(
            LONG_NANOS,
            () -> {
              timer.getFirst().cancel();
              gone.add("once");
            }));

    assertThat(turnMuchLater()).isTrue();
    timer.getFirst().cancel();

    assertThat(gone).containsExactly("once");
    assertThat(timers.pending()).isZero();
  }

  @Test
  void noTimerGoesOffOnceItIsClosed() {
    var _ = timers.after(LONG_NANOS, () -> gone.add("late"));

    timers.close();

    assertThat(turnMuchLater()).isFalse();
    assertThat(gone).isEmpty();
  }

  @Test
  void noTimerGoesOffOnceOneOfTheSameTurnHasClosedIt() {
    var _ = timers.after(LONG_NANOS, timers::close);
    var _ = timers.after(LONG_NANOS + LONG_NANOS / 2, () -> gone.add("late"));

    assertThat(turnMuchLater()).isTrue();

    assertThat(gone).isEmpty();
  }

  @Test
  void oneSleeperParksUntilTheNextTimerAndTheOthersRelyOnIt() {
    long now = System.nanoTime();
    assertThat(timers.nanosToPark(0, now)).as("no timer").isEqualTo(TimerWheel.NEVER);
    var _ = timers.after(LATER_NANOS, () -> {});

    assertThat(timers.nanosToPark(0, now)).isBetween(LATER_NANOS, 2 * LATER_NANOS);
    assertThat(timers.nanosToPark(1, now)).isEqualTo(TimerWheel.NEVER);

    timers.stopParking(0);
    assertThat(timers.nanosToPark(1, now)).isBetween(LATER_NANOS, 2 * LATER_NANOS);
  }

  @Test
  void aSleeperTakesOverIfATimerIsDueBeforeTheOtherIsUp() {
    long now = System.nanoTime();
    var _ = timers.after(LATER_NANOS, () -> {});
    assertThat(timers.nanosToPark(0, now)).isNotEqualTo(TimerWheel.NEVER);
    var _ = timers.after(LONG_NANOS, () -> {});

    assertThat(timers.nanosToPark(1, now)).isBetween(LONG_NANOS, LATER_NANOS);
    assertThat(timers.nanosToPark(0, now)).isEqualTo(TimerWheel.NEVER);
    assertThat(timers.nanosToPark(1, now + LATER_NANOS)).as("it is due").isNotPositive();
  }

  @Test
  void takesNoTimerOnceItIsClosed() {
    timers.close();

    timers.after(LONG_NANOS, () -> {}).cancel();

    assertThat(timers.pending()).isZero();
  }
}
