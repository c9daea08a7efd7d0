package dev.millrace.server.store;

import java.util.Set;
import java.util.UUID;

/** A query that restricts only what a test says. */
final class TaskCriteria {

  private Set<UUID> workflows = Set.of();
  private Set<String> workflowNames = Set.of();
  private Set<String> types = Set.of();
  private Set<String> statuses = Set.of();
  private Set<String> refs = Set.of();
  private String text;
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

  TaskCriteria page(int first, int most) {
    start = first;
    size = most;
    return this;
  }

  TaskQuery query() {
    return new TaskQuery(workflows, workflowNames, types, statuses, refs, text, start, size);
  }
}
