package dev.millrace.plan.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Who must hear something by when. All are given the same time, so they expire in the order of
 * their coming. Pure; not thread-safe; times are of one monotonic clock.
 */
final class Deadlines<T> {

  /** Later than anything. */
  static final long NEVER = Long.MAX_VALUE;

  private final long allowance;
  private final SequencedMap<T, Long> deadlines = new LinkedHashMap<>();

  /**
   * @param allowance in nanoseconds; 0 for as long as it takes
   */
  Deadlines(long allowance) {
    this.allowance = allowance;
  }

  void start(T who, long now) {
    if (allowance > 0) {
      deadlines.putLast(who, now + allowance);
    }
  }

  void stop(T who) {
    deadlines.remove(who);
  }

  /** Takes out those whose time is up. */
  List<T> expired(long now) {
    List<T> expired = new ArrayList<>();
    while (nextIn(now) <= 0) {
      expired.add(deadlines.pollFirstEntry().getKey());
    }
    return expired;
  }

  /** Takes out all, in their order. */
  List<T> drain() {
    List<T> all = new ArrayList<>(deadlines.keySet());
    deadlines.clear();
    return all;
  }

  /** Nanoseconds until the next one expires, or {@link #NEVER}. */
  long nextIn(long now) {
    return deadlines.isEmpty() ? NEVER : deadlines.firstEntry().getValue() - now;
  }
}
