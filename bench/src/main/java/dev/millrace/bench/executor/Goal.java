package dev.millrace.bench.executor;

/**
 * How many times as long as ours the best rival of each side should take, at least. Where single
 * operations are timed, that goes for their median and for their 99th percentile.
 */
record Goal(double general, double pinned) {

  double of(Side side) {
    return switch (side) {
      case GENERAL -> general;
      case PINNED -> pinned;
      case OURS -> throw new IllegalArgumentException("a goal is for a rival");
    };
  }
}
