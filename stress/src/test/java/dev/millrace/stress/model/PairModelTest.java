package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each of a pair has one owner, whoever is woken runs, and every mutant fails. */
final class PairModelTest {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noInterleavingLosesAWakeOrGivesATaskTwoOwners(boolean hangs) {
    Explorer.Verdict verdict = Explorer.explore(new PairModel(Mutant.NONE, hangs));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(200);
  }

  @ParameterizedTest
  @CsvSource({
    "NO_HANDSHAKE, false, TWO_OWNERS",
    "ROW_LOOKED_AT_FIRST, false, TWO_OWNERS",
    "LOST_IS_NOT_WOKEN, false, LOST_WAKE_UP",
    "WAKE_WITHOUT_LOOK, true, LOST_WAKE_UP"
  })
  void mutantIsFoundOut(Mutant mutant, boolean hangs, Fault fault) {
    Explorer.Verdict verdict = Explorer.seek(fault, new PairModel(mutant, hangs));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(fault);
  }
}
