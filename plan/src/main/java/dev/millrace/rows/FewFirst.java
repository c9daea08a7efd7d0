package dev.millrace.rows;

import java.util.Arrays;

/**
 * The first few rows of a sort, in one pass over the values: a row enters only if its key is below
 * the last of those that are in. Needs no array of keys. Not thread-safe.
 */
final class FewFirst {

  /** More are found faster by {@link TopSelection}. */
  static final int MOST = 64;

  /** Ascending; of equal ones the earlier is first. */
  private final long[] keys;

  /** Where the row of each key stands in the order so far. */
  private final int[] positions;

  private int count;

  private FewFirst(int limit) {
    keys = new long[limit];
    positions = new int[limit];
  }

  /**
   * Moves the rows with the {@code limit} smallest keys of the first {@code values} to the front,
   * sorted, and lets the others follow in their old order. There are more rows than {@code limit},
   * which is at least 1.
   *
   * @param flip -1 to turn the order around, else 0
   */
  static void sort(long[] cells, int[] order, int values, long flip, int limit) {
    FewFirst first = new FewFirst(limit);
    first.find(cells, order, values, flip);
    first.moveToFront(order);
  }

  /** The same for doubles. */
  static void sort(double[] cells, int[] order, int values, long flip, int limit) {
    FewFirst first = new FewFirst(limit);
    first.find(cells, order, values, flip);
    first.moveToFront(order);
  }

  private void find(long[] cells, int[] order, int values, long flip) {
    for (int position = 0; position < keys.length; position++) {
      enter(cells[order[position]] ^ flip, position);
    }
    long bound = keys[keys.length - 1];
    for (int position = keys.length; position < values; position++) {
      long key = cells[order[position]] ^ flip;
      if (key < bound) {
        enter(key, position);
        bound = keys[keys.length - 1];
      }
    }
  }

  private void find(double[] cells, int[] order, int values, long flip) {
    for (int position = 0; position < keys.length; position++) {
      enter(Sorting.key(cells[order[position]]) ^ flip, position);
    }
    long bound = keys[keys.length - 1];
    for (int position = keys.length; position < values; position++) {
      long key = Sorting.key(cells[order[position]]) ^ flip;
      if (key < bound) {
        enter(key, position);
        bound = keys[keys.length - 1];
      }
    }
  }

  /** Puts a key behind those that are not greater; the last gives way if there are enough. */
  private void enter(long key, int position) {
    int at = count < keys.length ? count++ : count - 1;
    for (; at > 0 && keys[at - 1] > key; at--) {
      keys[at] = keys[at - 1];
      positions[at] = positions[at - 1];
    }
    keys[at] = key;
    positions[at] = position;
  }

  private void moveToFront(int[] order) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = order[positions[i]];
    }
    int[] gaps = positions.clone();
    Arrays.sort(gaps);
    // From behind: what stands between two of them moves up by the number of those behind it.
    int end = gaps[count - 1];
    for (int i = count - 1; i >= 0; i--) {
      int from = i == 0 ? 0 : gaps[i - 1] + 1;
      System.arraycopy(order, from, order, from + count - i, end - from);
      end = from - 1;
    }
    System.arraycopy(rows, 0, order, 0, count);
  }
}
