package dev.millrace.server.engine;

import dev.millrace.server.flow.TaskRows;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WriteTransaction;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tasks of a workflow for the decider: from memory, and from the store what is not there. */
final class KnownRows implements TaskRows {

  private final Known known;
  private final WriteTransaction tx;

  KnownRows(Known known, WriteTransaction tx) {
    this.known = known;
    this.tx = tx;
  }

  @Override
  public @Nullable TaskState byId(String id) {
    var here = known.task(id);
    return here != null || known.neverStored(id)
        ? here
        : learn(() -> tx.task(Objects.requireNonNull(TaskId.parse(id))));
  }

  @Override
  public @Nullable TaskState byRef(String ref) {
    var here = known.byRef(ref);
    return here != null || known.isComplete() ? here : learn(() -> tx.lastByRef(known.id(), ref));
  }

  @Override
  public @Nullable TaskState byBase(String base) {
    // What is here need not be the newest: another turn may be in the store.
    return known.isComplete()
        ? known.byBase(base)
        : newer(known.byBase(base), learn(() -> tx.lastByBase(known.id(), base)));
  }

  private static @Nullable TaskState newer(@Nullable TaskState a, @Nullable TaskState b) {
    return a == null || (b != null && b.key().seq() > a.key().seq()) ? b : a;
  }

  private @Nullable TaskState learn(Supplier<@Nullable TaskRow> query) {
    var row = query.get();
    // What this batch removed is still in the store.
    return row == null || gone(row.id().toString())
        ? null
        : known.learn(TaskCodec.task(row, known.flow()).task());
  }

  private boolean gone(String id) {
    return known.task(id) == null && known.neverStored(id);
  }

  @Override
  public Collection<TaskState> live() {
    return all().stream().filter(TaskState::live).toList();
  }

  @Override
  public Collection<TaskState> all() {
    if (!known.isComplete()) {
      for (var row : tx.tasksOf(List.of(known.id()))) {
        if (!gone(row.id().toString())) {
          var _ = known.learn(TaskCodec.task(row, known.flow()).task());
        }
      }
      known.complete();
    }
    return known.tasks();
  }
}
