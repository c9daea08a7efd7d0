package dev.millrace.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchServerCommandTest {

  @TempDir private Path folder;

  private record Result(int exit, String out, String err) {}

  private static Result bench(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(new BenchServerCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Result(exit, out.toString(), err.toString());
  }

  @Test
  @Timeout(600) // seconds on a quiet machine
  void everyRowIsThereAndNothingIsLeftBehind() {
    Result result =
        bench("--quick", "--json", "--data", folder.toString(), "--sdk", folder.toString());

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).contains("sdk left out");
    JsonNode root = JsonMapper.shared().readTree(result.out());
    List<String> names = new ArrayList<>();
    for (JsonNode row : root.get("rows")) {
      names.add(row.get("name").asString());
      assertThat(row.get("ours").asDouble()).as("%s", row).isPositive();
    }
    assertThat(names)
        .containsExactly(
            "drain_rate",
            "drain_server_cpu",
            "drain_client_cpu",
            "drain_requests",
            "pickup_p50",
            "pickup_p99",
            "update_v2",
            "flat_rate",
            "flat_pickup_p50",
            "flat_pickup_p99",
            "flat_heap",
            "flat_heap_empty",
            "flat_disk",
            "fork_40");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void wrongUseIsRefused() {
    assertThat(bench("--only", "nonsense").exit()).isEqualTo(2);
    assertThat(bench("--rounds", "0").exit()).isEqualTo(2);
    assertThat(bench("--url", "jdbc:postgresql://localhost/x").err()).contains("--store postgres");
    assertThat(bench("--store", "postgres", "--url", "mysql://localhost").err())
        .contains("jdbc:postgresql://");
    assertThat(bench("--data", folder.resolve("nowhere").toString()).err()).contains("no folder");
  }
}
