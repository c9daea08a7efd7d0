package dev.millrace.server.store;

import dev.millrace.server.store.WorkflowQuery.Range;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Which tasks to look for; an empty set does not restrict.
 *
 * @param terms what the tasks are to be
 * @param home what their workflows are to be
 * @param order by what to sort, the first counts most; newest workflow first where that leaves open
 */
public record TaskQuery(TaskTerms terms, Home home, List<Order> order, int start, int size) {

  public TaskQuery {
    order = List.copyOf(order);
  }

  /** One column to sort by. */
  public record Order(Column column, boolean descending) {}

  /** What can be sorted by; the last three are the workflow's. */
  public enum Column {
    ID,
    WORKFLOW,
    TYPE,
    STATUS,
    REF,
    WORKFLOW_NAME,
    VERSION,
    CORRELATION_ID
  }

  /**
   * What a task's workflow is to be.
   *
   * @param alive it had begun, and had not ended, at some time in this range
   */
  public record Home(
      Set<UUID> ids,
      Set<String> names,
      Set<Integer> versions,
      Set<String> correlationIds,
      Range alive) {

    public static final Home ANY = new Home(Set.of(), Set.of(), Set.of(), Set.of(), Range.ALL);
  }

  /** Tasks of one of these types, in one of these states, of whatever workflow. */
  public static TaskQuery of(Set<String> types, Set<String> statuses, int start, int size) {
    var terms = new TaskTerms(Set.of(), types, statuses, Set.of(), null);
    return new TaskQuery(terms, Home.ANY, List.of(), start, size);
  }

  public TaskQuery page(int newStart, int newSize) {
    return new TaskQuery(terms, home, order, newStart, newSize);
  }
}
