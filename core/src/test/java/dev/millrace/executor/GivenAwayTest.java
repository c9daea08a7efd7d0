package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GivenAwayTest {

  private static final int HERE = 70;

  private final BitTree active = new BitTree(64 * 64);
  private final IdleWorkers idle = new IdleWorkers();
  private final GivenAway given = new GivenAway();

  @Test
  void isLeftToWhoeverIsOnTheWay() {
    give(3);
    assertThat(isLeft()).isTrue();
    assertThat(isLeft()).isTrue();
  }

  @Test
  void nothingIsLeftIfNothingWasGiven() {
    active.mark(HERE);
    idle.beginSearch();
    assertThat(isLeft()).isFalse();
  }

  @Test
  void isTakenIfNobodyIsOnTheWayAnyMore() {
    give(3);
    assertThat(idle.endSearch()).isFalse();
    assertThat(isLeft()).isFalse();
  }

  @Test
  void isTakenIfThereIsSomethingElse() {
    give(3);
    active.mark(HERE + 1);
    assertThat(isLeft()).as("in the same leaf").isFalse();
    active.unmark(HERE + 1);
    assertThat(isLeft()).as("what was once not left is like anything else").isFalse();
    give(3);
    active.mark(1);
    assertThat(isLeft()).as("in another leaf").isFalse();
  }

  @Test
  void isNotLeftForEver() {
    give(2);
    assertThat(isLeft()).isTrue();
    assertThat(isLeft()).isTrue();
    assertThat(isLeft()).isFalse();
    assertThat(isLeft()).isFalse();
  }

  private void give(int looks) {
    active.mark(HERE);
    if (idle.searching() == 0) {
      idle.beginSearch();
    }
    given.note(HERE, looks);
  }

  private boolean isLeft() {
    return given.isAllThereIs(active, idle);
  }
}
