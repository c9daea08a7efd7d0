package dev.millrace.rows;

/**
 * Keys as numbers of digits, counted from the smallest key on.
 *
 * @param min the smallest key
 * @param width how many bits the greatest distance from it has
 * @param bits of a digit
 */
record Digits(long min, int width, int bits) {

  /** With fewer keys than this, wide digits cost more to count than they save. */
  private static final int MANY = 4096;

  static Digits of(long[] keys, int count) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, keys[i]);
      max = Math.max(max, keys[i]);
    }
    // The distance may exceed a signed long: it is an unsigned one.
    return new Digits(min, Long.SIZE - Long.numberOfLeadingZeros(max - min), count < MANY ? 8 : 11);
  }

  /** The digit of {@code key} that begins at bit {@code shift}. */
  int at(long key, int shift) {
    return (int) ((key - min) >>> shift) & ((1 << bits) - 1);
  }

  /** How often each digit occurs. */
  int[] count(long[] keys, int count, int shift) {
    int[] counts = new int[1 << bits];
    for (int i = 0; i < count; i++) {
      counts[at(keys[i], shift)]++;
    }
    return counts;
  }

  /** Turns counts into where the first key with each digit goes. */
  static void toStarts(int[] counts) {
    int start = 0;
    for (int digit = 0; digit < counts.length; digit++) {
      int count = counts[digit];
      counts[digit] = start;
      start += count;
    }
  }
}
