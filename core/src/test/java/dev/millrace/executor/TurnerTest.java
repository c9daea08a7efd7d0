package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnerTest {

  private static final int LAST = IdleWorkers.MAX_WORKERS - 1;

  private final Turner turner = new Turner();

  @Test
  void nobodyIsUpUntilSomebodySaysSo() {
    assertThat(turner.isUpBy(Long.MAX_VALUE - 1)).isFalse();
    assertThat(turner).hasToString("nobody");
  }

  @Test
  void isUpByTheTickItHasTaken() {
    assertThat(turner.take(LAST, 1L << 47)).isTrue();

    assertThat(turner.isUpBy((1L << 47) - 1)).isFalse();
    assertThat(turner.isUpBy(1L << 47)).isTrue();
    assertThat(turner).hasToString("worker " + LAST + " until tick " + (1L << 47));
  }

  @Test
  void onlyWhoIsUpEarlierTakesOver() {
    assertThat(turner.take(0, 10)).isTrue();

    assertThat(turner.take(1, 11)).isFalse();
    assertThat(turner.take(1, 10)).isFalse();
    assertThat(turner.take(1, 9)).isTrue();
    assertThat(turner.take(0, 10)).isFalse();
  }

  @Test
  void mayPutOffItsOwnTick() {
    assertThat(turner.take(0, 10)).isTrue();

    assertThat(turner.take(0, 20)).isTrue();

    assertThat(turner.isUpBy(19)).isFalse();
  }

  @Test
  void onlyItselfCanLeave() {
    assertThat(turner.take(3, 10)).isTrue();

    turner.leave(2);
    assertThat(turner.isUpBy(10)).isTrue();
    turner.leave(3);
    assertThat(turner.isUpBy(10)).isFalse();
  }
}
