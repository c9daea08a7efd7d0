package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A handle to a task that has ended does nothing to the next one in its slot. */
final class SlotReuseModelTest {

  /** Without the comparison there are more late signals, and they are still harmless. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "NO_LOOK_WHETHER_GONE"})
  void lateSignalIsHarmless(Mutant mutant) {
    Explorer.Verdict verdict = Explorer.explore(new SlotReuseModel(mutant));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).isGreaterThan(100);
  }

  /** Comparing alone is not enough: the occupant may change between the look and the signal. */
  @ParameterizedTest
  @EnumSource(names = {"NO_AWAITER_CHECK", "NO_GENERATION"})
  void mutantRunsTheNextTaskEarly(Mutant mutant) {
    Explorer.Verdict verdict = Explorer.seek(Fault.EARLY_RUN, new SlotReuseModel(mutant));
    assertThat(verdict.fault()).as(verdict.toString()).contains(Fault.EARLY_RUN);
  }

  @Test
  void counterexampleIsTold() {
    Explorer.Verdict verdict = Explorer.explore(new SlotReuseModel(Mutant.NO_GENERATION));
    assertThat(verdict.toString()).contains("EARLY_RUN", "SignalWord.signal");
  }
}
