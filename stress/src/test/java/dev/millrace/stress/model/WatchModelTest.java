package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
