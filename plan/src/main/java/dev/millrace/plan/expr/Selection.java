package dev.millrace.plan.expr;

import dev.millrace.rows.RowSet;
import java.util.Arrays;

/**
 * The rows that a filter has let through so far. Grows as they come, so that a filter that stops
 * early has not made room for all. Not thread-safe.
 */
final class Selection {

  private final RowSet input;
  private int[] rows = {};
  private int count;

  Selection(RowSet input) {
    this.input = input;
  }

  /** An array with room for {@code more} rows from {@link #count()} on. */
  int[] room(int more) {
    int needed = count + more;
    if (needed > rows.length) {
      int doubled = Math.min(input.size(), 2 * rows.length);
      rows = Arrays.copyOf(rows, Math.max(needed, doubled));
    }
    return rows;
  }

  int count() {
    return count;
  }

  /** That many of the array are rows now. */
  void count(int newCount) {
    count = newCount;
  }

  RowSet rows() {
    return RowSet.of(input.batch(), rows, count);
  }
}
