package dev.millrace.stress.executor;

/**
 * @param ops ends after so many steps
 * @param seconds or after so long, whichever comes first
 */
record SoakPlan(long ops, long seconds, int workers, long seed) {
  /** As many as an executor can have. */
  static final int MOST_WORKERS = 56;

  SoakPlan {
    if (ops < 1 || seconds < 1) {
      throw new IllegalArgumentException("--ops and --seconds must be at least 1");
    }
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "--workers is " + workers + ", must be from 1 to " + MOST_WORKERS);
    }
  }
}
