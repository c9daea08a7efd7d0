package dev.millrace.server.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** An empty store for each test, and short ways to use it. */
public interface StoreFixture {

  Store store();

  /** The same, closed and opened again. */
  Store reopened();

  /** The same, for a test that uses it up. */
  Store disposable();

  /** Ids that sort by their number. */
  static UUID id(int number) {
    return new UUID(0x0190_0000_0000_8000L + number, 0x8000_0000_0000_0000L);
  }

  static WorkflowDraft workflow(int number) {
    return new WorkflowDraft(id(number));
  }

  static TaskDraft task(int workflow, int number) {
    return new TaskDraft(id(workflow), number);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Runs a transaction that has nothing to answer. */
  static void write(Store store, Consumer<WriteTransaction> work) {
    boolean _ =
        store.<Boolean>write(transaction -> {
          work.accept(transaction);
          return true;
        });
  }

  default void write(Consumer<WriteTransaction> work) {
    write(store(), work);
  }

  default void add(WorkflowDraft... drafts) {
    var rows = List.of(drafts).stream().map(WorkflowDraft::row).toList();
    write(tx -> tx.save(new Changes(rows, List.of(), List.of(), List.of(), List.of())));
  }

  default void add(TaskDraft... drafts) {
    var rows = List.of(drafts).stream().map(TaskDraft::row).toList();
    write(tx -> tx.save(new Changes(List.of(), List.of(), rows, List.of(), List.of())));
  }

  default void change(WorkflowDraft draft) {
    write(tx ->
        tx.save(new Changes(List.of(), List.of(draft.row()), List.of(), List.of(), List.of())));
  }

  default void change(TaskDraft draft) {
    write(tx ->
        tx.save(new Changes(List.of(), List.of(), List.of(), List.of(draft.row()), List.of())));
  }

  default void remove(TaskId... tasks) {
    write(tx -> tx.save(new Changes(List.of(), List.of(), List.of(), List.of(), List.of(tasks))));
  }
}
