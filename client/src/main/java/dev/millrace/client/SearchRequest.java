package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/**
 * What to search for.
 *
 * @param start how many results are left out
 * @param size how many there may be
 * @param sort a field and {@code :ASC} or {@code :DESC}
 * @param freeText {@code *} for any
 * @param query conditions on fields, such as {@code status IN (RUNNING) AND workflowType=w}
 */
public record SearchRequest(
    int start, int size, @Nullable String sort, @Nullable String freeText, @Nullable String query) {

  /** The first 100 that fulfil a query. */
  public static SearchRequest of(String query) {
    return new SearchRequest(0, 100, null, null, query);
  }

  Target in(Target target) {
    return target
        .query("start", start)
        .query("size", size)
        .query("sort", sort)
        .query("freeText", freeText)
        .query("query", query);
  }
}
