package dev.millrace.task.engine;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.Resumer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one implementation of {@link Resumer}, and at the same time the awaiter for itself alone.
 *
 * <p>Its whole state is one word that only ever moves to the right:
 *
 * <pre>
 *   null ⇄ one listener ⇄ array of listeners ──resume()──► RESUMED
 * </pre>
 *
 * Whoever exchanges the word for RESUMED tells the listeners that it got back, outside of any lock.
 * Whoever finds RESUMED when adding a listener knows that it will not be told. Thread-safe,
 * lock-free.
 */
public final class OneShotResumer implements Resumer, Suspender {

  private static final Object RESUMED = "resumed";
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(OneShotResumer.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** null, a ResumeListener, a ResumeListener[] in order of registration, or RESUMED. */
  private volatile @Nullable Object state;

  @Override
  public void resume() {
    Object waiting = STATE.getAndSet(this, RESUMED);
    if (waiting instanceof ResumeListener one) {
      one.resumed();
    } else if (waiting instanceof ResumeListener[] many) {
      for (ResumeListener each : many) {
        each.resumed();
      }
    }
  }

  @Override
  public boolean isResumed() {
    return state == RESUMED;
  }

  @Override
  public boolean isReady() {
    return isResumed();
  }

  @Override
  public void onResume(Runnable callback) {
    requireNonNull(callback, "callback is null");
    if (!add(new Callback(callback))) {
      callback.run();
    }
  }

  @Override
  public boolean suspend(ResumeListener task) {
    return add(task);
  }

  @Override
  public void abandon(ResumeListener task) {
    remove(task);
  }

  /** Returns false, having added nothing, if this is resumed already. */
  boolean add(ResumeListener listener) {
    while (true) {
      Object now = state;
      if (now == RESUMED) {
        return false;
      }
      if (STATE.compareAndSet(this, now, with(now, listener))) {
        return true;
      }
    }
  }

  /** Removes one registration of {@code listener}; does nothing if there is none. */
  void remove(ResumeListener listener) {
    while (true) {
      Object now = state;
      if (now == null || now == RESUMED || STATE.compareAndSet(this, now, without(now, listener))) {
        return;
      }
    }
  }

  /** How many are waiting; for tests and diagnostics. */
  int listeners() {
    return switch (state) {
      case ResumeListener _ -> 1;
      case ResumeListener[] many -> many.length;
      case null, default -> 0;
    };
  }

  private static Object with(@Nullable Object now, ResumeListener added) {
    if (now == null) {
      return added;
    }
    if (now instanceof ResumeListener one) {
      return new ResumeListener[] {one, added};
    }
    ResumeListener[] many = (ResumeListener[]) now;
    ResumeListener[] more = Arrays.copyOf(many, many.length + 1);
    more[many.length] = added;
    return more;
  }

  private static @Nullable Object without(Object now, ResumeListener removed) {
    if (now instanceof ResumeListener one) {
      return one == removed ? null : one;
    }
    ResumeListener[] many = (ResumeListener[]) now;
    int at = Arrays.asList(many).indexOf(removed);
    if (at < 0) {
      return many;
    }
    if (many.length == 2) {
      return many[1 - at];
    }
    ResumeListener[] fewer = new ResumeListener[many.length - 1];
    System.arraycopy(many, 0, fewer, 0, at);
    System.arraycopy(many, at + 1, fewer, at, fewer.length - at);
    return fewer;
  }

  @Override
  public String toString() {
    return isResumed() ? "Resumer[resumed]" : "Resumer[armed, " + listeners() + " listeners]";
  }
}
