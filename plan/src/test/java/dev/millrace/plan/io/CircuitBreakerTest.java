package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.CircuitBreaker.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CircuitBreakerTest {

  private final CircuitBreaker breaker =
      new CircuitBreaker(3, new Backoff(Duration.ofNanos(100), Duration.ofNanos(400), () -> 0));

  /** Fails one after the other until it is open, which is at 6. */
  private void open() {
    assertThat(breaker.failed(1, 2)).isFalse();
    assertThat(breaker.failed(3, 4)).isFalse();
    assertThat(breaker.failed(5, 6)).isTrue();
  }

  @Test
  void opensAfterFailuresInARow() {
    open();

    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.failures()).isEqualTo(3);
    assertThat(breaker.admits(7)).isFalse();
    assertThat(breaker.admits(105)).isFalse();
    assertThat(breaker.waitFor(56)).isEqualTo(50);
  }

  @Test
  void countsFailuresThatHappenTogetherAsOne() {
    for (int i = 0; i < 100; i++) {
      assertThat(breaker.failed(i, 200 + i)).isFalse();
    }

    assertThat(breaker.failures()).isEqualTo(1);
    assertThat(breaker.admits(300)).isTrue();
  }

  @Test
  void forgetsFailuresWhenAnAnswerComes() {
    assertThat(breaker.failed(1, 2)).isFalse();
    assertThat(breaker.failed(3, 4)).isFalse();
    breaker.succeeded();

    assertThat(breaker.failed(5, 6)).isFalse();
    assertThat(breaker.failed(7, 8)).isFalse();
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void letsOneTryAfterTheDelay() {
    open();

    assertThat(breaker.admits(106)).isTrue();
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    assertThat(breaker.admits(107)).isFalse();
  }

  @Test
  void closesWhenTheTryIsAnswered() {
    open();
    assertThat(breaker.admits(106)).isTrue();

    breaker.succeeded();

    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.admits(107)).isTrue();
    assertThat(breaker.waitFor(107)).isZero();
  }

  @Test
  void staysOpenTwiceAsLongWhenTheTryFails() {
    open();
    assertThat(breaker.admits(106)).isTrue();

    assertThat(breaker.failed(106, 110)).isTrue();

    assertThat(breaker.admits(309)).isFalse();
    assertThat(breaker.admits(310)).isTrue();
  }

  @Test
  void letsAnotherTryWhenNothingIsHeardOfTheFirst() {
    open();
    assertThat(breaker.admits(106)).isTrue();

    assertThat(breaker.admits(205)).isFalse();
    assertThat(breaker.admits(206)).isTrue();
  }

  @Test
  void worksAcrossTheOverflowOfTheClock() {
    long now = Long.MAX_VALUE - 3;
    assertThat(breaker.failed(now, now)).isFalse();
    assertThat(breaker.failed(now + 1, now + 1)).isFalse();
    assertThat(breaker.failed(now + 2, now + 2)).isTrue();

    assertThat(breaker.admits(now + 50)).isFalse();
    assertThat(breaker.admits(now + 102)).isTrue();
  }
}
