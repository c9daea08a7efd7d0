package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Plain runnables that wait for their one run, first in, first out. A lane stands in the summary
 * tree as one position, however many wait in it (SIGNALLING.md, section 7).
 *
 * <pre>
 *   first ──► chunk ──► chunk ──► chunk ◄── last
 *             ░░░▓▓     ▓▓▓▓▓     ▓▓        ░ taken   ▓ there
 *                ▲
 *              taken
 * </pre>
 *
 * Whoever takes moves on over one that is there. Chunks are used once: a new one is young, and to
 * store a reference into it costs the collector nothing. One that is left behind points to itself:
 * if it has grown old, the collector would otherwise keep all that follow it until it looks at old
 * objects. Who still stands there finds itself where it was, and begins anew. How runnables get in
 * is the subclasses' business.
 *
 * <p>Thread-safe, lock-free.
 */
abstract sealed class RunLane implements Workplace permits OwnLane, OutsideLane {

  /** A part of a lane. */
  static final class Chunk {

    /** Places of a chunk; a power of two. */
    static final int SIZE = 256;

    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Runnable[].class);
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    // In cache lines of their own: those who offer write the one, those who take the other.
    private static final int GIVEN = 8;
    private static final int TAKEN = 16;

    /** Behind the last chunk of a lane that is closed. */
    static final Chunk END = new Chunk(Long.MAX_VALUE - SIZE);

    /** How many places all chunks before this have. */
    final long before;

    private final @Nullable Runnable[] places = new Runnable[SIZE];
    private final long[] counts = new long[24];

    /** Set once, and once more to itself when the chunk is left behind. */
    volatile @Nullable Chunk next;

    Chunk(long before) {
      this.before = before;
    }

    /** Whether all its places were given. */
    boolean isComplete() {
      Chunk following = next;
      return following != null && following != END;
    }

    /** The next place, or a higher number if there is none: that many have come too late. */
    long give(long more) {
      return (long) COUNT.getAndAdd(counts, GIVEN, more);
    }

    long given() {
      return (long) COUNT.getVolatile(counts, GIVEN);
    }

    /** Places before this were taken. */
    int taken() {
      return (int) Math.min((long) COUNT.getVolatile(counts, TAKEN), SIZE);
    }

    /** Takes the places from {@code from} on and before {@code to}, if none of them was taken. */
    boolean take(int from, int to) {
      return COUNT.compareAndSet(counts, TAKEN, (long) from, (long) to);
    }

    /** By whoever was given the place. */
    void put(int place, Runnable runnable) {
      PLACE.setRelease(places, place, runnable); // who takes it acquires it
    }

    @Nullable Runnable at(int place) {
      return (Runnable) PLACE.getVolatile(places, place);
    }

    /** The first place from {@code from} on, but before {@code to}, where there is nothing. */
    int there(int from, int to) {
      int place = from;
      while (place < to && at(place) != null) {
        place++;
      }
      return place;
    }

    /** Holds if nobody has taken any of them since {@link #there}. */
    @Nullable Runnable[] copy(int from, int to) {
      return Arrays.copyOfRange(places, from, to);
    }

    /** Of a place that was taken: nobody looks here any more, but the collector. */
    void clear(int place) {
      places[place] = null;
    }

    void clear(int from, int to) {
      Arrays.fill(places, from, to, null);
    }
  }

  private static final VarHandle FIRST;

  static {
    try {
      FIRST = MethodHandles.lookup().findVarHandle(RunLane.class, "first", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BitTree.Mark mark;
  private volatile Chunk first;

  RunLane(BitTree.Mark mark, Chunk first) {
    this.mark = mark;
    this.first = first;
  }

  @Override
  public final int index() {
    return mark.item();
  }

  /** Whether the summary tree shows it. */
  final boolean isMarked() {
    return mark.isSet();
  }

  /** The first chunk of which not all was taken, if there is one. */
  final Chunk first() {
    while (true) {
      Chunk chunk = first;
      if (chunk.taken() < Chunk.SIZE) {
        return chunk;
      }
      Chunk next = chunk.next;
      if (next == null || next == Chunk.END) {
        return chunk;
      }
      if (FIRST.compareAndSet(this, chunk, next)) {
        ensureNotLast(chunk, next);
        chunk.next = chunk;
      }
    }
  }

  /** Before a chunk is left behind: nobody who comes to this lane may begin there any more. */
  void ensureNotLast(Chunk chunk, Chunk following) {}

  /** The next one, which is the caller's; null if there is none, or it is not there yet. */
  final @Nullable Runnable take() {
    while (true) {
      Chunk chunk = first;
      int place = chunk.taken();
      if (place == Chunk.SIZE) {
        if (first() == chunk) {
          return null;
        }
        continue;
      }
      Runnable runnable = chunk.at(place);
      if (runnable == null) {
        if (chunk.taken() == place) {
          return null;
        }
      } else if (chunk.take(place, place + 1)) {
        chunk.clear(place);
        return runnable;
      }
    }
  }

  /**
   * Takes some at once, those that are there, by one atomic exchange. They are copied, and their
   * places cleared, in one go: one after the other while they are run, the cache lines would have
   * to be fetched one by one from whoever has offered them.
   *
   * @param complete whether only of a chunk all of whose places were given: of another one those
   *     who offer and the one who takes would want the same cache lines
   * @return whether there were any: then {@code row} has them
   */
  final boolean takeRow(Row row, int most, boolean complete) {
    while (true) {
      Chunk chunk = first();
      if (complete && !chunk.isComplete()) {
        return false;
      }
      int from = chunk.taken();
      int to = chunk.there(from, Math.min(from + most, Chunk.SIZE));
      if (from == to) {
        if (chunk.taken() == from) {
          return false;
        }
        continue;
      }
      // Before they are taken: then nothing can fail any more, and what was taken is nowhere else.
      @Nullable Runnable[] some = chunk.copy(from, to);
      if (chunk.take(from, to)) {
        chunk.clear(from, to);
        row.begin(some);
        return true;
      }
    }
  }

  @Override
  public final boolean hasWork() {
    Chunk chunk = first();
    while (!hasWork(chunk)) {
      if (!chunk.isComplete()) {
        return false;
      }
      chunk = first(); // its last one was taken meanwhile: there may be some in the next
    }
    return true;
  }

  /** A look that takes no cache line from those who offer but the one that they write next. */
  final boolean looksEmpty() {
    Chunk chunk = first;
    int taken = chunk.taken();
    return taken < Chunk.SIZE && chunk.at(taken) == null;
  }

  abstract boolean hasWork(Chunk chunk);

  final long taken() {
    Chunk chunk = first;
    return chunk.before + chunk.taken();
  }

  /** How many were ever offered, about. */
  abstract long offered();

  @Override
  public final int takeableCount() {
    return Math.clamp(offered() - taken(), 0, Integer.MAX_VALUE);
  }

  @Override
  public final String toString() {
    return "lane " + index() + ": " + takeableCount() + " waiting";
  }
}
