package dev.millrace.rows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bitmaps over rows: bit {@code row & 63} of word {@code row >> 6}. */
public final class Bits {

  private Bits() {}

  public static long[] none(int rows) {
    return new long[(rows + 63) >>> 6];
  }

  public static boolean get(long[] bits, int row) {
    return (bits[row >> 6] >>> row & 1) != 0;
  }

  public static void set(long[] bits, int row) {
    bits[row >> 6] |= 1L << row;
  }

  /** Sets the bits from {@code from} (inclusive) to {@code to} (exclusive). */
  public static void setRange(long[] bits, int from, int to) {
    if (from >= to) {
      return;
    }
    int first = from >> 6;
    int last = (to - 1) >> 6;
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      bits[first] |= head & tail;
      return;
    }
    bits[first] |= head;
    Arrays.fill(bits, first + 1, last, -1);
    bits[last] |= tail;
  }

  /** How many of the first {@code rows} bits are set. */
  public static int count(long[] bits, int rows) {
    int count = 0;
    for (int word = 0; word < rows >> 6; word++) {
      count += Long.bitCount(bits[word]);
    }
    int rest = rows & 63;
    return rest == 0 ? count : count + Long.bitCount(bits[rows >> 6] << -rest);
  }

  /** The validity of a column whose bits are {@code bits}: null if all rows are valid. */
  public static long @Nullable [] nullIfAllSet(long[] bits, int rows) {
    return count(bits, rows) == rows ? null : bits;
  }

  /** As {@link #get}, where no bitmap at all means that every row is valid. */
  public static boolean isValid(long @Nullable [] validity, int row) {
    return validity == null || get(validity, row);
  }
}
