package dev.millrace.plan.expr;

import dev.millrace.rows.RowSet;
import java.util.Arrays;

/**
 * The rows that a filter has let through so far. Grows as they come, so that a filter that stops
 * early, or lets little through, has not made room for all. Not thread-safe.
 */
final class Selection {

  private static final int[] NONE = {};

  private final RowSet input;
  private int[] rows = NONE;
  private int count;

  /** How many rows have been looked at, or are about to be. */
  private int seen;

  Selection(RowSet input) {
    this.input = input;
  }

  /** An array with room from {@link #count()} on for the next {@code more} rows of the input. */
  int[] room(int more) {
    int needed = count + more;
    if (needed > rows.length) {
      // As many as there will be if it goes on like this, and some more.
      long expected = seen == 0 ? 0 : (long) input.size() * count / seen * 9 / 8;
      long bigger = Math.max(expected, 2L * rows.length);
      rows = Arrays.copyOf(rows, (int) Math.max(needed, Math.min(input.size(), bigger)));
    }
    seen += more;
    return rows;
  }

  int count() {
    return count;
  }

  /** So many of the array are rows now. */
  void count(int newCount) {
    count = newCount;
  }

  RowSet rows() {
    return RowSet.of(input.batch(), rows, count);
  }
}
