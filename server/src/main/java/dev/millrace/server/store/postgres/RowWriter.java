package dev.millrace.server.store.postgres;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.jdbc.Rows;
import dev.millrace.server.store.jdbc.Session;
import java.util.List;

/**
 * Writes workflows and tasks, one statement for all rows of a kind, in one trip with what comes
 * after. Not thread-safe.
 */
final class RowWriter {

  private static final String WORKFLOWS =
      " FROM unnest(?::uuid[], ?::text[], ?::int[], ?::text[], ?::text[], ?::uuid[], ?::bigint[],"
          + " ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[],"
          + " ?::bytea[], ?::bytea[], ?::bytea[]) AS v ("
          + Rows.WORKFLOW
          + ")";
  private static final String TASKS =
      " FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],"
          + " ?::int[], ?::bigint[], ?::boolean[], ?::bigint[], ?::text[], ?::bigint[],"
          + " ?::text[], ?::bytea[], ?::bytea[], ?::bytea[]) AS v ("
          + Rows.TASK
          + ")";
  private static final String TIMER = "nullif(v.timer_at, " + Store.NEVER + ")";

  private static final String NEW_WORKFLOWS =
      "INSERT INTO workflow ("
          + Rows.WORKFLOW
          + ") SELECT "
          + Rows.WORKFLOW.replace("timer_at", TIMER)
          + WORKFLOWS;
  private static final String NEW_TASKS =
      "INSERT INTO task (" + Rows.TASK + ") SELECT " + Rows.TASK.replace("timer_at", TIMER) + TASKS;
  private static final String CHANGED_WORKFLOWS =
      "UPDATE workflow AS t SET version = v.version, status = v.status,"
          + " correlation_id = v.correlation_id, updated_at = v.updated_at,"
          + " ended_at = v.ended_at, timer_at = "
          + TIMER
          + ", definition = v.definition, watched = v.watched, body = v.body,"
          + " input = coalesce(v.input, t.input),"
          + " output = coalesce(v.output, t.output)"
          + WORKFLOWS
          + " WHERE t.id = v.id";
  private static final String CHANGED_TASKS =
      "UPDATE task AS t SET status = v.status, queue = v.queue, ready_at = v.ready_at,"
          + " delayed = v.delayed, timer_at = "
          + TIMER
          + ", slot = v.slot, definition = v.definition, chained = v.chained, body = v.body,"
          + " input = coalesce(v.input, t.input), output = coalesce(v.output, t.output)"
          + TASKS
          + " WHERE t.workflow = v.workflow AND t.number = v.number";

  private final Session session;
  private final PostgresDialect dialect;
  private final IdArrays ids;

  RowWriter(Session session, PostgresDialect dialect) {
    this.session = session;
    this.dialect = dialect;
    this.ids = new IdArrays(session);
  }

  void save(Changes changes) {
    workflows(NEW_WORKFLOWS, changes.newWorkflows());
    workflows(CHANGED_WORKFLOWS, changes.changedWorkflows());
    tasks(NEW_TASKS, changes.newTasks());
    tasks(CHANGED_TASKS, changes.changedTasks());
    remove(changes.removedTasks());
  }

  private void workflows(String sql, List<WorkflowRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    var columns = new Columns<>(rows, dialect);
    session.later(
        sql,
        ids.of(rows, WorkflowRow::id),
        columns.texts(WorkflowRow::name),
        columns.ints(WorkflowRow::version),
        columns.texts(WorkflowRow::status),
        columns.texts(WorkflowRow::correlationId),
        ids.of(rows, WorkflowRow::parent),
        columns.longs(WorkflowRow::createdAt),
        columns.longs(WorkflowRow::updatedAt),
        columns.longs(WorkflowRow::endedAt),
        columns.longs(WorkflowRow::timerAt),
        columns.longs(WorkflowRow::definition),
        columns.texts(WorkflowRow::idempotencyKey),
        columns.flags(WorkflowRow::watched),
        columns.bytes(WorkflowRow::body),
        columns.bytes(WorkflowRow::input),
        columns.bytes(WorkflowRow::output));
  }

  private void tasks(String sql, List<TaskRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    var columns = new Columns<>(rows, dialect);
    session.later(
        sql,
        ids.of(rows, row -> row.id().workflow()),
        columns.longs(row -> Rows.number(row.id().number())),
        columns.texts(TaskRow::ref),
        columns.texts(TaskRow::base),
        columns.texts(TaskRow::type),
        columns.texts(TaskRow::status),
        columns.texts(TaskRow::queue),
        columns.ints(TaskRow::priority),
        columns.longs(TaskRow::readyAt),
        columns.flags(TaskRow::delayed),
        columns.longs(TaskRow::timerAt),
        columns.texts(TaskRow::slot),
        columns.longs(TaskRow::definition),
        columns.texts(TaskRow::chained),
        columns.bytes(TaskRow::body),
        columns.bytes(TaskRow::input),
        columns.bytes(TaskRow::output));
  }

  private void remove(List<TaskId> removed) {
    if (removed.isEmpty()) {
      return;
    }
    for (var table : List.of("task", "log")) {
      session.later(
          "DELETE FROM "
              + table
              + " AS t USING unnest(?::uuid[], ?::bigint[]) AS v (workflow, number)"
              + " WHERE t.workflow = v.workflow AND t.number = v.number",
          ids.of(removed, TaskId::workflow),
          new Columns<>(removed, dialect).longs(id -> Rows.number(id.number())));
    }
  }
}
