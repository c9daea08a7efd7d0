package dev.millrace.server.store;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which workflows to look for; an empty set or null does not restrict. Times are inclusive from,
 * exclusive to.
 *
 * @param text occurs in the input or the output, letter case aside
 * @param tasks what at least one of its tasks is
 * @param order by what to sort, the first counts most; by start time, newest first, if empty
 */
public record WorkflowQuery(
    Set<UUID> ids,
    Set<String> names,
    Set<Integer> versions,
    Set<String> statuses,
    Set<String> correlationIds,
    @Nullable UUID parent,
    boolean topLevelOnly,
    Range created,
    Range updated,
    Range ended,
    @Nullable String text,
    TaskTerms tasks,
    List<Order> order,
    int start,
    int size) {

  /** From when until when. */
  public record Range(long from, long to) {
    public static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

    public Range and(Range other) {
      return new Range(Math.max(from, other.from), Math.min(to, other.to));
    }
  }

  /** One column to sort by. */
  public record Order(Column column, boolean descending) {}

  /** What can be sorted by. */
  public enum Column {
    ID,
    NAME,
    VERSION,
    STATUS,
    CORRELATION_ID,
    CREATED,
    UPDATED,
    ENDED
  }

  /** Those of the same that are among these, whatever their tasks are. */
  public WorkflowQuery only(Set<UUID> these) {
    return new WorkflowQuery(
        these,
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
        TaskTerms.ANY,
        order,
        start,
        size);
  }

  public static WorkflowQuery all(int start, int size) {
    return new WorkflowQuery(
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        null,
        false,
        Range.ALL,
        Range.ALL,
        Range.ALL,
        null,
        TaskTerms.ANY,
        List.of(),
        start,
        size);
  }
}
