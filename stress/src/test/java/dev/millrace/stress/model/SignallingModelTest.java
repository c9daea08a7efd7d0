package dev.millrace.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stress.model.Scenario.Inside;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No interleaving of post and sleep loses a wake-up, and every mutant of them does something wrong.
 * {@code -Dmillrace.stress.long=true} tries the larger scenarios too, which takes minutes.
 */
final class SignallingModelTest {

  private static final Scenario EACH = Scenario.oneWord(List.of(List.of(0), List.of(1)));
  private static final Scenario SAME = Scenario.oneWord(List.of(List.of(0), List.of(0)));

  /** Among them every scenario in which a mutant is found: without the mutant nothing is wrong. */
  static Stream<Arguments> small() {
    return Stream.of(
        Arguments.of("both posters wake one task", SAME),
        Arguments.of("a long step after some work", EACH.withLongStep().afterSomeWork()),
        Arguments.of("work is left to the other worker", SAME.leaving()),
        Arguments.of("two leaves", EACH.twoLeaves()),
        Arguments.of("two words", EACH.twoWords()),
        Arguments.of("a long step, batches of two words", EACH.twoWords().batched().withLongStep()),
        Arguments.of("a task wakes and keeps the other", EACH.inside(Inside.KEEPS)),
        Arguments.of("the same, both posters wake one task", SAME.inside(Inside.KEEPS)));
  }

  static Stream<Arguments> large() {
    return Stream.of(
        Arguments.of("one word", EACH),
        Arguments.of("a long step, one word", EACH.withLongStep()),
        Arguments.of("one word, batches", EACH.batched()),
        Arguments.of("two words, batches", EACH.twoWords().batched()),
        Arguments.of("a task keeps the other, two words", EACH.twoWords().inside(Inside.KEEPS)),
        Arguments.of("the same, batches", EACH.batched().inside(Inside.KEEPS)),
        Arguments.of("the same, left to the other worker", EACH.leaving().inside(Inside.KEEPS)),
        Arguments.of("work is left, two words", EACH.twoWords().leaving()),
        Arguments.of("a task wakes the other and calls nobody", EACH.inside(Inside.MARKS)));
  }

  static Stream<Arguments> mutants() {
    return Stream.of(
        Arguments.of(Mutant.NO_SECOND_LOOK_AT_WORD, SAME, Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.NO_SECOND_LOOK_AT_LEAF, EACH.twoWords(), Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.NO_SECOND_LOOK_AT_ROOTS, SAME, Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.SLEEP_WITHOUT_FENCE, SAME, Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.SLEEPERS_LOOKED_AT_FIRST, SAME, Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.SIGNAL_BY_LOOKING, SAME, Fault.UNSEEN_DATA),
        Arguments.of(Mutant.CLAIM_BY_LOOKING, EACH.inside(Inside.KEEPS), Fault.UNSEEN_DATA),
        Arguments.of(Mutant.RELEASE_IGNORES_NOTED, EACH.inside(Inside.KEEPS), Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.PASS_IGNORES_NOTED, SAME.inside(Inside.KEEPS), Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.LEAVES_WHILE_ALL_SLEEP, SAME.leaving(), Fault.LOST_WAKE_UP),
        Arguments.of(Mutant.RELEASE_WITHOUT_FENCE, SAME, Fault.STALE_RUN),
        Arguments.of(Mutant.SLEEPER_BIT_STAYS, SAME, Fault.DOUBLE_PERMIT),
        Arguments.of(Mutant.CLAIMED_NOT_COUNTED, SAME, Fault.DOUBLE_PERMIT),
        Arguments.of(Mutant.NO_UNPARK, SAME, Fault.LOST_WAKE_UP),
        Arguments.of(
            Mutant.NO_HAND_OVER, EACH.twoWords().batched().withLongStep(), Fault.LOST_WAKE_UP),
        Arguments.of(
            Mutant.SHARE_AFTER_RUN, EACH.withLongStep().afterSomeWork(), Fault.LOST_WAKE_UP));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("small")
  void noInterleavingDoesWrong(String name, Scenario scenario) {
    assertFaultless(scenario);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("large")
  @EnabledIfSystemProperty(named = "millrace.stress.long", matches = "true")
  void noInterleavingOfALargerScenarioDoesWrong(String name, Scenario scenario) {
    assertFaultless(scenario);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void mutantIsFoundOut(Mutant mutant, Scenario scenario, Fault fault) {
    Explorer.Verdict verdict = Explorer.seek(fault, new SignallingModel(scenario, mutant));
    assertThat(verdict.fault()).as(mutant + ": " + verdict).contains(fault);
  }

  private static void assertFaultless(Scenario scenario) {
    Explorer.Verdict verdict = Explorer.explore(new SignallingModel(scenario, Mutant.NONE));
    assertThat(verdict.fault()).as(verdict.toString()).isEmpty();
    assertThat(verdict.states()).as("states").isGreaterThan(10_000);
  }
}
