package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BackoffTest {

  @Test
  void doublesUpToTheMost() {
    Backoff backoff = new Backoff(Duration.ofNanos(100), Duration.ofNanos(700), () -> 0);

    assertThat(
            new long[] {
              backoff.nextNanos(),
              backoff.nextNanos(),
              backoff.nextNanos(),
              backoff.nextNanos(),
              backoff.nextNanos()
            })
        .containsExactly(100, 200, 400, 700, 700);
  }

  @Test
  void beginsAgainAfterAReset() {
    Backoff backoff = new Backoff(Duration.ofNanos(100), Duration.ofNanos(700), () -> 0);
    assertThat(backoff.nextNanos()).isEqualTo(100);
    assertThat(backoff.nextNanos()).isEqualTo(200);

    backoff.reset();

    assertThat(backoff.nextNanos()).isEqualTo(100);
  }

  @Test
  void isUpToAFifthShorterByChance() {
    Backoff backoff = new Backoff(Duration.ofNanos(1000), Duration.ofNanos(1000), () -> 1);

    assertThat(backoff.nextNanos()).isEqualTo(800);
  }

  @Test
  void neverWaitsLongerThanTheMostEvenAtFirst() {
    Backoff backoff = new Backoff(Duration.ofDays(100_000), Duration.ofNanos(5), () -> 0);

    assertThat(backoff.nextNanos()).isEqualTo(5);
    assertThat(backoff.nextNanos()).isEqualTo(5);
  }
}
