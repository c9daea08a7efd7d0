package dev.millrace.rows;

/**
 * A stable sort of keys and, along with them, of row numbers. From the lowest digit to the highest,
 * each pass distributes by one digit and keeps the order within it. Digits in which all keys agree
 * are passed over, so a small range is cheap. Takes the same time for any order of the input.
 */
final class RadixSort {

  /** Below this the passes cost more than moving keys one by one. */
  static final int SMALL = 64;

  private RadixSort() {}

  /** Sorts the first {@code count} of both arrays by the keys. */
  static void sort(long[] keys, int[] rows, int count) {
    if (count < SMALL) {
      insert(keys, rows, count);
    } else {
      distribute(keys, rows, count);
    }
  }

  private static void insert(long[] keys, int[] rows, int count) {
    for (int i = 1; i < count; i++) {
      long key = keys[i];
      int row = rows[i];
      int at = i;
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        rows[at] = rows[at - 1];
      }
      keys[at] = key;
      rows[at] = row;
    }
  }

  private static void distribute(long[] keys, int[] rows, int count) {
    Digits digits = Digits.of(keys, count);
    long[] fromKeys = keys;
    int[] fromRows = rows;
    long[] toKeys = new long[count];
    int[] toRows = new int[count];
    for (int shift = 0; shift < digits.width(); shift += digits.bits()) {
      int[] counts = digits.count(fromKeys, count, shift);
      if (counts[digits.at(fromKeys[0], shift)] == count) {
        continue;
      }
      Digits.toStarts(counts);
      for (int i = 0; i < count; i++) {
        long key = fromKeys[i];
        int at = counts[digits.at(key, shift)]++;
        toKeys[at] = key;
        toRows[at] = fromRows[i];
      }
      long[] doneKeys = toKeys;
      toKeys = fromKeys;
      fromKeys = doneKeys;
      int[] doneRows = toRows;
      toRows = fromRows;
      fromRows = doneRows;
    }
    if (fromRows != rows) {
      System.arraycopy(fromKeys, 0, keys, 0, count);
      System.arraycopy(fromRows, 0, rows, 0, count);
    }
  }
}
