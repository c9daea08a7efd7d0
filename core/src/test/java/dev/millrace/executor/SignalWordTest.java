package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.SignalWord.Claimed;
import dev.millrace.executor.SignalWord.Posted;
import org.junit.jupiter.api.Test;

/** Each transition of the word, without threads. Interleavings are the stress module's. */
class SignalWordTest {

  private final SignalWord word = new SignalWord();

  @Test
  void theFirstSignalActivatesTheWordAndLaterOnesJoinIt() {
    assertThat(word.signal(0b0001)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.signal(0b0010)).isEqualTo(Posted.JOINED);
    assertThat(word.signal(0b0001)).isEqualTo(Posted.JOINED);
    assertThat(word.takeable()).isEqualTo(0b0011);
  }

  @Test
  void takingAllLeavesNothingAndMakesThemOwned() {
    assertThat(word.signal(-1)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS)).isEqualTo(-1);
    assertThat(word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS)).isZero();
    assertThat(word.signal(1 << 31)).isEqualTo(Posted.NOTED);
    assertThat(word.takeable()).isZero();
  }

  @Test
  void takingOneGoesRoundFromThePositionAskedFor() {
    assertThat(word.signal(1 << 3 | 1 << 30)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 4, 1)).isEqualTo(1 << 30);
    assertThat(word.takeSome(SlotWord.ALL, 4, 1)).isEqualTo(1 << 3);
    assertThat(word.takeSome(SlotWord.ALL, 4, 1)).isZero();
  }

  @Test
  void takingTakesNoneButThoseAskedFor() {
    assertThat(word.signal(0b1011)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(0b0110, 0, SignalWord.SLOTS)).isEqualTo(0b0010);
    assertThat(word.takeSome(0b0110, 0, SignalWord.SLOTS)).isZero();
    assertThat(word.takeable()).isEqualTo(0b1001);
  }

  @Test
  void takingSomeTakesTheFirstOfThem() {
    assertThat(word.signal(0b1011 | 1 << 31)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 1, 2)).isEqualTo(0b1010);
    assertThat(word.takeSome(SlotWord.ALL, 1, 2)).isEqualTo(1 << 31);
    assertThat(word.takeSome(SlotWord.ALL, 1, 2)).isEqualTo(1);
    assertThat(word.takeSome(SlotWord.ALL, 1, 2)).isZero();
  }

  @Test
  void aSignalWhileOwnedIsSeenOnRelease() {
    assertThat(word.signal(1)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS)).isEqualTo(1);
    assertThat(word.signal(1)).isEqualTo(Posted.NOTED);
    assertThat(word.release(1)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeable()).isEqualTo(1);
  }

  @Test
  void aTurnIsPassedOnToAnIdleTask() {
    assertThat(word.claim(0b01)).isEqualTo(Claimed.TAKEN);
    assertThat(word.pass(0b01, 0b10)).isTrue();
    assertThat(word.claim(0b01)).as("the first is idle").isEqualTo(Claimed.TAKEN);
    assertThat(word.claim(0b10)).as("the second is owned").isEqualTo(Claimed.LEFT);
  }

  @Test
  void aTurnIsNotPassedOnByATaskThatWasWoken() {
    assertThat(word.claim(0b01)).isEqualTo(Claimed.TAKEN);
    assertThat(word.signal(0b01)).isEqualTo(Posted.NOTED);
    assertThat(word.pass(0b01, 0b10)).isFalse();
    assertThat(word.release(0b01)).isEqualTo(Posted.ACTIVATED);
  }

  @Test
  void aTurnIsNotPassedOnToATaskThatIsSignalledOrOwned() {
    assertThat(word.claim(0b001)).isEqualTo(Claimed.TAKEN);
    assertThat(word.signal(0b010)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.claim(0b100)).isEqualTo(Claimed.TAKEN);
    assertThat(word.pass(0b001, 0b010)).isFalse();
    assertThat(word.pass(0b001, 0b100)).isFalse();
    assertThat(word.takeable()).isEqualTo(0b010);
  }

  @Test
  void releaseWithoutASignalIsQuiet() {
    assertThat(word.signal(1)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS)).isEqualTo(1);
    assertThat(word.release(1)).isEqualTo(Posted.QUIET);
    assertThat(word.isQuiet()).isTrue();
  }

  @Test
  void aWordWithOnlyNotedTasksCountsAsEmptyForTheNextSignal() {
    assertThat(word.signal(0b01)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS)).isEqualTo(0b01);
    assertThat(word.signal(0b01)).isEqualTo(Posted.NOTED);
    assertThat(word.signal(0b10)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.release(0b01)).isEqualTo(Posted.JOINED);
  }

  @Test
  void claimingTakesAnIdleTaskAndOnlyNotesAnOwnedOne() {
    assertThat(word.claim(1)).isEqualTo(Claimed.TAKEN);
    assertThat(word.claim(1)).isEqualTo(Claimed.LEFT);
    assertThat(word.release(1)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.claim(1)).isEqualTo(Claimed.LEFT);
    assertThat(word.takeable()).isEqualTo(1);
  }

  @Test
  void whatIsGivenBackCanBeTaken() {
    assertThat(word.claim(0b10)).isEqualTo(Claimed.TAKEN);
    assertThat(word.giveBack(0b10)).isEqualTo(Posted.ACTIVATED);
    assertThat(word.takeSome(SlotWord.ALL, 0, 1)).isEqualTo(0b10);
  }

  @Test
  void retiringDropsLateSignals() {
    assertThat(word.claim(1)).isEqualTo(Claimed.TAKEN);
    assertThat(word.signal(1)).isEqualTo(Posted.NOTED);
    word.retire(1);
    assertThat(word.isQuiet()).isTrue();
  }
}
