package dev.millrace.bench.plan;

/** The fan-out that everybody does: a source, branches, a join of their results. */
final class FanOut {

  static final int BRANCHES = 8;

  /** About a microsecond. */
  static final int WORK_ROUNDS = 400;

  /** About a hundred nanoseconds. */
  static final int SMALL_ROUNDS = 40;

  static final int WAIT_MILLIS = 1;

  private FanOut() {}

  /**
   * Small work: a chain of shifts, each of which needs the one before. (Of multiplications the
   * compiler makes one for many.)
   */
  static long work(long seed, int rounds) {
    long value = seed;
    for (int i = 0; i < rounds; i++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    return value;
  }
}
