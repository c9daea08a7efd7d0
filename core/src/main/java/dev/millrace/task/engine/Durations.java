package dev.millrace.task.engine;

import java.time.Duration;

/** Durations as nanoseconds that cannot overflow when added to a clock reading. */
public final class Durations {

  /** A hundred years: as good as never, and far from the end of a long. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Durations() {}

  public static long nanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
  }
}
