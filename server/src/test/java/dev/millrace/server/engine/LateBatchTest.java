package dev.millrace.server.engine;

import static dev.millrace.server.engine.EngineFixture.get;
import static dev.millrace.server.engine.SharedStoreTest.waitingPoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import dev.millrace.server.Tasks.Updated;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes due while a batch takes its time, on a slow disk say. */
@Timeout(60)
final class LateBatchTest {

  private final AtomicLong time = new AtomicLong(10_000_000);
  private final Store file = SqliteStore.ephemeral();
  private final InterposedStore store = new InterposedStore(file);
  private EngineFixture engine;

  @BeforeEach
  void open() {
    engine = new EngineFixture(store, Map.of(), EngineSettings.defaults(), time::get);
  }

  @AfterEach
  void close() {
    engine.close();
    file.close();
  }

  @Test
  void what_a_limit_lets_through_during_a_batch_that_did_not_look_is_handed_out() {
    engine.taskDef(
        "{\"name\":\"t\",\"rateLimitPerFrequency\":1,\"rateLimitFrequencyInSeconds\":2}");
    engine.sequence("one", "t");
    engine.start("one");
    engine.start("one");
    assertThat(engine.poll("t", 2)).hasSize(1);
    var pending = waitingPoll(engine, "t");
    store.beforeNextCommit(() -> time.addAndGet(2_001));
    assertThat(engine.poll("nothing_of_it", 1)).isEmpty();
    assertThat(get(pending)).hasSize(1);
  }

  @Test
  void a_result_that_had_to_wait_for_its_batch_is_not_too_late() {
    engine.taskDef(
        """
        {"name":"t","retryCount":0,"responseTimeoutSeconds":2,"timeoutSeconds":60}
        """);
    engine.sequence("one", "t");
    var id = engine.start("one");
    var result = EngineFixture.result(engine.await("t"), TaskResult.Status.COMPLETED);
    var update = new AtomicReference<CompletableFuture<Updated>>();
    store.beforeNextWork(() -> {
      update.set(engine.tasks().update(result, null, 0));
      time.addAndGet(3_000);
    });
    assertThat(engine.poll("nothing_of_it", 1)).isEmpty();
    assertThat(get(update.get()).accepted()).isTrue();
    assertThat(engine.workflow(id).tasks())
        .extracting(Task::status)
        .containsExactly(Task.Status.COMPLETED);
  }
}
