package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.server.store.StoreException.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** All or nothing, and what was written stays. */
public interface TransactionConformance extends StoreFixture {

  private void assertThatNothingIsThere() {
    assertThat(store().<Long>read(tx -> tx.workflows(WorkflowQuery.all(0, 1)).total())).isZero();
  }

  private static Changes adding(WorkflowDraft draft) {
    return new Changes(List.of(draft.row()), List.of(), List.of(), List.of(), List.of());
  }

  private void assertDuplicate(WorkflowDraft... drafts) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> add(drafts))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.DUPLICATE));
  }

  @Test
  default void answersWhatTheWorkAnswers() {
    assertThat(store().<String>write(tx -> "written")).isEqualTo("written");
    assertThat(store().<String>read(tx -> "read")).isEqualTo("read");
  }

  @Test
  default void takesEverythingBackIfTheWorkFails() {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            write(tx -> {
              tx.save(adding(workflow(1)));
              throw new IllegalStateException("of the work's own");
            }))
        .withMessage("of the work's own");

    assertThatNothingIsThere();
    add(workflow(1));
  }

  @Test
  default void doesNotCommitAfterAFailureThatTheWorkHides() {
    add(workflow(2));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() ->
            write(tx -> {
              tx.save(adding(workflow(1)));
              assertThatExceptionOfType(StoreException.class)
                  .isThrownBy(() -> {
                    tx.save(adding(workflow(2)));
                    var _ = tx.workflow(id(2));
                  });
            }))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.DUPLICATE));

    assertThat(store().<Boolean>read(tx -> tx.workflow(id(1)) == null)).isTrue();
    add(workflow(1));
  }

  @Test
  default void refusesAnIdThatIsThereAlready() {
    add(workflow(1));
    add(task(1, 1));

    assertDuplicate(workflow(2), workflow(1));
    assertThat(store().<Boolean>read(tx -> tx.workflow(id(2)) == null)).isTrue();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> add(task(1, 2), task(1, 1)))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.DUPLICATE));
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 0, 9))).hasSize(1);
  }

  @Test
  default void takesAnIdempotencyKeyOnceForEachName() {
    add(workflow(1).name("a").key("k"), workflow(2).name("b").key("k"), workflow(3), workflow(4));

    assertDuplicate(workflow(5).name("a").key("k"));
    assertThat(store().<WorkflowRow>read(tx -> tx.workflowByKey("b", "k")).id()).isEqualTo(id(2));
    assertThat(store().<Boolean>read(tx -> tx.workflowByKey("c", "k") == null)).isTrue();
    assertThat(store().<Boolean>write(tx -> tx.delete(id(1)))).isTrue();
    add(workflow(5).name("a").key("k"));
  }

  @Test
  default void aReaderSeesOneStateAndDoesNotHoldUpWriters() throws Exception {
    add(workflow(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var states =
          store()
              .<List<Long>>read(tx -> {
                long before = tx.workflows(WorkflowQuery.all(0, 1)).total();
                CompletableFuture.runAsync(() -> add(workflow(2)), threads).join();
                return List.of(before, tx.workflows(WorkflowQuery.all(0, 1)).total());
              });
      assertThat(states).containsExactly(1L, 1L);
    }
    assertThat(store().<Long>read(tx -> tx.workflows(WorkflowQuery.all(0, 1)).total()))
        .isEqualTo(2);
  }

  @Test
  default void writersOneAfterTheOtherLoseNothing() {
    add(workflow(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        var _ =
            threads.submit(() -> {
              for (int turn = 0; turn < 20; turn++) {
                write(this::countUp);
              }
            });
      }
    }
    assertThat(store().<WorkflowRow>read(tx -> tx.workflow(id(1))).version()).isEqualTo(161);
  }

  private void countUp(WriteTransaction tx) {
    int version = tx.lock(List.of(id(1)), 0).workflows().getFirst().version();
    tx.save(
        new Changes(
            List.of(),
            List.of(workflow(1).version(version + 1).row()),
            List.of(),
            List.of(),
            List.of()));
  }

  @Test
  default void whatWasWrittenIsThereAfterReopening() {
    add(workflow(1).input(new byte[50_000]));
    add(task(1, 1).queue("q"));
    long definition = store().<Long>write(tx -> tx.define("digest", new byte[] {7}));

    var again = reopened();

    assertThat(again.<WorkflowRow>read(tx -> tx.workflow(id(1))).input()).hasSize(50_000);
    assertThat(again.<List<ReadyTask>>write(tx -> tx.ready("q", 5, _ -> false))).hasSize(1);
    assertThat(again.<byte[]>read(tx -> tx.definition(definition))).containsExactly(7);
    assertThat(again.<Long>write(tx -> tx.define("digest", new byte[] {7}))).isEqualTo(definition);
  }

  @Test
  default void refusesWorkWhenItIsClosed() {
    var closed = disposable();
    closed.close();
    closed.close();

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> closed.<Long>write(WriteTransaction::nextTimer))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> closed.<Long>read(ReadTransaction::revision))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @Test
  default void oneListensAndNoMore() {
    try (var store = disposable()) {
      store.listen(signal -> {});
      assertThatIllegalStateException().isThrownBy(() -> store.listen(signal -> {}));
    }
  }
}
