package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Page;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.TaskTerms;
import java.util.ArrayList;
import java.util.Collections;

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
    conditions.in("workflow", query.home().ids());
    terms(conditions, query.terms(), session.dialect());
    var home = home(query.home());
    if (!home.isEmpty()) {
      home.add("w.id = task.workflow");
      conditions.exists("workflow w", home);
    }
    return conditions;
  }

  private static Conditions home(TaskQuery.Home home) {
    var conditions = new Conditions();
    conditions.in("w.name", home.names());
    conditions.in("w.version", home.versions());
    conditions.in("w.correlation_id", home.correlationIds());
    if (home.alive().to() != Long.MAX_VALUE) {
      conditions.add("w.created_at < ?", home.alive().to());
    }
    if (home.alive().from() != Long.MIN_VALUE) {
      conditions.add("(w.ended_at = 0 OR w.ended_at >= ?)", home.alive().from());
    }
    return conditions;
  }

  /** What the columns of a table {@code task} are to be. */
  static void terms(Conditions conditions, TaskTerms terms, Dialect dialect) {
    if (!terms.ids().isEmpty()) {
      var arguments = new ArrayList<Object>();
      for (var id : terms.ids()) {
        arguments.add(id.workflow());
        arguments.add(id.number());
      }
      var each = Collections.nCopies(terms.ids().size(), "(task.workflow = ? AND task.number = ?)");
      conditions.add("(" + String.join(" OR ", each) + ")", arguments.toArray());
    }
    conditions.in("task.type", terms.types());
    conditions.in("task.status", terms.statuses());
    conditions.in("task.ref", terms.refs());
    conditions.text(terms.text(), dialect);
  }
}
