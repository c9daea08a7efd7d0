package dev.millrace.rows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
   * What is sorted.
   *
   * @param rows the rows in their old order; null stands for 0, 1, 2, …
   * @param values how many of them have a value: these come first, and are more than {@code limit}
   * @param size how many there are
   * @param flip -1 to turn the order around, else 0
   * @param limit how many to find, at least 1
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  record Input(int @Nullable [] rows, int values, int size, long flip, int limit) {

    int row(int position) {
      return rows == null ? position : rows[position];
    }
  }

  /** The rows with the smallest keys, sorted, and then the others in their old order. */
  static int[] sorted(long[] cells, Input input) {
    FewFirst first = new FewFirst(input.limit);
    first.find(cells, input);
    return first.order(input);
  }

  /** The same for doubles. */
  static int[] sorted(double[] cells, Input input) {
    FewFirst first = new FewFirst(input.limit);
    first.find(cells, input);
    return first.order(input);
  }

  private void find(long[] cells, Input input) {
    long flip = input.flip;
    for (int position = 0; position < keys.length; position++) {
      enter(cells[input.row(position)] ^ flip, position);
    }
    long bound = keys[keys.length - 1];
    for (int position = keys.length; position < input.values; position++) {
      long key = cells[input.row(position)] ^ flip;
      if (key < bound) {
        enter(key, position);
        bound = keys[keys.length - 1];
      }
    }
  }

  /**
   * Most rows stay out: values are compared as they are, and only what might be in is made a key.
   */
  private void find(double[] cells, Input input) {
    long flip = input.flip;
    for (int position = 0; position < keys.length; position++) {
      enter(Sorting.key(cells[input.row(position)]) ^ flip, position);
    }
    int position = keys.length;
    while (true) {
      double bound = cells[input.row(positions[keys.length - 1])];
      position =
          flip == 0
              ? nextBelow(cells, input, position, bound)
              : nextAbove(cells, input, position, bound);
      if (position == input.values) {
        return;
      }
      long key = Sorting.key(cells[input.row(position)]) ^ flip;
      if (key < keys[keys.length - 1]) {
        enter(key, position);
      }
      position++;
    }
  }

  /** The first position whose value is not at least {@code bound}; NaN is not. */
  private static int nextBelow(double[] cells, Input input, int from, double bound) {
    int[] rows = input.rows;
    int position = from;
    if (rows == null) {
      while (position < input.values && cells[position] >= bound) {
        position++;
      }
    } else {
      while (position < input.values && cells[rows[position]] >= bound) {
        position++;
      }
    }
    return position;
  }

  /** The first position whose value is not at most {@code bound}; NaN is not. */
  private static int nextAbove(double[] cells, Input input, int from, double bound) {
    int[] rows = input.rows;
    int position = from;
    if (rows == null) {
      while (position < input.values && cells[position] <= bound) {
        position++;
      }
    } else {
      while (position < input.values && cells[rows[position]] <= bound) {
        position++;
      }
    }
    return position;
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

  private int[] order(Input input) {
    int[] order = new int[input.size];
    for (int i = 0; i < count; i++) {
      order[i] = input.row(positions[i]);
    }
    int[] gaps = positions.clone();
    Arrays.sort(gaps);
    int from = 0;
    for (int i = 0; i < count; i++) {
      copy(input, from, gaps[i], order, from + count - i);
      from = gaps[i] + 1;
    }
    copy(input, from, input.size, order, from);
    return order;
  }

  /** Copies the rows at {@code from} to {@code to}, exclusive, to {@code order} at {@code at}. */
  private static void copy(Input input, int from, int to, int[] order, int at) {
    if (input.rows != null) {
      System.arraycopy(input.rows, from, order, at, to - from);
      return;
    }
    for (int position = from; position < to; position++) {
      order[at + position - from] = position;
    }
  }
}
