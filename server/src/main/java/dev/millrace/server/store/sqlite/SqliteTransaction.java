package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.jdbc.Rows;
import dev.millrace.server.store.jdbc.Session;
import dev.millrace.server.store.jdbc.Writing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write to the file. It is the only one at its time, so nothing needs a lock. One statement for a
 * row: a call into SQLite is cheap. Not thread-safe.
 */
final class SqliteTransaction extends Writing {

  private static final String TASKS =
      "SELECT " + Rows.TASK + " FROM task WHERE workflow = ? ORDER BY number";
  private static final String READY =
      "SELECT "
          + Rows.TASK
          + " FROM task WHERE queue = ? AND delayed = 0"
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
    super(session);
  }

  @Override
  public List<WorkflowRow> lock(Collection<UUID> ids) {
    var found = new ArrayList<WorkflowRow>(ids.size());
    for (var id : ids) {
      var row = workflow(id);
      if (row != null) {
        found.add(row);
      }
    }
    return found;
  }

  @Override
  public List<TaskRow> locked(Collection<TaskId> ids) {
    var found = new ArrayList<TaskRow>(ids.size());
    for (var id : ids) {
      var row = task(id);
      if (row != null) {
        found.add(row);
      }
    }
    return found;
  }

  @Override
  public List<TaskRow> tasksOf(Collection<UUID> workflows) {
    var found = new ArrayList<TaskRow>();
    for (var workflow : workflows) {
      found.addAll(session.list(TASKS, rows::task, workflow));
    }
    return found;
  }

  @Override
  public List<TaskRow> ready(String queue, int limit) {
    return session.list(READY, rows::task, queue, limit);
  }

  @Override
  public List<String> promote(long now, int limit) {
    if (first(firstDelayed()) > now) {
      return List.of();
    }
    return session.list(PROMOTE, row -> row.getString(1), now, limit).stream().distinct().toList();
  }

  @Override
  protected String firstDelayed() {
    return "SELECT ready_at FROM task WHERE delayed = 1 ORDER BY ready_at LIMIT 1";
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
