package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.Changes;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.jdbc.Rows;
import dev.millrace.server.store.jdbc.Session;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes workflows and tasks. Of an owner's large payloads, those that nothing points to any more
 * stay until they are written over or the owner goes: looking for them would cost every step. Not
 * thread-safe.
 */
final class RowWriter {

  /** Payloads above this are kept apart. */
  static final int LARGE = 4096;

  private static final int INPUT = 1;
  private static final int OUTPUT = 2;

  private static final String NEW_WORKFLOW =
      "INSERT INTO workflow_row (id, name, version, status, correlation_id, parent, created_at,"
          + " updated_at, ended_at, timer_at, definition, idempotency_key, watched, body, large,"
          + " input, output) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String NEW_TASK =
      "INSERT INTO task_row (workflow, number, ref, base, type, status, queue, priority, ready_at,"
          + " delayed, timer_at, slot, definition, chained, body, large, input, output)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  // The first parameter says which payloads are as they were.
  private static final String PAYLOADS =
      " large = (large & ?1) | ?2, input = CASE WHEN ?1 & 1 THEN input ELSE ?3 END,"
          + " output = CASE WHEN ?1 & 2 THEN output ELSE ?4 END,";
  private static final String WORKFLOW =
      "UPDATE workflow_row SET"
          + PAYLOADS
          + " version = ?5, status = ?6, correlation_id = ?7, updated_at = ?8, ended_at = ?9,"
          + " timer_at = ?10, definition = ?11, watched = ?12, body = ?13 WHERE id = ?14";
  private static final String TASK =
      "UPDATE task_row SET"
          + PAYLOADS
          + " status = ?5, queue = ?6, ready_at = ?7, delayed = ?8, timer_at = ?9, slot = ?10,"
          + " definition = ?11, chained = ?12, body = ?13 WHERE workflow = ?14 AND number = ?15";
  private static final String PAYLOAD =
      "INSERT INTO payload (workflow, number, kind, body) VALUES (?, ?, ?, ?)"
          + " ON CONFLICT (workflow, number, kind) DO UPDATE SET body = excluded.body";

  private final Session session;

  RowWriter(Session session) {
    this.session = session;
  }

  void save(Changes changes) {
    changes.newWorkflows().forEach(this::add);
    changes.changedWorkflows().forEach(this::change);
    changes.newTasks().forEach(this::add);
    changes.changedTasks().forEach(this::change);
    changes.removedTasks().forEach(this::remove);
  }

  private void add(WorkflowRow row) {
    session.update(
        NEW_WORKFLOW,
        row.id(),
        row.name(),
        row.version(),
        row.status(),
        row.correlationId(),
        row.parent(),
        row.createdAt(),
        row.updatedAt(),
        row.endedAt(),
        timer(row.timerAt()),
        row.definition(),
        row.idempotencyKey(),
        row.watched(),
        row.body(),
        large(row.input(), row.output()),
        small(row.input()),
        small(row.output()));
    keepApart(row.id(), 0, row.input(), row.output());
  }

  private void add(TaskRow row) {
    session.update(
        NEW_TASK,
        row.id().workflow(),
        Rows.number(row.id().number()),
        row.ref(),
        row.base(),
        row.type(),
        row.status(),
        row.queue(),
        row.priority(),
        row.readyAt(),
        row.delayed(),
        timer(row.timerAt()),
        row.slot(),
        row.definition(),
        row.chained(),
        row.body(),
        large(row.input(), row.output()),
        small(row.input()),
        small(row.output()));
    keepApart(row.id().workflow(), Rows.number(row.id().number()), row.input(), row.output());
  }

  private void change(WorkflowRow row) {
    int changed =
        session.update(
            WORKFLOW,
            unchanged(row.input(), row.output()),
            large(row.input(), row.output()),
            small(row.input()),
            small(row.output()),
            row.version(),
            row.status(),
            row.correlationId(),
            row.updatedAt(),
            row.endedAt(),
            timer(row.timerAt()),
            row.definition(),
            row.watched(),
            row.body(),
            row.id());
    if (changed > 0) {
      keepApart(row.id(), 0, row.input(), row.output());
    }
  }

  private void change(TaskRow row) {
    long number = Rows.number(row.id().number());
    int changed =
        session.update(
            TASK,
            unchanged(row.input(), row.output()),
            large(row.input(), row.output()),
            small(row.input()),
            small(row.output()),
            row.status(),
            row.queue(),
            row.readyAt(),
            row.delayed(),
            timer(row.timerAt()),
            row.slot(),
            row.definition(),
            row.chained(),
            row.body(),
            row.id().workflow(),
            number);
    if (changed > 0) {
      keepApart(row.id().workflow(), number, row.input(), row.output());
    }
  }

  private void remove(TaskId id) {
    long number = Rows.number(id.number());
    for (var table : new String[] {"task_row", "payload", "log"}) {
      session.update(
          "DELETE FROM " + table + " WHERE workflow = ? AND number = ?", id.workflow(), number);
    }
  }

  private void keepApart(
      UUID workflow, long number, byte @Nullable [] input, byte @Nullable [] output) {
    if (large(input)) {
      session.update(PAYLOAD, workflow, number, INPUT, input);
    }
    if (large(output)) {
      session.update(PAYLOAD, workflow, number, OUTPUT, output);
    }
  }

  private static int unchanged(byte @Nullable [] input, byte @Nullable [] output) {
    return (input == null ? INPUT : 0) | (output == null ? OUTPUT : 0);
  }

  private static int large(byte @Nullable [] input, byte @Nullable [] output) {
    return (large(input) ? INPUT : 0) | (large(output) ? OUTPUT : 0);
  }

  private static boolean large(byte @Nullable [] payload) {
    return payload != null && payload.length > LARGE;
  }

  private static byte @Nullable [] small(byte @Nullable [] payload) {
    return large(payload) ? null : payload;
  }

  private static @Nullable Long timer(long at) {
    return at == Store.NEVER ? null : at;
  }
}
