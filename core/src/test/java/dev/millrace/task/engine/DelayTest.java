package dev.millrace.task.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers that nobody waits for any more. */
class DelayTest {

  private final FakeHost host = new FakeHost();
  private final OneShotResumer timer = Delay.resumerAfter(1_000, host);
  private final AtomicInteger told = new AtomicInteger();
  private final ResumeListener task = told::incrementAndGet;

  @Test
  void isTakenDownWhenTheLastWhoWaitedGivesUp() {
    ResumeListener other = () -> {};
    CountingAwaiter all = CountingAwaiter.all(List.of(timer, new OneShotResumer()));
    assertThat(timer.suspend(task)).isTrue();
    assertThat(all.suspend(other)).isTrue();

    timer.abandon(task);
    assertThat(host.timers).hasSize(1);
    all.abandon(other);

    assertThat(host.timers).isEmpty();
  }

  @Test
  void isKeptWhenAWaitEndsBecauseOfSomethingElse() {
    OneShotResumer other = new OneShotResumer();
    assertThat(CountingAwaiter.any(List.of(timer, other)).suspend(task)).isTrue();

    other.resume();

    assertThat(told).hasValue(1);
    assertThat(host.timers).hasSize(1);
  }

  @Test
  void isPutUpAgainForWhoeverComesNext() {
    giveUp();

    assertThat(timer.suspend(task)).isTrue();
    assertThat(host.timers).hasSize(1);
    host.timers.removeFirst().run();

    assertThat(told).hasValue(1);
    assertThat(timer.isResumed()).isTrue();
  }

  @Test
  void isResumedOnTimeForWhoeverOnlyAsks() {
    giveUp();

    host.now = 999;
    assertThat(timer.isResumed()).isFalse();
    host.now = 1_000;
    assertThat(timer.isResumed()).isTrue();

    assertThat(timer.suspend(task)).isFalse();
  }

  @Test
  void resumedByHandItIsNotPutUpAgain() {
    giveUp();
    timer.resume();

    assertThat(timer.isResumed()).isTrue();
    assertThat(timer.suspend(task)).isFalse();
    assertThat(host.timers).isEmpty();
  }

  /** Whoever resumes it finds no timer to take down: whoever puts it up looks again. */
  @Test
  void resumedWhileItIsPutUpItIsTakenDownAgain() {
    giveUp();

    host.meanwhile = timer::resume;
    assertThat(timer.suspend(task)).isTrue();

    assertThat(told).hasValue(1);
    assertThat(host.timers).isEmpty();
  }

  /** Whoever comes finds the timer still up: whoever takes it down looks again. */
  @Test
  void isPutUpAgainForWhoeverCameWhileItWasTakenDown() {
    ResumeListener leaving = () -> {};
    assertThat(timer.suspend(leaving)).isTrue();

    host.meanwhile = () -> assertThat(timer.suspend(task)).isTrue();
    timer.abandon(leaving);

    assertThat(host.timers).hasSize(1);
    host.timers.removeFirst().run();
    assertThat(told).hasValue(1);
  }

  @Test
  @Timeout(60)
  void whoComesWhileAnotherGivesUpHasATimer() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 10_000; round++) {
        OneShotResumer shared = Delay.resumerAfter(1_000, host);
        ResumeListener leaving = () -> {};
        assertThat(shared.suspend(leaving)).isTrue();
        Future<?> left =
            threads.submit(() -> {
              together.await();
              shared.abandon(leaving);
              return null;
            });
        Future<Boolean> came =
            threads.submit(() -> {
              together.await();
              return shared.suspend(task);
            });
        left.get();
        assertThat(came.get()).isTrue();
        assertThat(host.timers).as("round %d", round).hasSize(2);
        shared.resume();
        assertThat(host.timers).hasSize(1);
      }
    }
    assertThat(told).hasValue(10_000);
  }

  private void giveUp() {
    ResumeListener leaving = () -> {};
    assertThat(timer.suspend(leaving)).isTrue();
    timer.abandon(leaving);
    assertThat(host.timers).isEmpty();
  }
}
