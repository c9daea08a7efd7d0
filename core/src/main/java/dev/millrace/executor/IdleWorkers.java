package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who sleeps and how many search, in one word.
 *
 * <pre>
 *   63 ........ 56 55 ......................... 0
 *   searching      bit w: worker w sleeps
 * </pre>
 *
 * A worker is busy (counted nowhere), searching (counted), or sleeping (its bit). A permit is the
 * claim of one sleeper: clearing its bit and counting it as searching is one step, so a permit is
 * for somebody, cannot be given twice, and cannot pile up. While anybody searches no further
 * sleeper is claimed: the searcher looks everywhere before it sleeps, and says so if it leaves with
 * work and was the last to search.
 *
 * <p>Thread-safe, lock-free.
 */
final class IdleWorkers {

  static final int MAX_WORKERS = 56;
  static final int NOBODY = -1;

  private static final long ONE_SEARCHING = 1L << MAX_WORKERS;
  private static final long SLEEPERS = ONE_SEARCHING - 1;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(IdleWorkers.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long state;

  /** busy → searching. */
  void beginSearch() {
    STATE.getAndAdd(this, ONE_SEARCHING);
  }

  /**
   * searching → busy.
   *
   * @return true if the caller was the last to search and somebody sleeps: the caller must look
   *     whether there is more work and, if so, have a sleeper claimed
   */
  boolean endSearch() {
    long old = (long) STATE.getAndAdd(this, -ONE_SEARCHING);
    return searching(old) == 1 && sleepers(old) != 0;
  }

  /** Sleep, step 4: searching → sleeping. */
  void sleep(int worker) {
    STATE.getAndAdd(this, bit(worker) - ONE_SEARCHING);
  }

  /**
   * Sleep, step 6: sleeping → searching, by the worker itself.
   *
   * @return false if somebody has claimed it already; then it is searching too, and has a permit
   */
  boolean wakeUp(int worker) {
    while (true) {
      long now = state;
      if ((now & bit(worker)) == 0) {
        return false;
      }
      if (STATE.compareAndSet(this, now, now - bit(worker) + ONE_SEARCHING)) {
        return true;
      }
    }
  }

  /**
   * Post, step 5: sleeping → searching, for somebody else; {@code preferred} if it sleeps.
   *
   * @return the claimed worker, whom the caller must unpark, or {@link #NOBODY} if none sleeps or
   *     somebody searches already
   */
  int claim(int preferred) {
    while (true) {
      long now = state;
      if (sleepers(now) == 0 || searching(now) > 0) {
        return NOBODY;
      }
      int worker =
          (now & bit(preferred)) != 0 ? preferred : Long.numberOfTrailingZeros(sleepers(now));
      if (STATE.compareAndSet(this, now, now - bit(worker) + ONE_SEARCHING)) {
        return worker;
      }
    }
  }

  /** A sleeper; {@link #NOBODY} if none sleeps. */
  int anySleeper() {
    long sleepers = sleepers(state);
    return sleepers == 0 ? NOBODY : Long.numberOfTrailingZeros(sleepers);
  }

  /** {@code preferred}, unless it is {@code spared} or awake, and another one sleeps. */
  int sleeperBut(int spared, int preferred) {
    long others = sleepers(state) & ~bit(spared);
    return others == 0 || (others & bit(preferred)) != 0
        ? preferred
        : Long.numberOfTrailingZeros(others);
  }

  boolean areAllSleeping(int workers) {
    return Long.bitCount(sleepers(state)) == workers;
  }

  boolean isSleeping(int worker) {
    return (state & bit(worker)) != 0;
  }

  boolean anySleeping() {
    return sleepers(state) != 0;
  }

  long sleepers() {
    return sleepers(state);
  }

  int searching() {
    return searching(state);
  }

  private static long sleepers(long state) {
    return state & SLEEPERS;
  }

  private static int searching(long state) {
    return (int) (state >>> MAX_WORKERS);
  }

  private static long bit(int worker) {
    return 1L << worker;
  }

  @Override
  public String toString() {
    long now = state;
    return "sleeping=" + Long.toBinaryString(sleepers(now)) + " searching=" + searching(now);
  }
}
