package dev.millrace.task.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A user's callback on a resumer. Runs on the resuming thread, but never inside another callback:
 * one that is released while another runs on the same thread waits for it in that thread's queue,
 * so that a chain of ten thousand resumers needs no stack.
 */
final class Callback implements ResumeListener {

  private static final Logger LOG = System.getLogger(Callback.class.getName());

  /** The one that is running on this thread, and not inside another; null when none is. */
  private static final ThreadLocal<@Nullable Callback> RUNNING = new ThreadLocal<>();

  private final Runnable action;

  /** What was released while this ran; null until there is something, which is rare. */
  private @Nullable Queue<Runnable> released;

  Callback(Runnable action) {
    this.action = action;
  }

  @Override
  public void resumed() {
    Callback outer = RUNNING.get();
    if (outer != null) {
      outer.runLater(action);
      return;
    }
    RUNNING.set(this);
    try {
      for (Runnable next = action; next != null; next = nextReleased()) {
        run(next);
      }
    } finally {
      RUNNING.set(null);
    }
  }

  private void runLater(Runnable other) {
    if (released == null) {
      released = new ArrayDeque<>();
    }
    released.add(other);
  }

  private @Nullable Runnable nextReleased() {
    return released == null ? null : released.poll();
  }

  private static void run(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable e) { // foreign code: others are to be resumed all the same
      Faults.tell(LOG, Level.WARNING, () -> "a callback on a resumer failed", e);
    }
  }
}
