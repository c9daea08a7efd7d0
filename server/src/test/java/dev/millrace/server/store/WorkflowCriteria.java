package dev.millrace.server.store;

import dev.millrace.server.store.WorkflowQuery.Order;
import dev.millrace.server.store.WorkflowQuery.Range;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A query that restricts only what a test says. */
final class WorkflowCriteria {

  private Set<UUID> ids = Set.of();
  private Set<String> names = Set.of();
  private Set<Integer> versions = Set.of();
  private Set<String> statuses = Set.of();
  private Set<String> correlationIds = Set.of();
  private UUID parent;
  private boolean topLevelOnly;
  private Range created = Range.ALL;
  private Range updated = Range.ALL;
  private Range ended = Range.ALL;
  private String text;
  private TaskTerms tasks = TaskTerms.ANY;
  private List<Order> order = List.of();

  WorkflowCriteria ids(UUID... values) {
    ids = Set.of(values);
    return this;
  }

  WorkflowCriteria names(String... values) {
    names = Set.of(values);
    return this;
  }

  WorkflowCriteria versions(Integer... values) {
    versions = Set.of(values);
    return this;
  }

  WorkflowCriteria statuses(String... values) {
    statuses = Set.of(values);
    return this;
  }

  WorkflowCriteria correlationIds(String... values) {
    correlationIds = Set.of(values);
    return this;
  }

  WorkflowCriteria parent(UUID value) {
    parent = value;
    return this;
  }

  WorkflowCriteria topLevelOnly() {
    topLevelOnly = true;
    return this;
  }

  WorkflowCriteria created(Range value) {
    created = value;
    return this;
  }

  WorkflowCriteria updated(Range value) {
    updated = value;
    return this;
  }

  WorkflowCriteria ended(Range value) {
    ended = value;
    return this;
  }

  WorkflowCriteria text(String value) {
    text = value;
    return this;
  }

  WorkflowCriteria taskTypes(String... values) {
    return tasks(new TaskCriteria().types(values));
  }

  WorkflowCriteria tasks(TaskCriteria values) {
    tasks = values.query().terms();
    return this;
  }

  WorkflowCriteria order(Order... values) {
    order = List.of(values);
    return this;
  }

  WorkflowQuery query() {
    return new WorkflowQuery(
        ids,
        names,
        versions,
        statuses,
        correlationIds,
        parent,
        topLevelOnly,
        created,
        updated,
        ended,
        text,
        tasks,
        order,
        0,
        100);
  }
}
