package dev.millrace.rows;

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

  /** As {@link #get}, where no bitmap at all means that every row is valid. */
  public static boolean isValid(long @Nullable [] validity, int row) {
    return validity == null || get(validity, row);
  }
}
