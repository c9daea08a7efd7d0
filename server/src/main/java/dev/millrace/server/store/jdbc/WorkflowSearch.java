package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Page;
import dev.millrace.server.store.WorkflowQuery;
import dev.millrace.server.store.WorkflowRow;

/** Finds workflows. Not thread-safe. */
final class WorkflowSearch {

  private final Session session;

  WorkflowSearch(Session session) {
    this.session = session;
  }

  Page<WorkflowRow> page(WorkflowQuery query) {
    return new Pages(session)
        .page(
            Rows.WORKFLOW,
            "workflow",
            conditions(query),
            new Pages.Slice(order(query), query.start(), query.size()),
            new Rows(session.dialect())::workflow);
  }

  private Conditions conditions(WorkflowQuery query) {
    var conditions = new Conditions();
    conditions.in("id", query.ids());
    conditions.in("name", query.names());
    conditions.in("version", query.versions());
    conditions.in("status", query.statuses());
    conditions.in("correlation_id", query.correlationIds());
    if (query.parent() != null) {
      conditions.add("parent = ?", query.parent());
    }
    if (query.topLevelOnly()) {
      conditions.add("parent IS NULL");
    }
    conditions.within("created_at", query.created());
    conditions.within("updated_at", query.updated());
    conditions.within("ended_at", query.ended());
    conditions.text(query.text(), session.dialect());
    if (query.tasks().restrict()) {
      var tasks = new Conditions();
      tasks.add("task.workflow = workflow.id");
      TaskSearch.terms(tasks, query.tasks(), session.dialect());
      conditions.exists("task", tasks);
    }
    return conditions;
  }

  private static String order(WorkflowQuery query) {
    var order = new StringBuilder(" ORDER BY ");
    for (var by : query.order()) {
      order.append(column(by.column())).append(by.descending() ? " DESC, " : ", ");
    }
    if (query.order().isEmpty()) {
      order.append("created_at DESC, ");
    }
    return order.append("id DESC").toString();
  }

  private static String column(WorkflowQuery.Column column) {
    return switch (column) {
      case ID -> "id";
      case NAME -> "name";
      case VERSION -> "version";
      case STATUS -> "status";
      // Databases do not agree on where nothing is sorted.
      case CORRELATION_ID -> "coalesce(correlation_id, '')";
      case CREATED -> "created_at";
      case UPDATED -> "updated_at";
      case ENDED -> "ended_at";
    };
  }
}
