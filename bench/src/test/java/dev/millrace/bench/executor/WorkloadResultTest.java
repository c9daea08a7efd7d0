package dev.millrace.bench.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class WorkloadResultTest {
  private static final WorkloadResult RESULT =
      new WorkloadResult(
          "submit",
          new Goal(4, 0.8),
          Map.of(
              Contender.MILLRACE, figures(10),
              Contender.FORK_JOIN, figures(60),
              Contender.KOTLIN, figures(40),
              Contender.JCTOOLS, figures(7),
              Contender.NETTY, figures(9)),
          Map.of(Contender.DISRUPTOR, "hung: in a test"));

  private static Figures figures(double median) {
    return new Figures(median, median / 2, median, null);
  }

  @Test
  void theFastestOfEachSideIsCompared() {
    assertThat(RESULT.best(Side.GENERAL)).hasValue(Contender.KOTLIN);
    assertThat(RESULT.ratio(Side.GENERAL)).hasValue(4.0);
    assertThat(RESULT.best(Side.PINNED)).hasValue(Contender.JCTOOLS);
    assertThat(RESULT.ratio(Side.PINNED)).hasValue(0.7);
  }

  @Test
  void aGoalIsReachedFromItsValueOn() {
    assertThat(RESULT.reached(Side.GENERAL)).isTrue();
    assertThat(RESULT.reached(Side.PINNED)).isFalse();
  }

  @Test
  void withoutARivalThereIsNoRatio() {
    WorkloadResult alone =
        new WorkloadResult(
            "submit", new Goal(4, 0.8), Map.of(Contender.MILLRACE, figures(1)), Map.of());

    assertThat(alone.best(Side.PINNED)).isEmpty();
    assertThat(alone.ratio(Side.PINNED)).isEmpty();
    assertThat(alone.reached(Side.PINNED)).isFalse();
  }
}
