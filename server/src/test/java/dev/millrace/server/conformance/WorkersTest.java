package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.MillraceClient;
import dev.millrace.worker.Balance;
import dev.millrace.worker.WorkResult;
import dev.millrace.worker.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our workers with a whole server. */
final class WorkersTest {

  @TempDir private Path folder;
  private RunningServer server;
  private Conversation talk;

  @BeforeEach
  void start() {
    server = RunningServer.onSqlite(folder);
    talk = new Conversation(server.api);
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(server.faults).isEmpty();
  }

  /** How many requests there were. */
  private long requests(String path) {
    var line =
        Pattern.compile(
            "^millrace_http_requests_seconds_count\\{.*route=\"" + path + "\".*} (\\d+)",
            Pattern.MULTILINE);
    String metrics = (String) server.api.sendTo("/metrics", "GET", null).body();
    return line.matcher(metrics).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
  }

  @Test
  void metricsTellWhatWaitsInEachQueue() {
    talk.taskDef("t");
    talk.workflowDef("w", List.of(talk.step("a")));
    var _ = talk.start("w", Map.of(), "taskToDomain", Map.of(talk.name("t"), "eu"));
    var _ = talk.start("w", Map.of());
    var _ = talk.start("w", Map.of());
    var _ = talk.start("w", Map.of());
    var _ = talk.poll("t");
    String metrics = (String) server.api.sendTo("/metrics", "GET", null).body();
    String labels = "domain=\"%s\",type=\"" + talk.name("t") + "\"} ";
    assertThat(metrics)
        .contains("millrace_queue_ready{" + labels.formatted("") + "2.0")
        .contains("millrace_queue_ready{" + labels.formatted("eu") + "1.0")
        .contains("millrace_queue_delayed{" + labels.formatted("") + "0.0")
        .contains("millrace_queue_oldest_seconds{" + labels.formatted("eu"))
        .contains("millrace_queue_polled_seconds{" + labels.formatted(""))
        .doesNotContain("millrace_queue_polled_seconds{" + labels.formatted("eu"));
  }

  @Test
  @Timeout(60)
  void whatAWorkerGetsWhileItClosesIsNotLost() {
    talk.taskDef("t");
    talk.workflowDef("w", List.of(talk.step("a")));
    try (var client = MillraceClient.connect(server.api.base())) {
      for (int i = 0; i < 10; i++) {
        var host =
            Workers.connect(client).worker(talk.name("t"), _ -> WorkResult.completed()).start();
        var _ = talk.ended(talk.start("w", Map.of()));
        String id = talk.start("w", Map.of("i", i));
        Balance balance = host.shutdown();
        assertThat(balance.open() + balance.abandoned()).isZero();
        if (balance.completed() == 1) {
          talk.work();
        }
        assertThat(talk.statusOf(id)).isEqualTo("COMPLETED");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tasksOfTwoTypesAreDoneWithResultsThatTravelTogether(boolean chained) {
    talk.taskDef("t");
    talk.taskDef("u");
    talk.workflowDef(
        "w", List.of(talk.step("a"), talk.step("b"), talk.step("u", "c", Map.of("x", 1))));
    int count = 30;
    List<String> ids =
        IntStream.range(0, count).mapToObj(i -> talk.start("w", Map.of("i", i))).toList();
    try (var client = MillraceClient.connect(server.api.base());
        var host =
            Workers.connect(client)
                .settings(settings -> settings.withUseV2Api(chained))
                .defaults(settings ->
                    settings.withThreadCount(20).withMaxPollTimeout(Duration.ofMillis(100)))
                .worker(talk.name("t"), _ -> WorkResult.completed(Map.of("k", 1)))
                .worker(talk.name("u"), _ -> WorkResult.completed())
                .start()) {
      ids.forEach(id -> assertThat(talk.ended(id)).containsEntry("status", "COMPLETED"));
      Balance balance = host.shutdown();
      assertThat(balance.completed()).isEqualTo(3L * count);
      assertThat(balance.open()).isZero();
      assertThat(balance.abandoned()).isZero();
    }
    assertThat(requests("/api/tasks/updates")).isBetween(1L, 3L * count - 1);
    assertThat(requests("/api/tasks/update-v2") + requests("/api/tasks")).isZero();
  }
}
