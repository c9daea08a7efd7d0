package dev.millrace.server.store.postgres;

import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.ReadyTask;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreFixture;
import dev.millrace.server.store.TaskDraft;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.WriteTransaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one database, in each other's way. */
final class PostgresSharingTest implements StoreFixture {

  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

  private static PostgresSettings settings;
  private static PostgresStore one;
  private static PostgresStore two;

  @BeforeAll
  static void open() {
    settings = TestDatabase.fresh();
    one = PostgresStore.open(settings);
    two = PostgresStore.open(settings);
  }

  @AfterAll
  static void close() {
    one.close();
    two.close();
    THREADS.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    TestDatabase.run(settings, "TRUNCATE workflow, task, poll, definition, handout");
  }

  @Override
  public Store store() {
    return one;
  }

  @Override
  public Store reopened() {
    return one;
  }

  @Override
  public Store disposable() {
    return one;
  }

  /** What the other server does meanwhile; it has ended when this returns. */
  private static void meanwhile(Consumer<WriteTransaction> work) {
    CompletableFuture.runAsync(() -> StoreFixture.write(two, work), THREADS).join();
  }

  /** Starts what has to wait, and returns once it waits for a lock. */
  private static CompletableFuture<Void> waiting(Consumer<WriteTransaction> work) {
    var waiting = CompletableFuture.runAsync(() -> StoreFixture.write(two, work), THREADS);
    TestDatabase.awaitWaiter();
    return waiting;
  }

  private static List<Integer> numbers(List<ReadyTask> tasks) {
    return tasks.stream().map(task -> task.id().number()).toList();
  }

  @Test
  void twoServersAreHandedDifferentTasks() {
    add(task(1, 1).queue("q"), task(1, 2).queue("q"), task(1, 3).queue("q"));
    write(tx -> {
      assertThat(numbers(tx.ready("q", 2, _ -> false))).containsExactly(1, 2);
      meanwhile(other -> assertThat(numbers(other.ready("q", 2, _ -> false))).containsExactly(3));
    });
    assertThat(numbers(two.<List<ReadyTask>>write(tx -> tx.ready("q", 9, _ -> false)))).hasSize(3);
  }

  @Test
  void manyClaimersGetEachTaskOnce() {
    var tasks = new TaskDraft[200];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = task(1, i + 1).queue("q");
    }
    add(tasks);
    var claims = new ArrayList<CompletableFuture<List<Integer>>>();
    for (var store : List.of(one, two, one, two)) {
      claims.add(CompletableFuture.supplyAsync(() -> claimAll(store), THREADS));
    }
    var claimed = claims.stream().flatMap(each -> each.join().stream()).toList();

    assertThat(claimed).hasSize(200).doesNotHaveDuplicates();
  }

  private static List<Integer> claimAll(Store store) {
    var claimed = new ArrayList<Integer>();
    List<Integer> some;
    do {
      some = store.write(PostgresSharingTest::claimSome);
      claimed.addAll(some);
    } while (!some.isEmpty());
    return claimed;
  }

  private static List<Integer> claimSome(WriteTransaction tx) {
    var ready = tx.ready("q", 7, _ -> false);
    var taken =
        ready.stream().map(row -> task(1, row.id().number()).status("IN_PROGRESS").row()).toList();
    tx.save(new Changes(List.of(), List.of(), List.of(), taken, List.of()));
    return numbers(ready);
  }

  @Test
  void promotingDoesNotWaitForOthers() {
    add(task(1, 1).queue("q").delayedUntil(1), task(1, 2).queue("r").delayedUntil(2));
    write(tx -> {
      assertThat(tx.promote(1, 10)).containsExactly("q");
      meanwhile(other -> assertThat(other.promote(5, 10)).containsExactly("r"));
    });
    assertThat(two.<List<String>>write(tx -> tx.promote(5, 10))).isEmpty();
  }

  @Test
  void aLockedWorkflowIsWaitedForAndThenReadAnew() {
    add(workflow(1));
    var seen = new ArrayList<Integer>();
    CompletableFuture<Void> other =
        one.write(tx -> {
          assertThat(tx.lock(List.of(id(1)), 0).workflows()).hasSize(1);
          var waiting =
              waiting(
                  late -> seen.add(late.lock(List.of(id(1)), 0).workflows().getFirst().version()));
          tx.save(changing(2));
          return waiting;
        });
    other.join();
    assertThat(seen).containsExactly(2);
  }

  private static Changes changing(int version) {
    return new Changes(
        List.of(), List.of(workflow(1).version(version).row()), List.of(), List.of(), List.of());
  }

  @Test
  void aLimitIsHeldByOneAtATime() {
    var held = new ArrayList<Integer>();
    CompletableFuture<Void> other =
        one.write(tx -> {
          tx.lockLimit("limit");
          meanwhile(free -> free.lockLimit("another"));
          var waiting =
              waiting(late -> {
                late.lockLimit("limit");
                held.add(late.grants("limit", 0).count());
              });
          tx.grant("limit", 1, 5);
          return waiting;
        });
    other.join();
    assertThat(held).containsExactly(5);
  }

  @Test
  void pollsOfTwoServersDoNotWaitForEachOther() {
    var poll = new PollRow("t", null, "one", 1);
    write(tx -> tx.polled(List.of(poll)));
    write(tx -> {
      tx.polled(List.of(poll));
      meanwhile(other -> other.polled(List.of(poll)));
    });
    assertThat(one.<Integer>read(tx -> tx.polls().size())).isEqualTo(1);
  }

  @Test
  void aDefinitionThatTwoServersSeeFirstHasOneNumber() {
    var numbers = new ArrayList<Long>();
    CompletableFuture<Void> other =
        one.write(tx -> {
          numbers.add(tx.define("new", new byte[] {1}));
          return waiting(late -> numbers.add(late.define("new", new byte[] {1})));
        });
    other.join();
    assertThat(numbers).hasSize(2);
    assertThat(numbers.getFirst()).isEqualTo(numbers.getLast());
  }

  @Test
  void whoWaitsForEachOtherIsRunAgain() {
    add(workflow(1), workflow(2));
    var runs = new AtomicInteger();
    var bothHaveOne = new CyclicBarrier(2);
    var first = crossing(one, 1, 2, runs, bothHaveOne);
    var second = crossing(two, 2, 1, runs, bothHaveOne);
    first.join();
    second.join();

    // Once each, and at least one of them once more.
    assertThat(runs).hasValueGreaterThan(2);
    for (int number : new int[] {1, 2}) {
      assertThat(one.<WorkflowRow>read(tx -> tx.workflow(id(number))).version()).isEqualTo(3);
    }
  }

  /** Counts up two workflows, locking them one by one; the first time, after the other did. */
  private static CompletableFuture<Void> crossing(
      Store store, int from, int to, AtomicInteger runs, CyclicBarrier bothHaveOne) {
    Consumer<WriteTransaction> work =
        tx -> {
          countUp(tx, from);
          if (runs.incrementAndGet() <= 2) {
            await(bothHaveOne);
          }
          countUp(tx, to);
        };
    return CompletableFuture.runAsync(() -> StoreFixture.write(store, work), THREADS);
  }

  private static void countUp(WriteTransaction tx, int number) {
    int version = tx.lock(List.of(id(number)), 0).workflows().getFirst().version();
    var changed = workflow(number).version(version + 1).row();
    tx.save(new Changes(List.of(), List.of(changed), List.of(), List.of(), List.of()));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      var _ = barrier.await();
    } catch (Exception e) { // interrupted or broken: the test fails
      throw new IllegalStateException(e);
    }
  }
}
