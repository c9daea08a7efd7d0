package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Document;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;

/** The columns of workflows and tasks, and how they become rows of the seam. Thread-safe. */
public final class Rows {

  /** In the order of {@link WorkflowRow}. */
  public static final String WORKFLOW =
      "id, name, version, status, correlation_id, parent, created_at, updated_at, ended_at,"
          + " timer_at, definition, idempotency_key, watched, body, input, output";

  /** In the order of {@link TaskRow}. */
  public static final String TASK =
      "workflow, number, ref, base, type, status, queue, priority, ready_at, delayed, timer_at,"
          + " slot, definition, chained, body, input, output";

  private final Dialect dialect;

  public Rows(Dialect dialect) {
    this.dialect = dialect;
  }

  public WorkflowRow workflow(ResultSet row) throws SQLException {
    return new WorkflowRow(
        id(row, 1),
        text(row, 2),
        row.getInt(3),
        text(row, 4),
        dialect.text(row, 5),
        dialect.id(row, 6),
        row.getLong(7),
        row.getLong(8),
        row.getLong(9),
        timer(row, 10),
        row.getLong(11),
        dialect.text(row, 12),
        row.getBoolean(13),
        row.getBytes(14),
        row.getBytes(15),
        row.getBytes(16));
  }

  public TaskRow task(ResultSet row) throws SQLException {
    return new TaskRow(
        taskId(row),
        text(row, 3),
        text(row, 4),
        text(row, 5),
        text(row, 6),
        dialect.text(row, 7),
        row.getInt(8),
        row.getLong(9),
        row.getBoolean(10),
        timer(row, 11),
        dialect.text(row, 12),
        row.getLong(13),
        dialect.text(row, 14),
        row.getBytes(15),
        row.getBytes(16),
        row.getBytes(17));
  }

  /** Workflow, number. */
  public TaskId taskId(ResultSet row) throws SQLException {
    return new TaskId(id(row, 1), (int) row.getLong(2));
  }

  /** Kind, name, version, body. */
  static Document document(ResultSet row) throws SQLException {
    return new Document(
        Document.Kind.valueOf(row.getString(1)), row.getString(2), row.getInt(3), row.getBytes(4));
  }

  /** Numbers are unsigned; as longs they sort like that. */
  public static long number(int number) {
    return Integer.toUnsignedLong(number);
  }

  public UUID id(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(dialect.id(row, column), "a column that is never null");
  }

  private String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(dialect.text(row, column), "a column that is never null");
  }

  static long timer(ResultSet row, int column) throws SQLException {
    long at = row.getLong(column);
    return row.wasNull() ? Store.NEVER : at;
  }
}
