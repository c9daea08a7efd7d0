package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept is run, even if its keeper's step never ends by itself; every mutant loses it. */
final class WatchModelTest {

  @ParameterizedTest(name = "waits for what it keeps: {0}")
  @ValueSource(booleans = {false, true})
  void noInterleavingLosesWhatIsKept(boolean waits) {
    Explorer.Verdict verdict = Explorer.explore(new WatchModel(Mutant.NONE, 2, waits));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(10_000);
  }

  /** One of three is at the step that waits, one at another that does: the third one comes. */
  @Test
  void whoeverIsLeftComesToWhatIsKept() {
    Explorer.Verdict verdict =
        Explorer.explore(new WatchModel(Mutant.NONE, 3, true).withLongStep());
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(10_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"WATCH_NOT_HANDED_ON", "APPOINTED_BLINDLY"})
  void mutantOfTheHandOverIsFoundOut(Mutant mutant) {
    Explorer.Verdict verdict =
        Explorer.seek(Fault.LOST_WAKE_UP, new WatchModel(mutant, 3, true).withLongStep());
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(Fault.LOST_WAKE_UP);
  }

  @ParameterizedTest
  @CsvSource({
    "WATCH_GIVEN_UP_BLINDLY, true, LOST_WAKE_UP",
    "NO_ENSURE_WATCHED, true, LOST_WAKE_UP",
    "NOT_KEPT_AGAIN, true, LOST_WAKE_UP",
    "NOT_KEPT_AGAIN, false, UNSEEN_DATA",
    "KEPT_IS_NOT_CLAIMED, false, TWO_OWNERS"
  })
  void mutantIsFoundOut(Mutant mutant, boolean waits, Fault fault) {
    Explorer.Verdict verdict = Explorer.seek(fault, new WatchModel(mutant, 2, waits));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(fault);
  }
}
