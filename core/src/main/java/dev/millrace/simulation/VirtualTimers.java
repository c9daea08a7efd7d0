package dev.millrace.simulation;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The timers that have not gone off, the earliest first. Not thread-safe. */
final class VirtualTimers {

  private static final int ORDERS = 1 << 16;
  private static final int DELAYS = 1024;

  /** A timer for one moment. */
  record Entry(long due, int order, long number, Runnable action) {}

  private final Choices choices;
  private final long jitter;
  private final TreeSet<Entry> entries =
      new TreeSet<>(
          Comparator.comparingLong(Entry::due)
              .thenComparingInt(Entry::order)
              .thenComparingLong(Entry::number));
  private long added;

  VirtualTimers(Choices choices, long jitter) {
    this.choices = choices;
    this.jitter = jitter;
  }

  Entry add(long due, Runnable action) {
    long late = jitter == 0 ? 0 : late(choices.next(Choice.Point.TIMER_DELAY, DELAYS));
    int order = choices.next(Choice.Point.TIMER_ORDER, ORDERS);
    Entry entry = new Entry(due + late, order, added++, action);
    entries.add(entry);
    return entry;
  }

  private long late(int part) {
    return (long) ((double) jitter * part / DELAYS);
  }

  /** Returns false if it is not there any more. */
  boolean remove(Entry entry) {
    return entries.remove(entry);
  }

  int size() {
    return entries.size();
  }

  /** When the next one is due; {@code Long.MAX_VALUE} if there is none. */
  long nextDue() {
    return entries.isEmpty() ? Long.MAX_VALUE : entries.first().due();
  }

  /** Takes the next one if it is due by {@code now}. */
  @Nullable Entry takeDue(long now) {
    return nextDue() <= now ? entries.pollFirst() : null;
  }
}
