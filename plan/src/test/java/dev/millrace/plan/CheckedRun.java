package dev.millrace.plan;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.InProcessStore;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.simulation.SimulationConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs plans that nobody wrote on purpose, with all checks, a deadline and a virtual clock. There
 * must be one answer, nothing may be left under way, and an error must be one of data, IO or time:
 * whatever else can be wrong with a plan is a fault that the loader tells.
 */
final class CheckedRun {

  private static final Set<PlanError.Code> EXPECTED =
      Set.of(
          PlanError.Code.NODE_FAILED, PlanError.Code.IO_FAILED, PlanError.Code.DEADLINE_EXCEEDED);

  /** Else time would stand still while a node computes. */
  private static final Duration TURN = ofMillis(1).dividedBy(10);

  private static final PlanRequest REQUEST =
      PlanRequest.of("r", 1).withDeadline(ofMillis(50)).withChecks().withTrace();

  /** By the ids of the params that are built in; one of them is no pattern. */
  private static final Map<Integer, Object> PARAMS = Map.of(1, 0.5, 2, "(", 3, 1e308, 4, -2.0);

  private CheckedRun() {}

  /** What a plan gives without params, and with some. */
  static List<Object> answers(CompiledPlan plan, long seed) {
    return List.of(
        answer(plan, REQUEST, seed), answer(plan, REQUEST.withParams(PARAMS::get), seed));
  }

  /** The rows of the outputs, or the code of the error and the node that it names. */
  private static Object answer(CompiledPlan plan, PlanRequest request, long seed) {
    DeterministicScheduler scheduler =
        DeterministicScheduler.create(SimulationConfig.ofSeed(seed).withTurnTime(TURN));
    EngineConfig config =
        EngineConfig.defaults().withBatchRows(100).withNanoTime(scheduler::nanoTime);
    CountedStore store = new CountedStore(InProcessStore.withExampleData());
    PlanEngine engine = PlanEngine.create(scheduler, store, config);

    PlanAnswer answer = awaited(scheduler, engine, plan, request);
    scheduler.runUntilIdle();
    scheduler.close();

    EngineCounters counters = engine.counters();
    assertThat(counters.answered()).isOne();
    assertThat(counters.live()).isZero();
    return switch (answer) {
      case PlanAnswer.Rows(List<RowSet> outputs, _) -> outputs.stream().map(NaiveRows::of).toList();
      case PlanAnswer.Failed(PlanError error, _) -> {
        assertThat(error.code()).as("%s", error).isIn(EXPECTED);
        yield error.code() + " in " + error.node();
      }
    };
  }

  private static PlanAnswer awaited(
      DeterministicScheduler scheduler, PlanEngine engine, CompiledPlan plan, PlanRequest request) {
    try {
      return scheduler.await(engine.submit(plan, request));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
