package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.Page;
import java.util.ArrayList;

/** Reads a part of what a search finds. Not thread-safe. */
final class Pages {

  /** So that no search fills the memory. */
  private static final int MOST = 10_000;

  private final Session session;

  Pages(Session session) {
    this.session = session;
  }

  /**
   * One page; with more than {@value #MOST} rows asked for, that many.
   *
   * @param from the table, and what the conditions need besides
   */
  <T> Page<T> page(
      String columns, String from, Conditions conditions, Slice slice, RowReader<T> reader) {
    if (slice.start() < 0 || slice.size() < 0) {
      throw new IllegalArgumentException("a page starts at 0 or later and is not negative");
    }
    int size = Math.min(slice.size(), MOST);
    var found = " FROM " + from + conditions.where();
    var arguments = new ArrayList<>(conditions.arguments());
    arguments.add(size);
    arguments.add(slice.start());
    var rows =
        session.listOnce(
            "SELECT " + columns + found + slice.order() + " LIMIT ? OFFSET ?", reader, arguments);
    if (slice.start() == 0 && rows.size() < size) {
      return new Page<>(rows.size(), rows);
    }
    var total =
        session.listOnce("SELECT count(*)" + found, row -> row.getLong(1), conditions.arguments());
    return new Page<>(total.getFirst(), rows);
  }

  /** Which rows of all. */
  record Slice(String order, int start, int size) {}
}
