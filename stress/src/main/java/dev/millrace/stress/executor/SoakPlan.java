package dev.millrace.stress.executor;

/**
 * @param ops ends after so many steps
 * @param seconds or after so long, whichever comes first
 */
record SoakPlan(long ops, long seconds, int workers, long seed) {
  SoakPlan {
    if (ops < 1 || seconds < 1 || workers < 1) {
      throw new IllegalArgumentException("ops, seconds and workers must be at least 1");
    }
  }
}
