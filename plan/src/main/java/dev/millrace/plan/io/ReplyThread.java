package dev.millrace.plan.io;

/**
 * A thread that reads replies and tells of them. While it does, it has a little time for what
 * follows at once, which is mostly the next commands: to wake another thread for that takes longer
 * than to do it. But replies that come meanwhile wait, so the time is bounded.
 */
public final class ReplyThread extends Thread {

  private static final long NANOS = 200_000;

  /** Confined to the thread. */
  private long until;

  ReplyThread(String name, Runnable work) {
    super(work, name);
    setDaemon(true);
    until = System.nanoTime();
  }

  /** The time for what follows from some replies begins. */
  static void begin() {
    if (currentThread() instanceof ReplyThread thread) {
      thread.until = System.nanoTime() + NANOS;
    }
  }

  /** Whether this is such a thread. Nobody may wait for a reply on it. */
  public static boolean isCurrent() {
    return currentThread() instanceof ReplyThread;
  }

  /** Whether this is such a thread, and has time. */
  public static boolean hasTime() {
    return currentThread() instanceof ReplyThread thread && System.nanoTime() - thread.until < 0;
  }
}
