package dev.millrace.task.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A user's callback on a resumer. Runs on the resuming thread, but never inside another callback:
 * one that is released while another runs on the same thread waits for it in that thread's queue,
 * so that a chain of ten thousand resumers needs no stack.
 */
final class Callback implements ResumeListener {

  private static final Logger LOG = System.getLogger(Callback.class.getName());

  /** Callbacks released on this thread by the one that is running; null when none is. */
  private static final ThreadLocal<Queue<Runnable>> RELEASED = new ThreadLocal<>();

  private final Runnable action;

  Callback(Runnable action) {
    this.action = action;
  }

  @Override
  public void resumed() {
    Queue<Runnable> outer = RELEASED.get();
    if (outer != null) {
      outer.add(action);
      return;
    }
    Queue<Runnable> mine = new ArrayDeque<>();
    RELEASED.set(mine);
    try {
      for (Runnable next = action; next != null; next = mine.poll()) {
        run(next);
      }
    } finally {
      RELEASED.remove();
    }
  }

  /** The boundary to foreign code: what it throws must not keep others from being resumed. */
  private static void run(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "a callback on a resumer failed", e);
    }
  }
}
