package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken away from a row is run once and by one of the two, and every mutant fails. */
final class RowModelTest {

  @Test
  void noInterleavingLosesOrDoublesARunnable() {
    Explorer.Verdict verdict = Explorer.explore(new RowModel(Mutant.NONE));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(200);
  }

  @ParameterizedTest
  @CsvSource({
    "NO_HANDSHAKE, TWO_OWNERS",
    "ROW_LOOKED_AT_FIRST, TWO_OWNERS",
    "REVOKED_IS_LOST, LOST_WAKE_UP"
  })
  void mutantIsFoundOut(Mutant mutant, Fault fault) {
    Explorer.Verdict verdict = Explorer.seek(fault, new RowModel(mutant));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(fault);
  }
}
