package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Two tasks of a worker that wake each other in turn. Both stay owned, the one that runs and the
 * one that rests, so that the turn goes from one to the other without an atomic exchange. If the
 * one that runs takes long, the watcher takes the other away (SIGNALLING.md, section 6, "Pairs").
 *
 * <p>The worker says who has the turn, and then looks whether the pair was revoked; the watcher
 * revokes it, and then looks who has the turn. As in {@link Row}, the worker has no fence between
 * its two steps, and the watcher makes up for it by a handshake. What changes with a turn are
 * numbers: to store a reference may cost the collector a fence.
 *
 * <p>Confined to its worker, but for {@link #revoke}.
 */
final class Pair {

  /** What came of passing the turn on. */
  enum Passed {
    /** The other one has the turn now. */
    ON,
    /** So it has, but the one before was taken away: the pair is over. */
    ALONE,
    /** The other one was taken away: the pair is over. */
    LOST
  }

  private static final int NOBODY = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private static final VarHandle TURN;
  private static final VarHandle WOKEN;
  private static final VarHandle REVOKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TURN = lookup.findVarHandle(Pair.class, "turn", int.class);
      WOKEN = lookup.findVarHandle(Pair.class, "woken", boolean.class);
      REVOKED = lookup.findVarHandle(Pair.class, "revoked", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Written by the worker before the turn, read by the watcher after it. */
  private @Nullable TaskInstance first;

  /** As above. */
  private @Nullable TaskInstance second;

  /** Who runs, or is about to; nobody if there is no pair. Written by the worker alone. */
  private int turn;

  /** Whether the one that rests was woken. Written by the worker alone. */
  private boolean woken;

  /**
   * Whether the watcher is at it: 0 or 1. Written by both, with the lock. Eight bytes, because the
   * worker looks at it right after it has written one of the numbers above, and a processor may
   * wait for a write that is as near as the next byte.
   */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private long revoked;

  /** Whom the watcher has taken, and the worker does not know yet. Guarded by this. */
  private int lost = NOBODY;

  boolean isOn() {
    return turn != NOBODY;
  }

  /** Both of them owned by the worker. */
  void begin(TaskInstance runs, TaskInstance rests) {
    first = runs;
    second = rests;
    woken = false;
    TURN.setRelease(this, FIRST); // the watcher who acquires it sees them
  }

  TaskInstance running() {
    return at(turn);
  }

  TaskInstance resting() {
    return at(other(turn));
  }

  boolean isWoken() {
    return woken;
  }

  /** Whether one of them was woken by others: they will see it when they are let go. */
  boolean isNoted() {
    return isNoted(running()) || isNoted(resting());
  }

  private static boolean isNoted(TaskInstance task) {
    return SlotRunner.wordOf(task).isSignalled(1 << task.slot());
  }

  /** Notes a wake by the worker's thread; false if it is none for the one that rests here. */
  boolean wakes(TaskInstance task) {
    if (task != (turn == FIRST ? second : first)) {
      return false;
    }
    WOKEN.setRelease(this, true); // before the look: either the watcher sees it, or this the flag
    return !isRevoked();
  }

  /** Gives the turn to the one that rests, which the worker runs now. */
  Passed pass() {
    int next = other(turn);
    WOKEN.setOpaque(this, false); // before the turn, so that nobody takes it for the other's
    TURN.setRelease(this, next); // before the look: see revoke
    return isRevoked() ? decide(next) : Passed.ON;
  }

  private boolean isRevoked() {
    return (long) REVOKED.getAcquire(this) != 0;
  }

  /** The watcher was here, or is, and then has to decide first. */
  private synchronized Passed decide(int next) {
    if (lost == NOBODY) {
      return Passed.ON;
    }
    Passed passed = lost == next ? Passed.LOST : Passed.ALONE;
    over();
    return passed;
  }

  /** It is over. Whether the one that rests is the worker's still. */
  boolean end() {
    TURN.setRelease(this, NOBODY); // before the look: see revoke
    boolean kept = !isRevoked() || isKept();
    first = null;
    second = null;
    return kept;
  }

  private synchronized boolean isKept() {
    boolean kept = lost == NOBODY;
    over();
    return kept;
  }

  private synchronized void over() {
    TURN.setRelease(this, NOBODY);
    first = null;
    second = null;
    lost = NOBODY;
    REVOKED.setRelease(this, 0L); // only the worker looks at it without the lock
  }

  /**
   * Takes away the one that rests.
   *
   * @param owner the worker's thread, which is not the caller's
   */
  synchronized void revoke(Thread owner, SummaryTree tree) {
    if ((int) TURN.getAcquire(this) == NOBODY || lost != NOBODY) {
      return;
    }
    REVOKED.setVolatile(this, 1L);
    try {
      Handshake.with(owner);
      // A turn that began before that is seen here; before the next the worker sees the flag, and
      // waits for the lock.
      take(tree);
    } finally {
      if (lost == NOBODY) {
        REVOKED.setRelease(this, 0L); // whoever waits for the lock goes on as if nothing were
      }
    }
  }

  private void take(SummaryTree tree) {
    int now = (int) TURN.getAcquire(this);
    if (now == NOBODY) {
      return;
    }
    lost = other(now);
    TaskInstance task = at(lost);
    SlotWord word = SlotRunner.wordOf(task);
    int bit = 1 << task.slot();
    boolean wants = (boolean) WOKEN.getAcquire(this);
    SignalWord.Posted posted = wants ? word.giveBack(bit) : word.release(bit);
    if (posted != SignalWord.Posted.QUIET) {
      tree.post(posted, word.index);
    }
  }

  private TaskInstance at(int which) {
    TaskInstance task = which == FIRST ? first : second;
    if (task == null) {
      throw new IllegalStateException("no pair");
    }
    return task;
  }

  private static int other(int which) {
    return FIRST + SECOND - which;
  }

  @Override
  public String toString() {
    return (int) TURN.getAcquire(this) == NOBODY ? "no pair" : "a pair";
  }
}
