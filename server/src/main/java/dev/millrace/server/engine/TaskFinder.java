package dev.millrace.server.engine;

import dev.millrace.client.SearchResult;
import dev.millrace.client.Task;
import dev.millrace.server.flow.WireForm;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks. Stores do not know their times: who asks for these, or for an order by them, has
 * what else is asked for read and looked at one by one, up to a bound.
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
  record Wanted(TaskQuery query, TaskTimes times, TaskOrder order) {

    /** What a store finds by itself: null if it cannot. */
    private @Nullable TaskQuery ofStore() {
      var sorted = times.restrict() ? null : order.ofStore();
      return sorted == null
          ? null
          : new TaskQuery(query.terms(), query.home(), sorted, query.start(), query.size());
    }
  }

  /**
   * The workflows of a search for tasks.
   *
   * @param workflows finds them, apart from times
   */
  record Homes(WorkflowQuery workflows, Wanted tasks) {}

  SearchResult<Task> find(Wanted wanted) {
    var ofStore = wanted.ofStore();
    if (ofStore != null) {
      var page = view.tx().tasks(ofStore);
      return new SearchResult<>(page.total(), shown(page.rows()));
    }
    var hits = matching(wanted);
    hits.sort(wanted.order().comparator());
    var rows =
        hits.stream()
            .skip(wanted.query().start())
            .limit(wanted.query().size())
            .map(hit -> Objects.requireNonNull(view.tx().task(hit.id())))
            .toList();
    return new SearchResult<>(hits.size(), shown(rows));
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
    var ids =
        matching(wanted.tasks()).stream()
            .map(hit -> hit.id().workflow())
            .collect(Collectors.toSet());
    return wanted.workflows().only(ids.isEmpty() ? NOBODY : ids);
  }

  private List<TaskOrder.Hit> matching(Wanted wanted) {
    var hits = new ArrayList<TaskOrder.Hit>();
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
        var stored = view.stored(row);
        if (wanted.times().hold(stored.task().times())) {
          hits.add(TaskOrder.Hit.of(row, stored));
        }
      }
      if (page.rows().size() < PAGE) {
        return hits;
      }
    }
  }
}
