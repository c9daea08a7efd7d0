package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.simulation.DeterministicScheduler;
import org.junit.jupiter.api.Test;

class DagStateTest {

  /** Two chains between a source and a join. */
  private final CompiledPlan plan = chains();

  private final DagState dag = new DagState(plan, null);

  private static CompiledPlan chains() {
    TestPlan plan = new TestPlan();
    int source = plan.add(TestPlan.instant());
    int left = plan.add(TestPlan.instant(), source);
    int right = plan.add(TestPlan.instant(), source);
    int leftEnd = plan.add(TestPlan.instant(), left);
    int rightEnd = plan.add(TestPlan.instant(), right, right);
    int _ = plan.add(TestPlan.instant(), leftEnd, rightEnd);
    return plan.build();
  }

  @Test
  void nodesThatEndAtOnceComeInThePlansOrder() {
    dag.begin();

    for (int index : plan.order()) {
      assertThat(endsNext()).isEqualTo(index);
    }

    assertThat(dag.hasNodeToCompute()).isFalse();
    assertThat(dag.isDone()).isTrue();
  }

  @Test
  void nodeThatGoesOnHoldsUpOnlyThoseThatNeedIt() {
    dag.begin();
    assertThat(endsNext()).isEqualTo(0);

    NodeRun left = beginsNext();
    dag.goesOn(left);

    assertThat(endsNext()).isEqualTo(2);
    assertThat(endsNext()).isEqualTo(4);
    assertThat(dag.hasNodeToCompute()).isFalse();
    assertThat(dag.underWay()).containsExactly(left);

    dag.done(left, TestPlan.ONE_ROW);

    assertThat(endsNext()).isEqualTo(3);
    assertThat(endsNext()).isEqualTo(5);
    assertThat(dag.isDone()).isTrue();
    assertThat(dag.hasUnderWay()).isFalse();
  }

  private int endsNext() {
    NodeRun run = beginsNext();
    dag.done(run, TestPlan.ONE_ROW);
    return run.node().index();
  }

  private NodeRun beginsNext() {
    assertThat(dag.hasNodeToCompute()).isTrue();
    PlanNode node = plan.node(dag.nextToCompute());
    NodeRun run = new NodeRun(request(), node, RequestClock.NEVER, null);
    dag.begun(run);
    return run;
  }

  private RequestRun request() {
    PlanEngine engine =
        PlanEngine.create(
            DeterministicScheduler.create(1), TestPlan.NO_CLIENTS, EngineConfig.defaults());
    return new RequestRun(engine, plan, PlanRequest.of("r", 1), false);
  }
}
