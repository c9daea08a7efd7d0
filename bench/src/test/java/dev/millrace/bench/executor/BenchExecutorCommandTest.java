package dev.millrace.bench.executor;

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

final class BenchExecutorCommandTest {
  private static final List<String> WORKLOADS =
      List.of(
          "submit",
          "submit_inside",
          "pingpong",
          "pingpong_cross",
          "fan",
          "continue",
          "continue_inline",
          "yield",
          "sparse_wake",
          "wake_latency");

  private record Result(int exit, String out, String err) {}

  private static Result bench(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(new BenchExecutorCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Result(exit, out.toString(), err.toString());
  }

  @Test
  @Timeout(600) // seconds on a quiet machine; a contender that hangs takes 20 s each time
  void everyWorkloadHasFiguresOfEverybody() {
    Result result = bench("--quick", "--json");

    JsonNode root = JsonMapper.shared().readTree(result.out());
    assertThat(names(root)).isEqualTo(WORKLOADS);
    for (JsonNode workload : root.get("workloads")) {
      assertThat(workload.propertyNames())
          .startsWith(
              "name",
              "ours_ns",
              "general_rival",
              "general_ns",
              "ratio",
              "pinned_rival",
              "pinned_ns",
              "pinned_ratio");
      for (String figure : List.of("ours_ns", "general_ns", "ratio", "pinned_ns", "pinned_ratio")) {
        assertThat(workload.get(figure).asDouble()).as("%s of %s", figure, workload).isPositive();
      }
      assertThat(workload.get("contenders").size()).isEqualTo(Contender.values().length);
      assertThat(workload.get("troubles").size()).as("troubles of %s", workload).isZero();
    }
    assertThat(root.get("workloads").get(9).get("p99_ours_ns").asDouble()).isPositive();
    assertThat(root.get("idle_cpu_percent").isNumber()).isTrue();
    assertThat(root.get("bytes_per_parked_task").asDouble()).isPositive();
    assertThat(root.get("throughput").size()).isEqualTo(3);
    assertThat(result.exit()).isZero();
  }

  @Test
  void theTableHasTheGoals() {
    Result result = bench("--quick", "--only", "fan", "--contenders", "FORK_JOIN,JCTOOLS");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("fan", "ForkJoinPool", "JCTools pool", "8.0", "4.0");
    assertThat(result.err()).isEqualTo("[1/1] fan ..." + System.lineSeparator());
  }

  @Test
  void anUnknownWorkloadIsRefused() {
    Result result = bench("--only", "nonsense");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("nonsense", "wake_latency");
    assertThat(result.out()).isEmpty();
  }

  private static List<String> names(JsonNode root) {
    List<String> names = new ArrayList<>();
    root.get("workloads").forEach(workload -> names.add(workload.get("name").asString()));
    return names;
  }
}
