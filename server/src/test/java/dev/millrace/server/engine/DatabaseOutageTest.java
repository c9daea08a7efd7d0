package dev.millrace.server.engine;

import static dev.millrace.server.engine.EngineFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that goes away and comes back under an engine. */
@Timeout(90)
final class DatabaseOutageTest {

  @TempDir private Path folder;

  private EmbeddedPostgres database(int port) throws IOException {
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("data"))
            .setCleanDataDirectory(false);
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  private static void assertUnavailable(Runnable request) {
    assertThatExceptionOfType(ServiceException.class)
        .isThrownBy(request::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ServiceException.Code.UNAVAILABLE));
  }

  @Test
  void requestsAreRefusedWhileItIsAwayAndThenAllGoesOn() throws IOException {
    var database = database(0);
    int port = database.getPort();
    var settings =
        PostgresSettings.of(database.getJdbcUrl("postgres", "postgres"), "postgres", "postgres")
            .withTimeout(Duration.ofSeconds(1));
    try (var store = PostgresStore.open(settings);
        var engine = new EngineFixture(store, Map.of(), (_, _, _, _) -> {})) {
      engine.sequence("two", "t", "u");
      var id = engine.start("two");
      var task = engine.await("t");
      var waiting = engine.tasks().poll(new Poll("u", null, "w", 1, 120_000)).answer();

      database.close();
      assertUnavailable(() -> engine.start("two"));
      assertUnavailable(() -> engine.complete(task, 0));
      assertUnavailable(() -> {
        var _ = engine.workflow(id);
      });
      assertUnavailable(() -> {
        var _ = engine.poll("t", 1);
      });

      database = database(port);
      completeUntilTaken(engine, task);
      var next =
          waiting.isCompletedExceptionally() || get(waiting).isEmpty()
              ? engine.await("u")
              : get(waiting).getFirst();
      engine.complete(next, 0);
      assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
    } finally {
      database.close();
    }
  }

  /** The pool may hold connections that are dead; each costs one refusal at most. */
  private static void completeUntilTaken(EngineFixture engine, Task task) {
    for (int attempt = 1; ; attempt++) {
      try {
        assertThat(engine.complete(task, 0).accepted()).isTrue();
        return;
      } catch (ServiceException e) {
        assertThat(e.code()).isEqualTo(ServiceException.Code.UNAVAILABLE);
        assertThat(attempt).isLessThan(20);
      }
    }
  }
}
