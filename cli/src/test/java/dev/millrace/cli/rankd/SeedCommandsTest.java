package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.InProcessStore;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command lines that the documents of the scheduler give, on the plans of this project. */
final class SeedCommandsTest {

  private static final Map<String, String> HOME =
      Map.of("MILLRACE_HOME", Path.of("..").toAbsolutePath().normalize().toString());

  private static RankdRun run(String flags) {
    ClientSource examples = OneStore.source(InProcessStore.withExampleData());
    return RankdRun.of(examples, HOME, "{\"user_id\": 1}", flags.split(" ", -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--async_scheduler --plan_name simple_plan",
        "--async_scheduler --plan_name complex_plan",
        "--async_scheduler --plan_name my_plan",
      })
  void aPlanIsAnswered(String flags) {
    RankdRun run = run(flags);

    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(run.json().path("candidates").isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--async_scheduler --deadline_ms 100 --plan_name complex_plan",
        "--async_scheduler --node_timeout_ms 50 --plan_name complex_plan",
        "--async_scheduler --deadline_ms 100",
        "--async_scheduler --node_timeout_ms 50",
        "--async_scheduler --deadline_ms 200 --node_timeout_ms 50",
      })
  void aBoundIsKeptOrTold(String flags) {
    RankdRun run = run(flags);

    // A busy machine may need longer than the bound; then the answer says so, and nothing else.
    assertThat(run.exit()).as(run.out()).isIn(0, 5);
    assertThat(run.json().has(run.exit() == 0 ? "candidates" : "error")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--async_scheduler --bench 100 --plan_name my_plan",
        "--async_scheduler --bench 1000 --bench_concurrency 100 --plan_name my_plan",
      })
  void aBenchHasFigures(String flags) {
    RankdRun run = run(flags);

    JsonNode figures = JsonMapper.shared().readTree(run.out());
    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(figures.path("errors").intValue()).isZero();
    assertThat(figures.path("throughput_rps").doubleValue()).isPositive();
  }
}
