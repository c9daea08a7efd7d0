package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.Locked;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.ReadyTask;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.jdbc.Rows;
import dev.millrace.server.store.jdbc.Session;
import dev.millrace.server.store.jdbc.Writing;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A write to the file. It is the only one at its time, so nothing needs a lock. Reads bring many
 * rows at once, because starting a query costs the driver more than reading some rows. Not
 * thread-safe.
 */
final class SqliteTransaction extends Writing {

  private static final String WORKFLOWS =
      "SELECT "
          + Rows.WORKFLOW
          + " FROM workflow WHERE id IN (SELECT unhex(value) FROM json_each(?))";
  private static final String BY_ID =
      "SELECT "
          + Rows.TASK
          + " FROM task WHERE (workflow, number) IN (SELECT unhex(substr(value, 1, 32)),"
          + " CAST(substr(value, 33) AS INTEGER) FROM json_each(?))";
  private static final String TASKS =
      "SELECT "
          + Rows.TASK
          + " FROM task WHERE workflow IN (SELECT unhex(value) FROM json_each(?))"
          + " ORDER BY workflow, number";
  private static final String FIRST_TASKS = TASKS.replace(" ORDER", " AND number <= ? ORDER");
  // The index has all of it.
  private static final String READY =
      "SELECT workflow, number FROM task_row WHERE queue = ? AND delayed = 0"
          + " ORDER BY priority DESC, ready_at, workflow, number LIMIT ?";
  private static final String PROMOTE =
      """
      UPDATE task_row SET delayed = 0 WHERE (workflow, number) IN (
        SELECT workflow, number FROM task_row WHERE delayed = 1 AND ready_at <= ?
        ORDER BY ready_at LIMIT ?)
      RETURNING queue
      """;
  private static final String POLLED =
      "INSERT INTO poll (type, domain, worker, at) VALUES (?, ?, ?, ?)"
          + " ON CONFLICT (type, domain) DO UPDATE SET worker = excluded.worker, at = excluded.at";

  SqliteTransaction(Session session) {
    super(session, "delayed = 1");
  }

  @Override
  public Locked lock(Collection<UUID> ids, int most) {
    var list = IdList.workflows(ids);
    return new Locked(
        revision(),
        session.list(WORKFLOWS, rows::workflow, list),
        session.list(FIRST_TASKS, rows::task, list, most));
  }

  @Override
  public List<TaskRow> tasksOf(Collection<UUID> workflows) {
    return session.list(TASKS, rows::task, IdList.workflows(workflows));
  }

  @Override
  public List<ReadyTask> ready(String queue, int limit, Predicate<TaskId> known) {
    var ids = session.list(READY, rows::taskId, queue, limit);
    var unknown = ids.stream().filter(known.negate()).toList();
    var read = new HashMap<TaskId, TaskRow>();
    if (!unknown.isEmpty()) {
      session
          .list(BY_ID, rows::task, IdList.tasks(unknown))
          .forEach(row -> read.put(row.id(), row));
    }
    return ids.stream().map(id -> new ReadyTask(id, read.get(id))).toList();
  }

  @Override
  protected List<String> promoted(long now, int limit) {
    return session.list(PROMOTE, row -> row.getString(1), now, limit).stream().distinct().toList();
  }

  /** Nobody else is there. */
  @Override
  public void lockLimit(String name) {}

  @Override
  public void save(Changes changes) {
    new RowWriter(session).save(changes);
  }

  @Override
  public void polled(List<PollRow> polls) {
    session.updateAll(
        POLLED,
        polls.stream()
            .map(poll ->
                new @Nullable Object[] {
                  poll.type(), poll.domain() == null ? "" : poll.domain(), poll.worker(), poll.at()
                })
            .toList());
  }

  @Override
  public boolean delete(UUID workflow) {
    session.update("DELETE FROM task_row WHERE workflow = ?", workflow);
    session.update("DELETE FROM payload WHERE workflow = ?", workflow);
    session.update("DELETE FROM log WHERE workflow = ?", workflow);
    return session.update("DELETE FROM workflow_row WHERE id = ?", workflow) > 0;
  }

  /** Nobody else is there. */
  @Override
  public void signal(Signal signal) {}
}
