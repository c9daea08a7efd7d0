package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TurnstileTest {

  private final Turnstile<String> turnstile = new Turnstile<>(2, 2);

  private void fill() {
    assertThat(turnstile.enter()).isTrue();
    assertThat(turnstile.enter()).isTrue();
  }

  @Test
  void letsInAsManyAsAllowed() {
    fill();

    assertThat(turnstile.enter()).isFalse();
    assertThat(turnstile.inside()).isEqualTo(2);
  }

  @Test
  void givesAPlaceToWhoHasWaitedLongest() {
    fill();
    assertThat(turnstile.queue("a")).isTrue();
    assertThat(turnstile.queue("b")).isTrue();

    assertThat(turnstile.leave()).isEqualTo("a");
    assertThat(turnstile.leave()).isEqualTo("b");
    assertThat(turnstile.inside()).isEqualTo(2);
    assertThat(turnstile.leave()).isNull();
    assertThat(turnstile.leave()).isNull();
    assertThat(turnstile.inside()).isZero();
  }

  @Test
  void hasRoomForSoManyToWait() {
    fill();
    assertThat(turnstile.queue("a")).isTrue();
    assertThat(turnstile.queue("b")).isTrue();

    assertThat(turnstile.queue("c")).isFalse();
    assertThat(turnstile.withdraw("a")).isTrue();
    assertThat(turnstile.withdraw("a")).isFalse();
    assertThat(turnstile.queue("c")).isTrue();
    assertThat(turnstile.leave()).isEqualTo("b");
  }

  @Test
  void dismissesAllWhoWait() {
    fill();
    assertThat(turnstile.queue("a")).isTrue();
    assertThat(turnstile.queue("b")).isTrue();

    assertThat(turnstile.dismiss()).containsExactly("a", "b");
    assertThat(turnstile.waiting()).isZero();
  }
}
