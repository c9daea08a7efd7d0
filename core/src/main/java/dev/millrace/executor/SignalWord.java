package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The scheduling state of 32 tasks in one word.
 *
 * <pre>
 *   63 ............... 32 31 ................ 0
 *   owned by a worker      signalled: wants to run
 *
 *   signalled owned
 *       0       0    idle        nobody cares
 *       1       0    takeable    a worker may take it
 *       0       1    owned       one worker runs it, or is about to
 *       1       1    noted       woken while owned: its owner will see it when it lets go
 *
 *        signal            take             signal
 *   idle ──────► takeable ──────► owned ◄───────────► noted
 *     ▲                             │    (takeable on release)
 *     └──────────── release ────────┘
 * </pre>
 *
 * Every transition is one atomic read-modify-write of the whole word, so all transitions of one
 * word have one order, and a task has at most one owner. An owner's writes are visible to the next
 * owner, and a waker's writes to the run that it caused, because each reads the word that the other
 * has written. Even a wake that changes nothing is an atomic exchange: a plain look could be
 * answered from before a run that has begun meanwhile (SIGNALLING.md, "Why a look is not enough").
 *
 * <p>Thread-safe, lock-free.
 */
class SignalWord {

  static final int SLOTS = 32;

  private static final long SIGNALLED = 0xFFFF_FFFFL;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(SignalWord.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What a transition left behind. */
  enum Posted {
    /** Nothing was takeable before and something is now: the caller must mark this word active. */
    ACTIVATED,
    /** Takeable, beside others that somebody else has marked or is about to. */
    JOINED,
    /** Nothing to take came of it: it is owned, and its owner will see the signal. */
    NOTED,
    /** Nothing to do. */
    QUIET
  }

  /** What came of trying to take a task for oneself. */
  enum Claimed {
    /** The caller owns it now and must run it. */
    TAKEN,
    /** Somebody else owns it, or it was signalled before: it will run after this call. */
    LEFT
  }

  private volatile long state;

  /** Post, step 2: wakes the tasks of {@code mask}. */
  Posted signal(int mask) {
    long old = (long) STATE.getAndBitwiseOr(this, low(mask));
    if ((mask & ~owned(old)) == 0) {
      return Posted.NOTED;
    }
    return takeable(old) == 0 ? Posted.ACTIVATED : Posted.JOINED;
  }

  /** Wakes one task and, if it was idle, takes it at the same time. */
  Claimed claim(int mask) {
    while (true) {
      long now = state;
      boolean idle = ((signalled(now) | owned(now)) & mask) == 0;
      long next = idle ? now | high(mask) : now | low(mask);
      if (STATE.compareAndSet(this, now, next)) {
        return idle ? Claimed.TAKEN : Claimed.LEFT;
      }
    }
  }

  /**
   * Takes takeable tasks of {@code mask}, the first at or after position {@code from}, or the very
   * first if there are none behind it; 0 if there are none at all.
   *
   * @param most at least one
   */
  int takeSome(int mask, int from, int most) {
    while (true) {
      long now = state;
      int there = takeable(now) & mask;
      int behind = there & -1 << from;
      int mine = first(behind == 0 ? there : behind, most);
      if (mine == 0 || STATE.compareAndSet(this, now, taken(now, mine))) {
        return mine;
      }
    }
  }

  /** Lets go of owned tasks; those woken meanwhile are takeable now. */
  Posted release(int mask) {
    long old = (long) STATE.getAndBitwiseAnd(this, ~high(mask));
    if ((signalled(old) & mask) == 0) {
      return Posted.QUIET;
    }
    return takeable(old) == 0 ? Posted.ACTIVATED : Posted.JOINED;
  }

  /**
   * Lets go of an owned task and wakes and takes an idle one; does nothing and returns false if the
   * first was woken meanwhile, or the second is not idle.
   */
  boolean pass(int from, int to) {
    while (true) {
      long now = state;
      if ((signalled(now) & (from | to)) != 0 || (owned(now) & to) != 0) {
        return false;
      }
      if (STATE.compareAndSet(this, now, (now & ~high(from)) | high(to))) {
        return true;
      }
    }
  }

  /** Lets go of owned tasks and signals them, so that anybody may take them. */
  Posted giveBack(int mask) {
    while (true) {
      long now = state;
      if (STATE.compareAndSet(this, now, (now | low(mask)) & ~high(mask))) {
        return takeable(now) == 0 ? Posted.ACTIVATED : Posted.JOINED;
      }
    }
  }

  /** Lets go of owned tasks that have ended; signals that came too late go with them. */
  void retire(int mask) {
    STATE.getAndBitwiseAnd(this, ~(high(mask) | low(mask)));
  }

  int takeable() {
    return takeable(state);
  }

  boolean isSignalled(int mask) {
    return (signalled(state) & mask) != 0;
  }

  boolean isQuiet() {
    return state == 0;
  }

  private static long taken(long state, int mine) {
    return (state & ~low(mine)) | high(mine);
  }

  private static int takeable(long state) {
    return signalled(state) & ~owned(state);
  }

  private static int signalled(long state) {
    return (int) state;
  }

  private static int owned(long state) {
    return (int) (state >>> SLOTS);
  }

  private static long low(int mask) {
    return mask & SIGNALLED;
  }

  private static long high(int mask) {
    return (long) mask << SLOTS;
  }

  /** The lowest bits of a mask. */
  private static int first(int mask, int most) {
    int rest = mask & mask - 1;
    for (int i = 1; i < most && rest != 0; i++) {
      rest &= rest - 1;
    }
    return mask ^ rest;
  }

  @Override
  public String toString() {
    long now = state;
    return "signalled=%08x owned=%08x".formatted(signalled(now), owned(now));
  }
}
