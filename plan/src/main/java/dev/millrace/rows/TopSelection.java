package dev.millrace.rows;

/**
 * The first rows of a sort without the sort of the others: finds the last key that still belongs to
 * them, digit by digit from the highest, and sorts only what is not above it. Linear in the rows,
 * whatever their order.
 */
final class TopSelection {

  private TopSelection() {}

  /**
   * Moves the rows with the {@code limit} smallest keys to the front of {@code rows}, sorted, and
   * lets the others follow in their old order. There is a key for each row to sort, and more of
   * them than {@code limit}.
   */
  static void sort(long[] keys, int[] rows, int limit) {
    if (limit == 0) {
      return;
    }
    long last = smallest(keys, limit);
    int surplus = surplus(keys, last, limit);
    long[] topKeys = new long[limit];
    int[] topRows = new int[limit];
    int top = limit;
    int rest = keys.length;
    // From behind: the others move towards the end, and never over a row that is still to come.
    for (int i = keys.length - 1; i >= 0; i--) {
      if (keys[i] > last || (keys[i] == last && surplus-- > 0)) {
        rows[--rest] = rows[i];
      } else {
        topKeys[--top] = keys[i];
        topRows[top] = rows[i];
      }
    }
    RadixSort.sort(topKeys, topRows, limit);
    System.arraycopy(topRows, 0, rows, 0, limit);
  }

  /** How many of the rows whose key is {@code last} do not belong to the first {@code limit}. */
  private static int surplus(long[] keys, long last, int limit) {
    int upToLast = 0;
    for (long key : keys) {
      upToLast += key <= last ? 1 : 0;
    }
    return upToLast - limit;
  }

  /** The key that has {@code rank - 1} others before it in sorted order. */
  private static long smallest(long[] keys, int rank) {
    Digits digits = Digits.of(keys, keys.length);
    long[] candidates = keys;
    int count = keys.length;
    int left = rank;
    int shift = Math.ceilDiv(digits.width(), digits.bits()) * digits.bits();
    while (shift > 0) {
      shift -= digits.bits();
      int[] counts = digits.count(candidates, count, shift);
      int digit = 0;
      for (; left > counts[digit]; digit++) {
        left -= counts[digit];
      }
      long[] kept = new long[counts[digit]];
      int at = 0;
      for (int i = 0; i < count; i++) {
        if (digits.at(candidates[i], shift) == digit) {
          kept[at++] = candidates[i];
        }
      }
      candidates = kept;
      count = at;
    }
    return candidates[0];
  }
}
