package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchPlanCommandTest {

  private static final List<String> ROWS =
      List.of(
          "overhead_pipeline",
          "overhead_submitted",
          "overhead_pipeline_cpu",
          "overhead_one_node",
          "overhead_bytes",
          "overhead_bytes_of_row",
          "rows_vm",
          "rows_filter",
          "rows_sort_take",
          "io_commands",
          "io_round_trips",
          "io_latency_p50",
          "io_throughput",
          "fanout_small_future",
          "fanout_small_future_p99",
          "fanout_small_parseq",
          "fanout_small_parseq_p99",
          "fanout_work_future",
          "fanout_work_future_p99",
          "fanout_work_parseq",
          "fanout_work_parseq_p99",
          "fanout_wait_future",
          "fanout_wait_future_p99",
          "fanout_wait_parseq",
          "fanout_wait_parseq_p99",
          "deadline_late_p50",
          "deadline_late_p99",
          "deadline_late_max",
          "error_beside_sleep");

  private record Result(int exit, String out, String err) {}

  private static Result bench(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(new BenchPlanCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Result(exit, out.toString(), err.toString());
  }

  @Test
  @Timeout(600) // seconds on a quiet machine
  void everyRowIsThereAndSane() {
    Result result = bench("--quick", "--json");

    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode root = JsonMapper.shared().readTree(result.out());
    assertThat(root.get("machine").get("cores").asInt()).isPositive();
    List<String> names = new ArrayList<>();
    for (JsonNode row : root.get("rows")) {
      names.add(row.get("name").asString());
      ensureSane(row);
    }
    // Where redis-benchmark is installed there is one row more.
    names.remove("io_throughput_tool");
    assertThat(names).isEqualTo(ROWS);
    assertThat(row(root, "io_commands").get("ours").asDouble()).isBetween(10.0, 12.0);
    assertThat(row(root, "io_round_trips").get("ours").asDouble()).isEqualTo(3);
  }

  private static void ensureSane(JsonNode row) {
    assertThat(row.propertyNames())
        .containsExactly(
            "name", "ours", "unit", "rival", "rival_value", "ratio", "goal", "reached");
    assertThat(row.get("ours").asDouble()).as("%s", row).isPositive();
    assertThat(row.get("unit").asString()).isNotEmpty();
    assertThat(row.get("goal").asString()).matches("[<>]= .*");
    assertThat(row.get("reached").isBoolean()).as("%s", row).isTrue();
    if (!row.get("rival").isNull()) {
      assertThat(row.get("rival_value").asDouble()).as("%s", row).isPositive();
      assertThat(row.get("ratio").asDouble()).as("%s", row).isPositive();
    }
  }

  private static JsonNode row(JsonNode root, String name) {
    for (JsonNode row : root.get("rows")) {
      if (row.get("name").asString().equals(name)) {
        return row;
      }
    }
    throw new AssertionError("no row " + name);
  }

  @Test
  void theTableHasTheGoals() {
    Result result = bench("--quick", "--only", "rows", "--rounds", "1");

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("rows_vm", "hand-written", "<= 1.5 times", "Median of 1 rounds")
        .doesNotContain("io_latency");
    assertThat(result.err()).isEqualTo("[1/1] rows ..." + System.lineSeparator());
  }

  @Test
  void anUnknownSectionIsRefused() {
    Result result = bench("--only", "nonsense");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("nonsense", "overhead", "deadline");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void noRoundsAreRefused() {
    assertThat(bench("--rounds", "0").exit()).isEqualTo(2);
  }
}
