package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CriticalPathTest {

  private static final long NEVER = PlanTrace.NEVER;

  /** n0, of it n1 and n2, of these n3. */
  private static CompiledPlan diamond() {
    TestPlan plan = new TestPlan();
    int source = plan.add(TestPlan.instant());
    int left = plan.add(TestPlan.instant(), source);
    int right = plan.add(TestPlan.instant(), source);
    int _ = plan.add(TestPlan.instant(), left, right);
    return plan.build();
  }

  @Test
  void goesThroughTheInputThatEndedLast() {
    long[] starts = {0, 10, 10, 50};
    long[] ends = {10, 50, 30, 60};

    assertThat(CriticalPath.of(diamond(), ends, starts)).containsExactly("n0", "n1", "n3");
  }

  @Test
  void reachesTheEndAlsoIfTheLastNodesTookNoTime() {
    long[] starts = {0, 10, 10, 30};
    long[] ends = {10, 20, 30, 30};

    assertThat(CriticalPath.of(diamond(), ends, starts)).containsExactly("n0", "n2", "n3");
  }

  @Test
  void endsWithWhatWasRunningWhenTheTimeWasUp() {
    long[] starts = {0, 10, 10, NEVER};
    long[] ends = {10, 20, NEVER, NEVER};

    assertThat(CriticalPath.of(diamond(), ends, starts)).containsExactly("n0", "n2");
  }

  @Test
  void isEmptyIfNothingBegan() {
    long[] never = {NEVER, NEVER, NEVER, NEVER};

    assertThat(CriticalPath.of(diamond(), never, never)).isEmpty();
  }
}
