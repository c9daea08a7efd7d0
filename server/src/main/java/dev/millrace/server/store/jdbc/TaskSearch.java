package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Page;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.TaskTerms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
            new Pages.Slice(order(query), query.start(), query.size()),
            new Rows(session.dialect())::task);
  }

  private static String order(TaskQuery query) {
    var order = new StringBuilder(" ORDER BY ");
    for (var by : query.order()) {
      for (var column : columns(by.column())) {
        order.append(column).append(by.descending() ? " DESC, " : ", ");
      }
    }
    return order.append("workflow DESC, number").toString();
  }

  private static List<String> columns(TaskQuery.Column column) {
    return switch (column) {
      case ID -> List.of("workflow", "number");
      case WORKFLOW -> List.of("workflow");
      case TYPE -> List.of("type");
      case STATUS -> List.of("status");
      case REF -> List.of("ref");
      case WORKFLOW_NAME -> List.of(ofHome("w.name"));
      case VERSION -> List.of(ofHome("w.version"));
      // Databases do not agree on where nothing is sorted.
      case CORRELATION_ID -> List.of(ofHome("coalesce(w.correlation_id, '')"));
    };
  }

  private static String ofHome(String column) {
    return "(SELECT " + column + " FROM workflow w WHERE w.id = task.workflow)";
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
