package dev.millrace.executor;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers in a hierarchy of wheels, 64 slots each: the lowest turns a slot a tick, each next one 64
 * times slower. Adding and cancelling touch one list; a timer is moved down at most once a level,
 * and one that is cancelled early, as most deadlines are, is never looked at again.
 *
 * <p>Pure policy: no clock, no threads; guarded by {@link Timekeeper}. The scheme is Varghese and
 * Lauck's hierarchical wheel; the choice of level by the highest differing bits is tokio's.
 */
final class TimerWheel {

  private static final int BITS = 6;
  private static final int SLOTS = 1 << BITS;
  private static final int LEVELS = 8;

  /** The furthest tick ahead that the top wheel can tell from the present. */
  private static final long RANGE = 1L << (BITS * LEVELS - 1);

  static final long NEVER = Long.MAX_VALUE;

  /** A timer, in a circular list of its slot while it waits. */
  static final class Entry {
    final Runnable action;
    final long tick;
    private @Nullable Entry previous;
    private @Nullable Entry next;
    private int place;

    /**
     * Whether it has expired or been removed; written once. Who reads it without the guard may miss
     * it, but not see it too early.
     */
    private boolean over;

    private Entry(Runnable action, long tick) {
      this.action = action;
      this.tick = tick;
    }

    /** From any thread: true if there is nothing to remove any more; false if there may be. */
    boolean isOver() {
      return over;
    }
  }

  private final @Nullable Entry[] slots = new Entry[LEVELS * SLOTS];
  private final long[] occupied = new long[LEVELS];
  private long now;
  private int size;

  TimerWheel(long now) {
    this.now = now;
  }

  int size() {
    return size;
  }

  /** A timer for {@code tick}, or for the next one if that has passed. */
  Entry add(long tick, Runnable action) {
    Entry entry = new Entry(action, Math.clamp(tick, now + 1, now + RANGE));
    link(entry);
    size++;
    return entry;
  }

  /** Returns false if it has expired or been removed before. */
  @CanIgnoreReturnValue
  boolean remove(Entry entry) {
    if (entry.over) {
      return false;
    }
    unlink(entry);
    entry.over = true;
    size--;
    return true;
  }

  /** The tick at which {@link #advance} has to be called next at the latest; NEVER if empty. */
  long nextTick() {
    for (int level = 0; level < LEVELS; level++) {
      if (occupied[level] != 0) {
        return nextIn(level);
      }
    }
    return NEVER;
  }

  /** Moves on to {@code tick} and gives out what has expired on the way, in order of ticks. */
  void advance(long tick, Consumer<Entry> expired) {
    for (long next = nextTick(); next <= tick; next = nextTick()) {
      now = next;
      int level = Long.numberOfTrailingZeros(next) / BITS;
      for (int i = Math.min(level, LEVELS - 1); i >= 0; i--) {
        empty(i, expired);
      }
    }
    now = Math.max(now, tick);
  }

  /** The begin of the first occupied slot of a level after the present one. */
  private long nextIn(int level) {
    int shift = BITS * level;
    int present = (int) (now >>> shift) & (SLOTS - 1);
    int ahead = Long.numberOfTrailingZeros(Long.rotateRight(occupied[level], present));
    long slot = (now >>> shift) + (ahead == 0 ? SLOTS : ahead);
    return slot << shift;
  }

  /** Gives out or moves down everything in the present slot of a level. */
  private void empty(int level, Consumer<Entry> expired) {
    int place = place(level, now);
    for (Entry entry = slots[place]; entry != null; entry = slots[place]) {
      unlink(entry);
      if (entry.tick <= now) {
        entry.over = true;
        size--;
        expired.accept(entry);
      } else {
        link(entry);
      }
    }
  }

  private void link(Entry entry) {
    int level = (63 - Long.numberOfLeadingZeros((entry.tick ^ now) | (SLOTS - 1))) / BITS;
    int place = place(Math.min(level, LEVELS - 1), entry.tick);
    Entry first = slots[place];
    if (first == null) {
      entry.next = entry;
      entry.previous = entry;
      slots[place] = entry;
      occupied[place / SLOTS] |= 1L << place;
    } else {
      Entry last = first.previous;
      entry.next = first;
      entry.previous = last;
      first.previous = entry;
      if (last != null) {
        last.next = entry;
      }
    }
    entry.place = place;
  }

  private void unlink(Entry entry) {
    int place = entry.place;
    Entry next = entry.next;
    Entry previous = entry.previous;
    if (next == entry || next == null || previous == null) {
      slots[place] = null;
      occupied[place / SLOTS] &= ~(1L << place);
    } else {
      next.previous = previous;
      previous.next = next;
      if (slots[place] == entry) {
        slots[place] = next;
      }
    }
    entry.next = null;
    entry.previous = null;
  }

  private static int place(int level, long tick) {
    return level * SLOTS + ((int) (tick >>> (BITS * level)) & (SLOTS - 1));
  }
}
