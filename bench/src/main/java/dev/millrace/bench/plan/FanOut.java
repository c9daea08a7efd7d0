package dev.millrace.bench.plan;

/** The fan-out that everybody does: a source, branches, a join of their results. */
final class FanOut {

  static final int BRANCHES = 8;

  /** About a microsecond. */
  static final int WORK_ROUNDS = 1_000;

  static final int WAIT_MILLIS = 1;

  private FanOut() {}

  /** Small work that cannot be optimised away or run in parallel with itself. */
  static long work(long seed, int rounds) {
    long value = seed;
    for (int i = 0; i < rounds; i++) {
      value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }
    return value;
  }
}
