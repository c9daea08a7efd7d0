package dev.millrace.stress.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.PlanLoader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every scenario is a test under its name. */
class DagScenariosTest {

  @TestFactory
  Stream<DynamicTest> scenarios() {
    PlanLoader loader = ScenarioRunner.loader();
    return DagScenarios.all().stream()
        .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> holds(scenario, loader)));
  }

  private static void holds(Scenario scenario, PlanLoader loader) {
    ScenarioRunner.Result result = ScenarioRunner.run(scenario, loader);
    assertThat(result.failure()).isNull();
    assertThat(result.expectations()).isPositive();
  }

  @Test
  void aScenarioThatDoesNotHoldIsReported() {
    Scenario wrong = new Scenario("wrong", ground -> ground.expect(false, "the impossible"));

    assertThat(ScenarioRunner.run(wrong, ScenarioRunner.loader()).failure())
        .isEqualTo("expected the impossible");
  }

  @Test
  void thereAreTwentyThreeAndPatternsPickThem() {
    List<Scenario> all = DagScenarios.all();
    assertThat(all).hasSize(23);
    assertThat(all).extracting(Scenario::name).doesNotHaveDuplicates();
    assertThat(all).allMatch(scenario -> scenario.matches("[async_scheduler]"));
    assertThat(all.stream().filter(each -> each.matches("*deadline*"))).hasSize(7);
    assertThat(all.stream().filter(each -> each.matches("*repeated*"))).hasSize(2);
    assertThat(all.stream().filter(each -> each.matches("repeated"))).isEmpty();
  }
}
