package dev.millrace.server.store;

import dev.millrace.server.store.WorkflowQuery.Range;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A query that restricts only what a test says. */
final class TaskCriteria {

  private Set<TaskId> ids = Set.of();
  private Set<UUID> workflows = Set.of();
  private Set<String> workflowNames = Set.of();
  private Set<Integer> versions = Set.of();
  private Set<String> correlationIds = Set.of();
  private Range alive = Range.ALL;
  private Set<String> types = Set.of();
  private Set<String> statuses = Set.of();
  private Set<String> refs = Set.of();
  private String text;
  private List<TaskQuery.Order> order = List.of();
  private int start;
  private int size = 100;

  TaskCriteria workflows(UUID... values) {
    workflows = Set.of(values);
    return this;
  }

  TaskCriteria workflowNames(String... values) {
    workflowNames = Set.of(values);
    return this;
  }

  TaskCriteria ids(TaskId... values) {
    ids = Set.of(values);
    return this;
  }

  TaskCriteria versions(Integer... values) {
    versions = Set.of(values);
    return this;
  }

  TaskCriteria correlationIds(String... values) {
    correlationIds = Set.of(values);
    return this;
  }

  TaskCriteria alive(long from, long to) {
    alive = new Range(from, to);
    return this;
  }

  TaskCriteria types(String... values) {
    types = Set.of(values);
    return this;
  }

  TaskCriteria statuses(String... values) {
    statuses = Set.of(values);
    return this;
  }

  TaskCriteria refs(String... values) {
    refs = Set.of(values);
    return this;
  }

  TaskCriteria text(String value) {
    text = value;
    return this;
  }

  TaskCriteria order(TaskQuery.Order... values) {
    order = List.of(values);
    return this;
  }

  TaskCriteria page(int first, int most) {
    start = first;
    size = most;
    return this;
  }

  TaskQuery query() {
    return new TaskQuery(
        new TaskTerms(ids, types, statuses, refs, text),
        new TaskQuery.Home(workflows, workflowNames, versions, correlationIds, alive),
        order,
        start,
        size);
  }
}
