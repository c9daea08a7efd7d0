package dev.millrace.bench.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the two reports say of a workload whose single operations are timed. */
final class ReportsTest {

  /** The median reaches both goals, the 99th percentile that of general pools only. */
  private static final Summary SUMMARY =
      new Summary(
          List.of(
              new WorkloadResult(
                  "wake_latency",
                  new Goal(1, 1),
                  Map.of(
                      Contender.MILLRACE, timed(200, 800, 4_000),
                      Contender.FORK_JOIN, timed(300, 1_600, 2_000),
                      Contender.NETTY, timed(250, 600, 9_000)),
                  Map.of())),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  private static Figures timed(double median, double p99, double p999) {
    return new Figures(median, median, median, new Figures.Tail(p99, p999));
  }

  @Test
  void theTableHasALineForEachPercentileAndAGoalForThoseThatHaveOne() {
    String table = TableReport.of(SUMMARY, BenchOptions.defaults());

    assertThat(table.lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "wake_latency p50 200 ForkJoinPool 300 1.50 1.0 yes Netty event loops 250 1.25 1.0 yes",
            "wake_latency p99 800 ForkJoinPool 1,600 2.00 1.0 yes"
                + " Netty event loops 600 0.75 1.0 NO",
            "wake_latency p999 4,000 ForkJoinPool 2,000 0.50 Netty event loops 9,000 2.25");
  }

  @Test
  void theJsonSaysThatAGoalIsReachedOnlyIfThe99thPercentileDoesToo() {
    JsonNode workload =
        JsonMapper.shared().readTree(JsonReport.of(SUMMARY)).get("workloads").get(0);

    assertThat(workload.get("ratio").asDouble()).isEqualTo(1.5);
    assertThat(workload.get("p99_ratio").asDouble()).isEqualTo(2);
    assertThat(workload.get("p999_ratio").asDouble()).isEqualTo(0.5);
    assertThat(workload.get("reached").asBoolean()).isTrue();
    assertThat(workload.get("pinned_ratio").asDouble()).isEqualTo(1.25);
    assertThat(workload.get("p99_pinned_ratio").asDouble()).isEqualTo(0.75);
    assertThat(workload.get("pinned_reached").asBoolean()).isFalse();
  }
}
