package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runnables, or wakes, that a quick worker has taken from a lane at once, and runs one by one
 * without an atomic exchange for each. If one of them takes long, the watcher takes the rest away
 * (SIGNALLING.md, section 7, "Rows").
 *
 * <pre>
 *   ░░░░░▓▓▓▓▓▓▓     ░ run or begun   ▓ not yet
 *        ▲      ▲
 *      next    end
 * </pre>
 *
 * The worker says what it begins, and then looks whether the row was revoked; the watcher revokes
 * it, and then looks what was begun. Between its two steps the worker has no fence, which would
 * cost as much as what this saves. So the watcher makes up for it by a handshake with the worker's
 * thread.
 *
 * <p>Confined to its worker, but for {@link #revoke}.
 */
final class Row {

  private static final int NOTHING = Integer.MAX_VALUE;
  private static final VarHandle SPAN;
  private static final VarHandle REVOKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SPAN = lookup.findVarHandle(Row.class, "span", long.class);
      REVOKED = lookup.findVarHandle(Row.class, "revoked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What it was. Written by the worker before the span, read by the watcher after it. */
  private @Nullable Runnable[] all = {};

  /** Whether they are tasks that somebody has woken. Written and read as {@link #all} is. */
  private boolean wakes;

  /** The next place in the lower half, the end in the upper one. Written by the worker alone. */
  private long span;

  /**
   * Whether the watcher is at it. Written by the watcher, and by the worker, both with the lock.
   */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private boolean revoked;

  /** From this place on it was taken away, and the worker does not know yet. Guarded by this. */
  private int lostFrom = NOTHING;

  /** What comes next are wakes, or runnables. Only while it is empty. */
  void expectWakes(boolean expected) {
    wakes = expected;
  }

  boolean isOfWakes() {
    return wakes;
  }

  /** All of these, which are the worker's. */
  void begin(@Nullable Runnable[] some) {
    all = some;
    SPAN.setRelease(this, (long) some.length << 32); // the watcher who acquires it sees them
  }

  int size() {
    long now = span;
    return end(now) - next(now);
  }

  /** The one behind so many others, if it is still here; it may be taken away at any time. */
  @Nullable Runnable peek(int behind) {
    int place = next(span) + behind;
    return place < all.length ? all[place] : null;
  }

  boolean isEmpty() {
    long now = (long) SPAN.getAcquire(this); // the watcher, too, asks
    return next(now) == end(now);
  }

  /** The next one, which the worker runs now; null if none is left. */
  @Nullable Runnable next() {
    long now = span;
    int place = next(now);
    if (place == end(now)) {
      return null;
    }
    SPAN.setRelease(this, now + 1); // before the look: see revoke
    if ((boolean) REVOKED.getAcquire(this) && !keeps(place)) {
      return null;
    }
    return takeOut(place);
  }

  /** The watcher was here, or is, and then has to decide first: whether this one is left. */
  private synchronized boolean keeps(int place) {
    boolean kept = place < lostFrom;
    if (lostFrom != NOTHING) {
      lostFrom = NOTHING;
      SPAN.setRelease(this, 0L); // the rest is gone
      REVOKED.setRelease(this, false); // only this thread looks at it without the lock
    }
    return kept;
  }

  /**
   * Takes away what has not begun, if anything. Whoever it is given to must not fail: from the take
   * on it is nowhere else.
   *
   * @param owner the worker's thread, which is not the caller's
   * @param runnables who is given runnables
   * @param woken who is given wakes, which are still to be answered
   * @return how many
   */
  synchronized int revoke(
      Thread owner, Consumer<Runnable> runnables, Consumer<TaskInstance> woken) {
    if (isEmpty() || lostFrom != NOTHING) {
      return 0;
    }
    REVOKED.setVolatile(this, true);
    try {
      Handshake.with(owner);
      // What the worker has begun before that is seen here; before it begins another it sees the
      // flag, and waits for the lock.
      return take(runnables, woken);
    } finally {
      if (lostFrom == NOTHING) {
        REVOKED.setRelease(this, false); // whoever waits for the lock goes on as if nothing were
      }
    }
  }

  private int take(Consumer<Runnable> runnables, Consumer<TaskInstance> woken) {
    long now = (long) SPAN.getAcquire(this);
    int end = end(now);
    if (next(now) == end) {
      return 0;
    }
    lostFrom = next(now);
    for (int place = lostFrom; place < end; place++) {
      Runnable next = takeOut(place);
      if (wakes && next instanceof TaskInstance task) {
        woken.accept(task);
      } else {
        runnables.accept(next);
      }
    }
    return end - lostFrom;
  }

  /** By whoever has it. */
  private Runnable takeOut(int place) {
    Runnable runnable = all[place];
    if (runnable == null) {
      throw new AssertionError("nothing in place " + place);
    }
    all[place] = null; // nobody looks here any more, but the collector
    return runnable;
  }

  private static int next(long span) {
    return (int) span;
  }

  private static int end(long span) {
    return (int) (span >>> 32);
  }

  @Override
  public String toString() {
    long now = (long) SPAN.getAcquire(this);
    return "row of " + (end(now) - next(now));
  }
}
