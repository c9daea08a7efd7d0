package dev.millrace.server.engine;

import static dev.millrace.server.engine.EngineFixture.get;
import static dev.millrace.server.engine.SharedStoreTest.waitingPoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.postgres.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What one hand of an engine does while the other is between the end of its work and its commit.
 * Time stands still, so nobody looks just because it is time to.
 */
@Timeout(60)
final class TwoHandsTest {

  private static final long HOUR = 3_600_000;

  private final AtomicLong time = new AtomicLong(10 * HOUR);
  private final PostgresSettings settings = TestDatabase.fresh();
  private final Store database = PostgresStore.open(settings);
  private final InterposedStore store = new InterposedStore(database);
  private EngineFixture engine;

  @BeforeEach
  void open() {
    engine =
        new EngineFixture(
            store, Map.of(), EngineSettings.defaults(), (_, _, _, _) -> {}, time::get);
  }

  @AfterEach
  void close() {
    engine.close();
    database.close();
  }

  /** The other hand has the turn and waits for commands, for a minute. */
  private static void awaitIdleHand() {
    var me = Thread.currentThread();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                    thread.getName().startsWith("millrace-mill-")
                        && thread != me
                        && thread.getState() == Thread.State.TIMED_WAITING));
  }

  private TaskResult taskThatIsDone() {
    engine.sequence("two", "t", "u");
    engine.start("two");
    var done = EngineFixture.result(engine.await("t"), TaskResult.Status.COMPLETED);
    // The next timer is far away, and so is the end of a wait for commands.
    time.addAndGet(-HOUR);
    return done;
  }

  @Test
  void a_batch_is_run_again_although_the_other_hand_waits_for_commands() throws Exception {
    var done = taskThatIsDone();
    store.beforeNextConflict(TwoHandsTest::awaitIdleHand);
    var update = engine.tasks().update(done, null, 0);
    assertThat(update.get(20, TimeUnit.SECONDS).accepted()).isTrue();
  }

  @Test
  void a_failure_is_told_although_the_other_hand_waits_for_commands() {
    var done = taskThatIsDone();
    store.beforeNextCommit(() -> {
      awaitIdleHand();
      throw new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
    });
    var update = engine.tasks().update(done, null, 0);
    assertThat(update)
        .failsWithin(20, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class);
  }

  @Test
  void who_waited_gets_its_task_when_the_batch_is_run_again() {
    engine.sequence("one", "t");
    var first = waitingPoll(engine, "t");
    var second = new AtomicReference<CompletableFuture<List<Task>>>();
    try (var others = PostgresStore.open(settings);
        var other = new EngineFixture(others, Map.of(), EngineSettings.defaults(), time::get)) {
      // The other's signal makes this one look.
      store.beforeNextConflict(() -> second.set(waitingPoll(engine, "t")));
      other.start("one");
      assertThat(get(first)).hasSize(1);
      other.start("one");
      assertThat(get(second.get())).hasSize(1);
    }
  }

  @Test
  void what_a_batch_locked_and_did_not_need_is_found_by_who_looked_meanwhile() {
    engine.sequence("one", "t");
    var ended = List.of(engine.start("one"), engine.start("one"));
    var left = List.of(engine.start("one"), engine.start("one"));
    var inTheWay = new AtomicReference<CompletableFuture<List<Task>>>();
    var late = new AtomicReference<CompletableFuture<List<Task>>>();
    // While one hand has the turn, these become one batch of the other. It comes upon the tasks
    // that it ends itself, and asks for more than it needs then.
    store.beforeNextWork(() -> {
      ended.forEach(id -> {
        var _ = engine.engine.workflows().terminate(id, "over");
      });
      inTheWay.set(engine.tasks().poll(new Poll("t", null, "w", 1, 0)).answer());
      store.beforeNextCommit(() -> late.set(waitingPoll(engine, "t")));
    });
    assertThat(engine.poll("nothing_of_it", 1)).isEmpty();
    var got = List.of(get(inTheWay.get()).getFirst(), get(late.get()).getFirst());
    assertThat(got).extracting(Task::workflowInstanceId).hasSameElementsAs(left);
  }
}
