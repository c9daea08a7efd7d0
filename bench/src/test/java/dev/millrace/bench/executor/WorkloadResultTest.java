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

  /** A latency is not good if only half of the wakes are. */
  @Test
  void whereSingleOperationsAreTimedTheSlowOnesMustReachTheGoalToo() {
    assertThat(latency(100, 100).reached(Side.GENERAL)).isTrue();
    assertThat(latency(100, 101).reached(Side.GENERAL)).isFalse();
    assertThat(latency(101, 100).reached(Side.GENERAL)).isFalse();
    assertThat(latency(100, 80).reached(Side.PINNED)).isTrue();
    assertThat(latency(100, 81).reached(Side.PINNED)).isFalse();
  }

  /** For the 99.9th there is no goal: ours is ten times as long here. */
  private static WorkloadResult latency(double median, double p99) {
    return new WorkloadResult(
        "wake_latency",
        new Goal(1, 1),
        Map.of(
            Contender.MILLRACE, timed(median, p99, 1_000),
            Contender.FORK_JOIN, timed(100, 200, 100),
            Contender.KOTLIN, timed(200, 100, 100),
            Contender.NETTY, timed(100, 80, 100)),
        Map.of());
  }

  private static Figures timed(double median, double p99, double p999) {
    return new Figures(median, median, median, new Figures.Tail(p99, p999));
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
