package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole plans give the right numbers. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class QueryTest extends SchedulerSuite {

  @ParameterizedTest
  @EnumSource
  void P24_rightNumbersForManyDops(Query query) throws Exception {
    for (int lanes : new int[] {dop, dop + 1, 4 * dop}) {
      Query.Plan plan = query.plan(lanes);
      assertThat(run(plan.pipeline(), PipelineOptions.<List<Long>>ofDop(lanes)))
          .isEqualTo(Outcome.FINISHED);
      assertThat(plan.answer().get()).isEqualTo(plan.expected());
    }
  }

  @ParameterizedTest
  @EnumSource
  void P27_chaosDoesNotChangeTheNumbers(Query query) throws Exception {
    for (int blocks = 0; blocks < 3; blocks++) {
      runsInChaos(query, new Chaos<>(blocks, fixture::later));
    }
  }

  @ParameterizedTest
  @EnumSource
  void P27_chaosFromAnotherThreadDoesNotChangeTheNumbers(Query query) throws Exception {
    try (var outside = Executors.newSingleThreadExecutor()) {
      runsInChaos(query, new Chaos<>(1, outside::execute));
    }
  }

  private void runsInChaos(Query query, Chaos<List<Long>> chaos) throws Exception {
    Query.Plan plan = query.plan(dop);
    assertThat(run(chaos.around(plan.pipeline()), PipelineOptions.<List<Long>>ofDop(dop)))
        .isEqualTo(Outcome.FINISHED);
    assertThat(plan.answer().get()).isEqualTo(plan.expected());
  }
}
