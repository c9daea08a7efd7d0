package dev.millrace.rows;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Sorts row numbers by a column. Each value becomes a {@code long} that sorts as the value does, in
 * the wanted direction; so one sort of longs serves all types.
 */
final class Sorting {

  private Sorting() {}

  /** The active rows in their new order; see {@link RowSet#sortedBy(Column, boolean, int)}. */
  static int[] sorted(RowSet rows, Column column, boolean descending, int limit) {
    long flip = descending ? -1 : 0;
    int size = rows.size();
    int[] order = column.validity() == null ? null : new int[size];
    int values = order == null ? size : nullsLast(rows, column, order);
    boolean isTop = limit < values && values >= RadixSort.SMALL;
    if (isTop && limit > 0 && limit <= FewFirst.MOST) {
      int[] from = order == null ? rows.rows() : order;
      int[] found = fewFirst(column, new FewFirst.Input(from, values, size, flip, limit));
      if (found != null) {
        return found;
      }
    }
    order = order == null ? copy(rows.rows(), size) : order;
    boolean isSmall = values < RadixSort.SMALL;
    if (limit == 0 || (isSmall && areInserted(column, order, values, flip))) {
      return order;
    }
    long[] keys = keys(column, order, values, flip);
    if (isSorted(keys)) {
      return order;
    }
    if (isTop) {
      TopSelection.sort(keys, order, limit);
    } else {
      RadixSort.sort(keys, order, values);
    }
    return order;
  }

  /**
   * Sorts few rows without keys, where that can be. Otherwise false: then some may have moved, but
   * equal ones are in their old order.
   */
  private static boolean areInserted(Column column, int[] order, int values, long flip) {
    if (column instanceof FloatColumn floats) {
      return flip == 0
          ? insertAscending(floats.values(), order, values)
          : insertDescending(floats.values(), order, values);
    }
    if (column instanceof IntColumn ints) {
      insert(ints.values(), order, values, flip);
      return true;
    }
    return false;
  }

  /** By the values themselves; false, with a part of it done, if one of them has no order. */
  private static boolean insertAscending(double[] cells, int[] order, int count) {
    for (int i = 0; i < count; i++) {
      int row = order[i];
      double value = cells[row];
      if (Double.isNaN(value)) {
        return false;
      }
      int at = i;
      for (; at > 0 && cells[order[at - 1]] > value; at--) {
        order[at] = order[at - 1];
      }
      order[at] = row;
    }
    return true;
  }

  /** The same the other way round. */
  private static boolean insertDescending(double[] cells, int[] order, int count) {
    for (int i = 0; i < count; i++) {
      int row = order[i];
      double value = cells[row];
      if (Double.isNaN(value)) {
        return false;
      }
      int at = i;
      for (; at > 0 && cells[order[at - 1]] < value; at--) {
        order[at] = order[at - 1];
      }
      order[at] = row;
    }
    return true;
  }

  private static void insert(long[] cells, int[] order, int count, long flip) {
    for (int i = 1; i < count; i++) {
      int row = order[i];
      long key = cells[row] ^ flip;
      int at = i;
      for (; at > 0 && (cells[order[at - 1]] ^ flip) > key; at--) {
        order[at] = order[at - 1];
      }
      order[at] = row;
    }
  }

  /** Finds the first few without keys; null if the column has no numbers. */
  private static int @Nullable [] fewFirst(Column column, FewFirst.Input input) {
    return switch (column) {
      case IntColumn ints -> FewFirst.sorted(ints.values(), input);
      case FloatColumn floats -> FewFirst.sorted(floats.values(), input);
      case BoolColumn _, StringColumn _ -> null;
    };
  }

  /** Puts the rows into {@code order}, those with a null behind the others; counts the others. */
  private static int nullsLast(RowSet rows, Column column, int[] order) {
    long[] validity = column.validity();
    int[] from = rows.rows();
    int size = order.length;
    int values = 0;
    int nulls = size;
    for (int position = 0; position < size; position++) {
      int row = from == null ? position : from[position];
      if (validity == null || Bits.get(validity, row)) {
        order[values++] = row;
      } else {
        order[--nulls] = row;
      }
    }
    for (int low = nulls, high = size - 1; low < high; low++, high--) {
      int row = order[low];
      order[low] = order[high];
      order[high] = row;
    }
    return values;
  }

  /** The first {@code size} of {@code from}; null stands for 0, 1, 2, … */
  private static int[] copy(int @Nullable [] from, int size) {
    int[] order = new int[size];
    if (from != null) {
      System.arraycopy(from, 0, order, 0, size);
      return order;
    }
    for (int position = 0; position < size; position++) {
      order[position] = position;
    }
    return order;
  }

  /** The keys of the first {@code count} rows; {@code flip} is -1 to turn the order around. */
  private static long[] keys(Column column, int[] order, int count, long flip) {
    long[] keys = new long[count];
    switch (column) {
      case IntColumn ints -> {
        long[] values = ints.values();
        for (int i = 0; i < count; i++) {
          keys[i] = values[order[i]] ^ flip;
        }
      }
      case FloatColumn floats -> {
        double[] values = floats.values();
        for (int i = 0; i < count; i++) {
          keys[i] = key(values[order[i]]) ^ flip;
        }
      }
      case BoolColumn bools -> {
        for (int i = 0; i < count; i++) {
          keys[i] = (bools.get(order[i]) ? 1 : 0) ^ flip;
        }
      }
      case StringColumn strings -> {
        int[] ranks = ranks(strings, order, count);
        for (int i = 0; i < count; i++) {
          keys[i] = ranks[strings.codes()[order[i]]] ^ flip;
        }
      }
    }
    return keys;
  }

  /** The bits of a double in an order that is that of the values; both zeros are one. */
  static long key(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** The rank of each code that occurs, equal for equal strings. */
  private static int[] ranks(StringColumn strings, int[] order, int count) {
    Dictionary dictionary = strings.dictionary();
    BitSet used = new BitSet(dictionary.size());
    for (int i = 0; i < count; i++) {
      used.set(strings.codes()[order[i]]);
    }
    record Entry(String string, int code) {}
    Entry[] entries =
        used.stream().mapToObj(code -> new Entry(dictionary.get(code), code)).toArray(Entry[]::new);
    Arrays.sort(entries, (a, b) -> StringOrder.INSTANCE.compare(a.string(), b.string()));
    int[] ranks = new int[dictionary.size()];
    int rank = 0;
    for (int i = 0; i < entries.length; i++) {
      if (i > 0 && !entries[i].string().equals(entries[i - 1].string())) {
        rank++;
      }
      ranks[entries[i].code()] = rank;
    }
    return ranks;
  }

  private static boolean isSorted(long[] keys) {
    for (int i = 1; i < keys.length; i++) {
      if (keys[i] < keys[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
