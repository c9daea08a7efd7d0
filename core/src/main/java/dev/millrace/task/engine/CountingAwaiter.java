package dev.millrace.task.engine;

import dev.millrace.task.Resumer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Satisfied by {@code need} of some resumers: any (1) or all (every distinct one).
 *
 * <p>It is registered with its resumers only while a task hangs on it, so one that is dropped
 * unused, fired or abandoned leaves no listener behind. Suspending and firing meet in one word:
 *
 * <pre>
 *   null ──suspend──► CLAIMED ──CAS──► the task ──fire: exchange──► FIRED   tell the task
 *                     CLAIMED ────────────────────fire: exchange──► FIRED   the CAS fails: go on
 * </pre>
 *
 * The idea of the word is the coroutine awaiter's of broken-pipeline; ours differs in counting
 * distinct resumers, and in deregistering. Thread-safe, lock-free; one task at a time.
 */
public final class CountingAwaiter implements Suspender, ResumeListener {

  /** Somebody is registering it; nobody else may. */
  private static final Object CLAIMED = "claimed";

  private static final Object FIRED = "fired";
  private static final VarHandle WAITER;
  private static final VarHandle MISSING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WAITER = lookup.findVarHandle(CountingAwaiter.class, "waiter", Object.class);
      MISSING = lookup.findVarHandle(CountingAwaiter.class, "missing", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final OneShotResumer[] resumers;
  private final int need;

  /** How many resumers must still fire; below zero once more than needed have. */
  @SuppressWarnings("FieldMayBeFinal") // by VarHandle
  private volatile int missing;

  /** null, CLAIMED, the suspended task, or FIRED. */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private volatile @Nullable Object waiter;

  private CountingAwaiter(OneShotResumer[] resumers, int need) {
    this.resumers = resumers;
    this.need = need;
    this.missing = need;
  }

  public static CountingAwaiter any(Collection<? extends Resumer> resumers) {
    return new CountingAwaiter(distinct(resumers), 1);
  }

  public static CountingAwaiter all(Collection<? extends Resumer> resumers) {
    OneShotResumer[] distinct = distinct(resumers);
    return new CountingAwaiter(distinct, distinct.length);
  }

  /** The engine's own type behind a resumer that a context made. */
  public static OneShotResumer own(Resumer resumer) {
    if (resumer instanceof OneShotResumer own) {
      return own;
    }
    throw new IllegalArgumentException(
        resumer + " was not made by a TaskContext: only its own resumers can be awaited");
  }

  @Override
  public boolean isReady() {
    int left = need;
    for (OneShotResumer resumer : resumers) {
      if (resumer.isResumed() && --left == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean suspend(ResumeListener task) {
    if (!WAITER.compareAndSet(this, null, CLAIMED)) {
      throw new IllegalStateException("an awaiter serves one wait; make a new one for the next");
    }
    for (OneShotResumer resumer : resumers) {
      if (!resumer.add(this)) {
        resumed();
      }
      if (missing <= 0) {
        break;
      }
    }
    if (WAITER.compareAndSet(this, CLAIMED, task)) {
      return true;
    }
    deregister();
    return false;
  }

  @Override
  public void abandon(ResumeListener task) {
    if (WAITER.getAndSet(this, FIRED) instanceof ResumeListener) {
      for (OneShotResumer resumer : resumers) {
        resumer.abandon(this);
      }
    }
  }

  /** One of the resumers has fired. */
  @Override
  public void resumed() {
    if ((int) MISSING.getAndAdd(this, -1) == 1
        && WAITER.getAndSet(this, FIRED) instanceof ResumeListener task) {
      deregister();
      task.resumed();
    }
  }

  /** Only after the registering loop: by the suspender itself, or by whoever fires after it. */
  private void deregister() {
    for (OneShotResumer resumer : resumers) {
      resumer.remove(this);
    }
  }

  private static OneShotResumer[] distinct(Collection<? extends Resumer> resumers) {
    if (resumers.isEmpty()) {
      throw new IllegalArgumentException("no resumers: nothing could ever satisfy this awaiter");
    }
    Set<OneShotResumer> seen = Collections.newSetFromMap(new IdentityHashMap<>(resumers.size()));
    resumers.forEach(each -> seen.add(own(each)));
    return seen.toArray(OneShotResumer[]::new);
  }

  @Override
  public String toString() {
    return "Awaiter[" + need + " of " + resumers.length + (isReady() ? ", ready]" : "]");
  }
}
