package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DeadlinesTest {

  private final Deadlines<String> deadlines = new Deadlines<>(10);

  @Test
  void expiresInOrder() {
    deadlines.start("a", 1);
    deadlines.start("b", 2);
    deadlines.start("c", 5);

    assertThat(deadlines.expired(10)).isEmpty();
    assertThat(deadlines.nextIn(10)).isEqualTo(1);
    assertThat(deadlines.expired(12)).containsExactly("a", "b");
    assertThat(deadlines.nextIn(12)).isEqualTo(3);
    assertThat(deadlines.expired(100)).containsExactly("c");
    assertThat(deadlines.nextIn(100)).isEqualTo(Deadlines.NEVER);
  }

  @Test
  void forgetsWhoStops() {
    deadlines.start("a", 1);
    deadlines.start("b", 2);

    deadlines.stop("a");
    deadlines.stop("never started");

    assertThat(deadlines.expired(100)).containsExactly("b");
  }

  @Test
  void neverExpiresWithoutAnAllowance() {
    Deadlines<String> none = new Deadlines<>(0);
    none.start("a", 1);

    assertThat(none.nextIn(1)).isEqualTo(Deadlines.NEVER);
    assertThat(none.expired(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void drainsInOrder() {
    deadlines.start("b", 1);
    deadlines.start("a", 2);

    assertThat(deadlines.drain()).containsExactly("b", "a");
    assertThat(deadlines.expired(100)).isEmpty();
  }
}
