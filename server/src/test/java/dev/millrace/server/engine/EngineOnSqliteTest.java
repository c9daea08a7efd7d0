package dev.millrace.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EngineOnSqliteTest extends EngineContract {

  @TempDir private Path folder;

  @Override
  Store openStore() {
    return SqliteStore.open(folder.resolve("test.db"));
  }

  /** The one who began it is gone: nobody else can have it. */
  @Test
  void a_task_of_the_server_itself_is_begun_again_by_the_next_server() {
    var begun = new CompletableFuture<Map<String, @Nullable Object>>();
    var file = folder.resolve("own.db");
    var first = SqliteStore.open(file);
    OwnTask never =
        input -> {
          begun.complete(input);
          return new CompletableFuture<>();
        };
    var hasty = EngineSettings.defaults().withCloseTimeout(Duration.ZERO);
    var engine = new EngineFixture(first, Map.of("HTTP", never), hasty);
    engine.workflowDef(
        """
        {"name":"web","version":1,"tasks":[
          {"name":"h","taskReferenceName":"h","type":"HTTP","inputParameters":{"http_request":{"uri":"x"}}}]}
        """);
    var id = engine.start("web");
    assertThat(EngineFixture.get(begun)).containsKey("http_request");
    engine.close();
    first.close();

    var second = SqliteStore.open(file);
    var done = new CompletableFuture<Boolean>();
    OwnTask quick =
        _ -> {
          done.complete(true);
          return CompletableFuture.completedFuture(
              TaskReport.of(TaskReport.Status.COMPLETED, Map.of()));
        };
    try (var again = new EngineFixture(second, Map.of("HTTP", quick))) {
      assertThat(EngineFixture.get(done)).isTrue();
      assertThat(again.workflow(id).tasks()).hasSize(1);
    } finally {
      second.close();
    }
  }
}
