package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Submitters that stop where a lane is marked lose no runnable, and every mutant of this does. */
final class LaneModelTest {

  @ParameterizedTest(name = "{0} and {1} runnables")
  @CsvSource({"1, 1", "2, 0", "2, 1"})
  void noInterleavingLosesARunnable(int first, int second) {
    Explorer.Verdict verdict = Explorer.explore(LaneModel.outside(first, second, Mutant.NONE));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_SECOND_LOOK_AT_LANE", "LANE_STAYS_MARKED", "MARK_LOOKED_AT_FIRST"})
  void mutantIsFoundOut(Mutant mutant) {
    Explorer.Verdict verdict = Explorer.seek(Fault.LOST_WAKE_UP, LaneModel.outside(1, 1, mutant));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(Fault.LOST_WAKE_UP);
  }

  @ParameterizedTest(name = "{0} runnables")
  @ValueSource(ints = {1, 2})
  void noInterleavingLosesARunnableOfAWorkersOwnLane(int runnables) {
    Explorer.Verdict verdict = Explorer.explore(LaneModel.own(runnables, Mutant.NONE));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(300);
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_FENCE_AT_OWN_LANE", "NO_SECOND_LOOK_AT_LANE"})
  void mutantOfAWorkersOwnLaneIsFoundOut(Mutant mutant) {
    Explorer.Verdict verdict = Explorer.seek(Fault.LOST_WAKE_UP, LaneModel.own(1, mutant));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(Fault.LOST_WAKE_UP);
  }
}
