package dev.millrace.plan.expr;

import java.util.Arrays;
import java.util.Collection;

/**
 * Numbers to be looked up by {@code ==}: both zeros are one, and what is not a number is never in
 * it. An open hash table. Immutable and thread-safe.
 */
final class NumberSet {

  /** Stands in a free place: no sum has these bits, since a zero is added to each number. */
  private static final long FREE = Double.doubleToRawLongBits(-0.0);

  private final long[] table;
  private final int shift;

  NumberSet(Collection<Double> numbers) {
    int bits = Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(2 * numbers.size()));
    table = new long[1 << bits];
    shift = Long.SIZE - bits;
    Arrays.fill(table, FREE);
    for (double number : numbers) {
      if (!Double.isNaN(number)) {
        long key = key(number);
        table[place(key)] = key;
      }
    }
  }

  /** The set comes last because generated code has the number first. */
  static boolean contains(double number, NumberSet set) {
    return !Double.isNaN(number) && set.table[set.place(key(number))] != FREE;
  }

  private static long key(double number) {
    return Double.doubleToRawLongBits(number + 0.0);
  }

  /** Where {@code key} is, or the free place where it would be. */
  private int place(long key) {
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
    while (table[at] != FREE && table[at] != key) {
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }
}
