package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The sleeper that parks no longer than until the next timer is due, and the tick until when. One
 * is enough; a sleeper who has to wake up earlier takes over.
 *
 * <pre>
 *   63 ................... 8 7 ..... 0
 *   tick                     worker         all ones below bit 63: nobody, never
 * </pre>
 *
 * Thread-safe, lock-free.
 */
final class Turner {

  private static final int WORKER_BITS = 8;
  private static final long NOBODY = Long.MAX_VALUE;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Turner.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long state = NOBODY;

  /**
   * By a sleeper.
   *
   * @return whether it is the one now: not if another wakes up at {@code tick} or before
   */
  boolean take(int worker, long tick) {
    while (true) {
      long now = state;
      if (tickOf(now) <= tick && !isOf(now, worker)) {
        return false;
      }
      if (STATE.compareAndSet(this, now, tick << WORKER_BITS | worker)) {
        return true;
      }
    }
  }

  /** By a worker that does not sleep until then any more. Does nothing if it is another's turn. */
  void leave(int worker) {
    long now = state;
    if (now != NOBODY && isOf(now, worker)) {
      STATE.compareAndSet(this, now, NOBODY); // fails only if somebody has taken over
    }
  }

  /** Whether somebody wakes up at {@code tick} or before. */
  boolean isUpBy(long tick) {
    return tickOf(state) <= tick;
  }

  private static long tickOf(long state) {
    return state == NOBODY ? TimerWheel.NEVER : state >>> WORKER_BITS;
  }

  private static boolean isOf(long state, int worker) {
    return (state & (1 << WORKER_BITS) - 1) == worker;
  }

  @Override
  public String toString() {
    long now = state;
    return now == NOBODY
        ? "nobody"
        : "worker " + (now & (1 << WORKER_BITS) - 1) + " until tick " + tickOf(now);
  }
}
