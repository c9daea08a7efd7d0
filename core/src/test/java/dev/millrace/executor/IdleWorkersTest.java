package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleWorkersTest {

  private final IdleWorkers idle = new IdleWorkers();

  private void sleep(int worker) {
    idle.beginSearch();
    idle.sleep(worker);
  }

  @Test
  void aPermitGoesToThePreferredSleeper() {
    sleep(0);
    sleep(5);
    assertThat(idle.claim(5)).isEqualTo(5);
    assertThat(idle.isSleeping(5)).isFalse();
    assertThat(idle.isSleeping(0)).isTrue();
  }

  @Test
  void aPermitGoesToAnotherIfThePreferredIsAwake() {
    sleep(55);
    assertThat(idle.claim(0)).isEqualTo(55);
  }

  @Test
  void aClaimedWorkerCountsAsSearchingAndKeepsOthersFromBeingClaimed() {
    sleep(1);
    sleep(2);
    assertThat(idle.claim(1)).isEqualTo(1);
    assertThat(idle.searching()).isEqualTo(1);
    assertThat(idle.claim(2)).isEqualTo(IdleWorkers.NOBODY);
    assertThat(idle.endSearch()).as("last searcher leaves while 2 sleeps").isTrue();
    assertThat(idle.claim(2)).isEqualTo(2);
  }

  @Test
  void nobodyIsClaimedTwice() {
    sleep(3);
    assertThat(idle.claim(3)).isEqualTo(3);
    assertThat(idle.endSearch()).isFalse();
    assertThat(idle.claim(3)).isEqualTo(IdleWorkers.NOBODY);
  }

  @Test
  void aWorkerThatWakesItselfCannotBeClaimed() {
    sleep(4);
    assertThat(idle.wakeUp(4)).isTrue();
    assertThat(idle.claim(4)).isEqualTo(IdleWorkers.NOBODY);
    assertThat(idle.searching()).isEqualTo(1);
  }

  @Test
  void aClaimedWorkerCannotWakeItself() {
    sleep(4);
    assertThat(idle.claim(4)).isEqualTo(4);
    assertThat(idle.wakeUp(4)).isFalse();
    assertThat(idle.searching()).isEqualTo(1);
  }

  @Test
  void allWorkersFitIntoTheWord() {
    for (int worker = 0; worker < IdleWorkers.MAX_WORKERS; worker++) {
      idle.beginSearch();
    }
    assertThat(idle.searching()).isEqualTo(IdleWorkers.MAX_WORKERS);
    for (int worker = 0; worker < IdleWorkers.MAX_WORKERS; worker++) {
      idle.sleep(worker);
    }
    assertThat(idle.searching()).isZero();
    assertThat(Long.bitCount(idle.sleepers())).isEqualTo(IdleWorkers.MAX_WORKERS);
  }
}
