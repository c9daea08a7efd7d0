package dev.millrace.task.engine;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.millrace.task.Resumer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one implementation of {@link Resumer}, and at the same time the awaiter for itself alone.
 *
 * <p>Its whole state is one word that only ever moves to the right:
 *
 * <pre>
 *   null ⇄ one listener ⇄ array of listeners ──► Crowd ──resume()──► RESUMED
 * </pre>
 *
 * Whoever exchanges the word for RESUMED tells the listeners that it got back, outside of any lock.
 * Whoever finds RESUMED when adding a listener knows that it will not be told. Thread-safe, and
 * lock-free up to a few listeners; a crowd is guarded by its monitor.
 */
public final class OneShotResumer implements Resumer, Suspender {

  private static final Object RESUMED = "resumed";

  /** The longest array: every change copies it, and a gate may have a hundred thousand waiting. */
  private static final int FEW = 16;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(OneShotResumer.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** null, a ResumeListener, a ResumeListener[] in order of registration, a Crowd, or RESUMED. */
  private volatile @Nullable Object state;

  /** Many listeners in order of registration; once the state, it stays until the resume. */
  private static final class Crowd {
    @GuardedBy("this")
    private final Set<ResumeListener> listeners;

    Crowd(ResumeListener[] few) {
      listeners = new LinkedHashSet<>(Arrays.asList(few));
    }

    /**
     * Returns false if {@code owner} was resumed and has taken, or is about to take, the others.
     */
    synchronized boolean add(ResumeListener listener, OneShotResumer owner) {
      return owner.state == this && listeners.add(listener);
    }

    synchronized void remove(ResumeListener listener) {
      listeners.remove(listener);
    }

    synchronized ResumeListener[] all() {
      return listeners.toArray(ResumeListener[]::new);
    }

    synchronized int size() {
      return listeners.size();
    }
  }

  @Override
  public void resume() {
    switch (STATE.getAndSet(this, RESUMED)) {
      case ResumeListener one -> one.resumed();
      case ResumeListener[] few -> tell(few);
      case Crowd crowd -> tell(crowd.all());
      case null, default -> {}
    }
  }

  private static void tell(ResumeListener[] listeners) {
    for (ResumeListener each : listeners) {
      each.resumed();
    }
  }

  @Override
  public boolean isResumed() {
    Object now = state;
    if (now == RESUMED) {
      return true;
    }
    boolean missed = now instanceof Delay delay && delay.isMissed();
    if (missed) {
      resume();
    }
    return missed;
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
    if (state instanceof Delay delay) {
      delay.takeDown();
    }
  }

  /** Whether nobody else listens. */
  boolean hasOnly(ResumeListener listener) {
    return state == listener;
  }

  /** Returns false, having added nothing, if this is resumed already. */
  boolean add(ResumeListener listener) {
    while (true) {
      Object now = state;
      if (now == RESUMED) {
        return false;
      }
      if (now instanceof Crowd crowd) {
        return crowd.add(listener, this);
      }
      if (STATE.compareAndSet(this, now, with(now, listener))) {
        if (now instanceof Delay delay) {
          delay.ensureUp();
        }
        return true;
      }
    }
  }

  /** Removes one registration of {@code listener}; does nothing if there is none. */
  void remove(ResumeListener listener) {
    while (true) {
      Object now = state;
      if (now instanceof Crowd crowd) {
        crowd.remove(listener);
        return;
      }
      if (now == null || now == RESUMED || STATE.compareAndSet(this, now, without(now, listener))) {
        return;
      }
    }
  }

  /** How many are waiting; for tests and diagnostics. */
  int listeners() {
    return switch (state) {
      case ResumeListener _ -> 1;
      case ResumeListener[] few -> few.length;
      case Crowd crowd -> crowd.size();
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
    return more.length > FEW ? new Crowd(more) : more;
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
