package dev.millrace.server.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official JavaScript SDK, unchanged, against this server. Needs Node and npm, so it runs only
 * with the Maven profile {@code js-sdk}, which puts the SDK into the folder.
 */
@Tag("js-sdk")
final class JavaScriptSdkTest {

  private static final String SCRIPT = "sdk.mjs";
  private static final String RESULTS = "results: ";

  @TempDir private static Path store;

  @Test
  void workersAndClientsWork() throws Exception {
    try (var server = RunningServer.onSqlite(store)) {
      long before = server.count("millrace_tasks_chained_total");
      var results = run(server.api.base());

      assertThat(results.get("sequence"))
          .isEqualTo(
              ended(Map.of("sum", 42), List.of("a COMPLETED", "b COMPLETED", "c COMPLETED")));
      var fork = Json.map(results.get("fork"));
      assertThat(fork)
          .containsEntry("status", "COMPLETED")
          .containsEntry("output", Map.of("left", 2, "right", 3));
      assertThat(results.get("retry"))
          .isEqualTo(ended(Map.of("tries", 3), List.of("s FAILED", "s FAILED", "s COMPLETED")));
      assertThat((String) results.get("unknown")).contains("nope");
      assertThat(server.count("millrace_tasks_chained_total") - before).isPositive();
      assertThat(server.faults).isEmpty();
    }
  }

  private static Map<String, Object> ended(Map<String, Object> output, List<String> tasks) {
    return Map.of("status", "COMPLETED", "output", output, "tasks", tasks);
  }

  private static Map<String, Object> run(String url) throws IOException, InterruptedException {
    Path folder = Path.of(requireNonNull(System.getProperty("js-sdk.folder")));
    try (var script = requireNonNull(JavaScriptSdkTest.class.getResourceAsStream(SCRIPT))) {
      Files.copy(script, folder.resolve(SCRIPT), StandardCopyOption.REPLACE_EXISTING);
    }
    var node =
        new ProcessBuilder("node", SCRIPT, url)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(node.getInputStream().readAllBytes(), UTF_8);
      assertThat(node.waitFor()).as(output).isZero();
      return output
          .lines()
          .filter(line -> line.startsWith(RESULTS))
          .map(line -> Json.map(Json.read(line.substring(RESULTS.length()))))
          .findFirst()
          .orElseThrow();
    } finally {
      node.destroyForcibly();
    }
  }
}
