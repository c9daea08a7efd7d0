package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Page;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;

/** Finds tasks. Not thread-safe. */
final class TaskSearch {

  private final Session session;

  TaskSearch(Session session) {
    this.session = session;
  }

  Page<TaskRow> page(TaskQuery query) {
    return new Pages(session)
        .page(
            Rows.TASK,
            "task",
            conditions(query),
            new Pages.Slice(" ORDER BY workflow DESC, number", query.start(), query.size()),
            new Rows(session.dialect())::task);
  }

  private Conditions conditions(TaskQuery query) {
    var conditions = new Conditions();
    conditions.in("workflow", query.workflows());
    if (!query.workflowNames().isEmpty()) {
      conditions.add(
          "EXISTS (SELECT 1 FROM workflow w WHERE w.id = task.workflow AND w.name"
              + Conditions.list(query.workflowNames())
              + ")",
          query.workflowNames().toArray());
    }
    conditions.in("type", query.types());
    conditions.in("status", query.statuses());
    conditions.in("ref", query.refs());
    if (query.text() != null) {
      var dialect = session.dialect();
      conditions.add(
          "(" + dialect.occursIn("input") + " OR " + dialect.occursIn("output") + ")",
          query.text(),
          query.text());
    }
    return conditions;
  }
}
