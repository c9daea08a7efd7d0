package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Document;
import dev.millrace.server.store.LogRow;
import dev.millrace.server.store.Page;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.QueueSize;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowQuery;
import dev.millrace.server.store.WorkflowRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Everything that only reads, in SQL that all databases understand. Not thread-safe. */
public class Reading implements ReadTransaction {

  private static final String WORKFLOW = "SELECT " + Rows.WORKFLOW + " FROM workflow WHERE ";
  private static final String TASK = "SELECT " + Rows.TASK + " FROM task WHERE ";
  private static final String QUEUES =
      """
      SELECT queue, sum(CASE WHEN delayed THEN 0 ELSE 1 END), sum(CASE WHEN delayed THEN 1 ELSE 0 END),
        min(CASE WHEN delayed THEN NULL ELSE ready_at END)
      FROM task WHERE queue IS NOT NULL GROUP BY queue ORDER BY queue
      """;

  protected static final String REVISION = "SELECT number FROM revision";

  protected final Session session;
  protected final Rows rows;

  public Reading(Session session) {
    this.session = session;
    this.rows = new Rows(session.dialect());
  }

  @Override
  public final @Nullable WorkflowRow workflow(UUID id) {
    return session.first(WORKFLOW + "id = ?", rows::workflow, id);
  }

  @Override
  public final @Nullable WorkflowRow workflowByKey(String name, String idempotencyKey) {
    return session.first(
        WORKFLOW + "name = ? AND idempotency_key = ?", rows::workflow, name, idempotencyKey);
  }

  @Override
  public final Page<WorkflowRow> workflows(WorkflowQuery query) {
    return new WorkflowSearch(session).page(query);
  }

  @Override
  public final @Nullable TaskRow task(TaskId id) {
    return session.first(
        TASK + "workflow = ? AND number = ?", rows::task, id.workflow(), Rows.number(id.number()));
  }

  @Override
  public final List<TaskRow> tasksOf(UUID workflow, int number, int limit) {
    return session.list(
        TASK + "workflow = ? AND number > ? ORDER BY number LIMIT ?",
        rows::task,
        workflow,
        Rows.number(number),
        limit);
  }

  @Override
  public final List<TaskRow> tasksOf(UUID workflow, List<String> statuses) {
    if (statuses.isEmpty()) {
      return List.of();
    }
    var arguments = new ArrayList<Object>();
    arguments.add(workflow);
    arguments.addAll(statuses);
    return session.list(
        TASK
            + "workflow = ? AND status IN ("
            + String.join(", ", Collections.nCopies(statuses.size(), "?"))
            + ") ORDER BY number",
        rows::task,
        arguments.toArray());
  }

  @Override
  public final @Nullable TaskRow lastByRef(UUID workflow, String ref) {
    TaskRow last = null;
    for (var base : TaskNames.bases(ref)) {
      var task = newest("base = ? AND ref = ?", workflow, base, ref);
      if (task != null
          && (last == null
              || Integer.compareUnsigned(task.id().number(), last.id().number()) > 0)) {
        last = task;
      }
    }
    return last;
  }

  @Override
  public final @Nullable TaskRow lastByBase(UUID workflow, String base) {
    return newest("base = ?", workflow, base);
  }

  /** The index of names has only the tasks above 64: most workflows never pay for it. */
  private @Nullable TaskRow newest(String condition, Object... arguments) {
    var found = TASK + "workflow = ? AND " + condition + " AND number ";
    var late = session.first(found + "> 64 ORDER BY number DESC LIMIT 1", rows::task, arguments);
    return late != null
        ? late
        : session.first(found + "<= 64 ORDER BY number DESC LIMIT 1", rows::task, arguments);
  }

  @Override
  public final Page<TaskRow> tasks(TaskQuery query) {
    return new TaskSearch(session).page(query);
  }

  @Override
  public final List<LogRow> logs(TaskId task) {
    return session.list(
        "SELECT at, line FROM log WHERE workflow = ? AND number = ? ORDER BY id",
        row -> new LogRow(task, row.getLong(1), row.getString(2)),
        task.workflow(),
        Rows.number(task.number()));
  }

  @Override
  public final List<QueueSize> queueSizes() {
    return session.list(
        QUEUES,
        row -> new QueueSize(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)));
  }

  @Override
  public final List<PollRow> polls() {
    return session.list(
        "SELECT type, domain, worker, at FROM poll ORDER BY type, domain",
        row -> {
          var domain = row.getString(2);
          return new PollRow(
              row.getString(1), domain.isEmpty() ? null : domain, row.getString(3), row.getLong(4));
        });
  }

  @Override
  public final byte @Nullable [] definition(long number) {
    return session.first(
        "SELECT body FROM definition WHERE number = ?", row -> row.getBytes(1), number);
  }

  @Override
  public final List<Document> documents(Document.Kind kind) {
    return session.list(
        "SELECT kind, name, version, body FROM document WHERE kind = ? ORDER BY name, version",
        Rows::document,
        kind.name());
  }

  @Override
  public final List<Document> documents(Document.Kind kind, String name) {
    return session.list(
        "SELECT kind, name, version, body FROM document WHERE kind = ? AND name = ?"
            + " ORDER BY version",
        Rows::document,
        kind.name(),
        name);
  }

  @Override
  public final long revision() {
    var revision = session.first(REVISION, row -> row.getLong(1));
    return revision == null ? 0 : revision;
  }
}
