package dev.millrace.server.engine;

import dev.millrace.client.SearchResult;
import dev.millrace.client.Task;
import dev.millrace.server.flow.WireForm;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds tasks. Stores do not know their times: who asks for these has what else is asked for read
 * and looked at one by one, up to a bound.
 */
final class TaskFinder {

  private static final int MOST_READ = 10_000;
  private static final int PAGE = 1_000;

  /** No ids at all would not restrict. */
  private static final Set<UUID> NOBODY = Set.of(new UUID(0, 0));

  private final Reader.View view;

  TaskFinder(Reader.View view) {
    this.view = view;
  }

  /** The tasks of a search. */
  record Wanted(TaskQuery query, TaskTimes times) {}

  /**
   * The workflows of a search for tasks.
   *
   * @param workflows finds them, apart from times
   */
  record Homes(WorkflowQuery workflows, Wanted tasks) {}

  SearchResult<Task> find(Wanted wanted) {
    if (!wanted.times().restrict()) {
      var page = view.tx().tasks(wanted.query());
      return new SearchResult<>(page.total(), shown(page.rows()));
    }
    var ids = matching(wanted);
    var rows =
        ids.stream()
            .skip(wanted.query().start())
            .limit(wanted.query().size())
            .map(id -> Objects.requireNonNull(view.tx().task(id)))
            .toList();
    return new SearchResult<>(ids.size(), shown(rows));
  }

  private List<Task> shown(List<TaskRow> rows) {
    var workflows = new TreeMap<UUID, Reader.Found>();
    return rows.stream()
        .map(row -> {
          var home =
              workflows.computeIfAbsent(row.id().workflow(), id -> view.workflow(id.toString()));
          return WireForm.task(view.stored(row).task(), home.state());
        })
        .toList();
  }

  /** Finds the same workflows without times. */
  WorkflowQuery homes(Homes wanted) {
    if (!wanted.tasks().times().restrict()) {
      return wanted.workflows();
    }
    var ids = matching(wanted.tasks()).stream().map(TaskId::workflow).collect(Collectors.toSet());
    return wanted.workflows().only(ids.isEmpty() ? NOBODY : ids);
  }

  private List<TaskId> matching(Wanted wanted) {
    var ids = new ArrayList<TaskId>();
    for (int at = 0; ; at += PAGE) {
      var page = view.tx().tasks(wanted.query().page(at, PAGE));
      if (page.total() > MOST_READ) {
        throw SearchTerms.invalid(
            "query",
            "times of more than %,d tasks would have to be looked at: ask for a type, a status or a workflow as well"
                .formatted(MOST_READ),
            page.total() + " tasks");
      }
      for (var row : page.rows()) {
        if (wanted.times().hold(view.stored(row).task().times())) {
          ids.add(row.id());
        }
      }
      if (page.rows().size() < PAGE) {
        return ids;
      }
    }
  }
}
