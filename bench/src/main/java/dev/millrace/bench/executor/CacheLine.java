package dev.millrace.bench.executor;

/**
 * Fields in a cache line of their own: what a class declares lies behind what its superclass does,
 * if that has no gap to fill.
 */
final class CacheLine {

  private CacheLine() {}

  /** What lies before. */
  @SuppressWarnings("unused")
  abstract static class Before {
    private int gap;
    private long b0;
    private long b1;
    private long b2;
    private long b3;
    private long b4;
    private long b5;
    private long b6;
    private long b7;
  }

  /** A number and what never changes. */
  abstract static class Count extends Before {
    int remaining;
    final Runnable end;

    Count(int remaining, Runnable end) {
      this.remaining = remaining;
      this.end = end;
    }
  }

  /** What lies behind. */
  @SuppressWarnings("unused")
  abstract static class PaddedCount extends Count {
    private long a0;
    private long a1;
    private long a2;
    private long a3;
    private long a4;
    private long a5;
    private long a6;
    private long a7;

    PaddedCount(int remaining, Runnable end) {
      super(remaining, end);
    }
  }
}
