package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RankdBenchTest {

  @TempDir Path folder;

  @Test
  void theBenchCountsErrorsAndGoesOn() throws IOException {
    RankdRun run =
        RankdRun.of(
            "",
            "--plan",
            PlanFiles.sleep(folder, 0, true),
            "--bench",
            "20",
            "--bench_concurrency",
            "4");

    JsonNode figures = JsonMapper.shared().readTree(run.out());
    assertThat(run.exit()).isEqualTo(4);
    assertThat(figures.path("errors").intValue()).isEqualTo(20);
    assertThat(figures.path("error_codes").path("NODE_FAILED").intValue()).isEqualTo(20);
    assertThat(run.err()).contains("20 of 20 iterations failed");
  }

  @Test
  void theBenchHasTheFieldsInTheirOrder() throws IOException {
    RankdRun run =
        RankdRun.of(
            "",
            "--async_scheduler",
            "--plan",
            PlanFiles.sleep(folder, 0, false),
            "--bench",
            "200",
            "--bench_concurrency",
            "16");

    JsonNode figures = JsonMapper.shared().readTree(run.out());
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .startsWith(
            "Running 200 iterations of sleep (concurrency=16, parallel=true, async=true)...");
    assertThat(List.copyOf(figures.propertyNames()))
        .containsExactly(
            "plan",
            "iterations",
            "concurrency",
            "within_request_parallelism",
            "async_scheduler",
            "cpu_threads",
            "total_ms",
            "throughput_rps",
            "avg_us",
            "p50_us",
            "p99_us",
            "min_us",
            "max_us",
            "p90_us",
            "p999_us",
            "warmup_iterations",
            "errors",
            "error_codes");
    assertThat(figures.path("errors").intValue()).isZero();
    assertThat(figures.path("min_us").doubleValue())
        .isPositive()
        .isLessThanOrEqualTo(figures.path("max_us").doubleValue());
  }

  @Test
  void timersOfTheEventLoopAreNeverEarly() {
    RankdRun run =
        RankdRun.of(
            "",
            "--bench_eventloop",
            "--bench_json",
            "--bench_n",
            "500",
            "--bench_tasks",
            "50",
            "--bench_sleep_ms",
            "3",
            "--bench_producers",
            "2");

    JsonNode figures = JsonMapper.shared().readTree(run.out());
    assertThat(run.exit()).isZero();
    assertThat(List.copyOf(figures.propertyNames()))
        .containsExactly("posts", "timers", "sleep_vs_pool");
    assertThat(figures.path("posts").path("total_posts").intValue()).isEqualTo(500);
    JsonNode timers = figures.path("timers").path("latency");
    assertThat(timers.path("count").intValue()).isEqualTo(500);
    // The histogram keeps three digits.
    assertThat(timers.path("min_us").doubleValue()).isGreaterThanOrEqualTo(2_997);
    assertThat(figures.path("sleep_vs_pool").path("coro_latency").path("min_us").doubleValue())
        .isGreaterThanOrEqualTo(2_997);
  }

  @Test
  void theEventLoopSpeaksTextToo() {
    RankdRun run =
        RankdRun.of("", "--bench_eventloop", "--bench_eventloop_mode", "posts", "--bench_n", "10");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("posts: 10 by 1 producers in ");
  }
}
