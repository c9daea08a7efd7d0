package dev.millrace.server.store.postgres;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.Locked;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.ReadyTask;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.jdbc.Rows;
import dev.millrace.server.store.jdbc.Session;
import dev.millrace.server.store.jdbc.Writing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A write among others'. What it locks, it locks in the order of ids; where two still wait for each
 * other, PostgreSQL ends one of them and {@link PostgresStore} runs it again. Not thread-safe.
 */
final class PostgresTransaction extends Writing {

  private static final String LOCK =
      "SELECT " + Rows.WORKFLOW + " FROM workflow WHERE id = ANY (?) ORDER BY id FOR UPDATE";
  private static final String FIRST_TASKS =
      "SELECT "
          + Rows.TASK
          + " FROM task WHERE workflow = ANY (?) AND number <= ? ORDER BY workflow, number";
  private static final String TASKS =
      "SELECT " + Rows.TASK + " FROM task WHERE workflow = ANY (?) ORDER BY workflow, number";
  private static final String READY =
      "SELECT "
          + Rows.TASK
          + " FROM task WHERE queue = ? AND delayed = FALSE"
          + " ORDER BY priority DESC, ready_at, workflow, number LIMIT ? FOR UPDATE SKIP LOCKED";
  private static final String PROMOTE =
      """
      WITH come AS MATERIALIZED (
        SELECT workflow, number FROM task WHERE delayed AND ready_at <= ?
        ORDER BY ready_at LIMIT ? FOR UPDATE SKIP LOCKED)
      UPDATE task AS t SET delayed = FALSE FROM come
      WHERE t.workflow = come.workflow AND t.number = come.number
      RETURNING t.queue
      """;

  /**
   * Who is being written by another server at the moment is left out: that is as new, and servers
   * must not wait for each other because of it.
   */
  private static final String POLLED =
      """
      WITH v AS MATERIALIZED (
        SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[])
          AS v (type, domain, worker, at)),
      free AS MATERIALIZED (
        SELECT p.type, p.domain FROM poll p JOIN v ON p.type = v.type AND p.domain = v.domain
        FOR UPDATE OF p SKIP LOCKED),
      known AS (
        UPDATE poll AS p SET worker = v.worker, at = v.at FROM free, v
        WHERE p.type = free.type AND p.domain = free.domain
          AND v.type = free.type AND v.domain = free.domain)
      INSERT INTO poll (type, domain, worker, at)
      SELECT * FROM v WHERE NOT EXISTS (
        SELECT 1 FROM poll p WHERE p.type = v.type AND p.domain = v.domain)
      ON CONFLICT (type, domain) DO NOTHING
      """;

  private final PostgresDialect dialect;
  private final IdArrays ids;
  private final Set<Signal> signals = new LinkedHashSet<>();

  PostgresTransaction(Session session, PostgresDialect dialect) {
    super(session, "delayed");
    this.dialect = dialect;
    this.ids = new IdArrays(session);
  }

  @Override
  public Locked lock(Collection<UUID> ids, int most) {
    if (ids.isEmpty()) {
      return new Locked(revision(), List.of(), List.of());
    }
    var array = this.ids.of(ids, id -> id);
    var workflows = new ArrayList<WorkflowRow>();
    var tasks = new ArrayList<TaskRow>();
    var revision = new ArrayList<Long>();
    session
        .together()
        .query(LOCK, row -> workflows.add(rows.workflow(row)), array)
        .query(FIRST_TASKS, row -> tasks.add(rows.task(row)), array, most)
        .query(REVISION, row -> revision.add(row.getLong(1)))
        .send();
    return new Locked(revision.getFirst(), workflows, tasks);
  }

  @Override
  public List<TaskRow> tasksOf(Collection<UUID> workflows) {
    return session.list(TASKS, rows::task, ids.of(workflows, id -> id));
  }

  @Override
  public List<ReadyTask> ready(String queue, int limit, Predicate<TaskId> known) {
    return session.list(READY, this::ready, queue, limit);
  }

  private ReadyTask ready(ResultSet row) throws SQLException {
    var task = rows.task(row);
    return new ReadyTask(task.id(), task);
  }

  @Override
  protected List<String> promoted(long now, int limit) {
    return session.list(PROMOTE, row -> row.getString(1), now, limit).stream().distinct().toList();
  }

  @Override
  public void lockLimit(String name) {
    var _ =
        session.list(
            "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || ?, 0))",
            row -> 0,
            name);
  }

  @Override
  public void save(Changes changes) {
    new RowWriter(session, dialect).save(changes);
  }

  @Override
  public void polled(List<PollRow> polls) {
    var last = new LinkedHashMap<String, PollRow>();
    for (var poll : polls) {
      last.put(poll.type() + '\n' + poll.domain(), poll);
    }
    if (!last.isEmpty()) {
      var columns = new Columns<>(List.copyOf(last.values()), dialect);
      session.update(
          POLLED,
          columns.texts(PollRow::type),
          columns.texts(poll -> poll.domain() == null ? "" : poll.domain()),
          columns.texts(PollRow::worker),
          columns.longs(PollRow::at));
    }
  }

  @Override
  public boolean delete(UUID workflow) {
    boolean there = session.update("DELETE FROM workflow WHERE id = ?", workflow) > 0;
    session.update("DELETE FROM task WHERE workflow = ?", workflow);
    session.update("DELETE FROM log WHERE workflow = ?", workflow);
    return there;
  }

  @Override
  public void signal(Signal signal) {
    signals.add(signal);
  }

  /** The last that it does: others hear of it if and when it commits. */
  void tell(String channel, Notices notices) {
    for (var text : notices.texts(signals)) {
      session.later("SELECT pg_notify(?, ?)", channel, text);
    }
  }
}
