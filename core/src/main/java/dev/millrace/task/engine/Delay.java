package dev.millrace.task.engine;

import org.jspecify.annotations.Nullable;

/**
 * The timer behind a resumer, and the first of its listeners: once that is resumed, by hand or not,
 * nobody needs the timer.
 *
 * <p>It is taken down when the last who waited for it was cancelled: a timer for next week would
 * outlive a thousand groups that had a second. Others may still hold the resumer, so it is put up
 * again for whoever comes next, and who only asks is told by the clock.
 *
 * <p>Whoever takes it down looks at the listeners after that, and whoever comes looks at the timer
 * after it has become a listener: one of them sees the other. Thread-safe.
 */
final class Delay implements ResumeListener, Runnable {

  private final OneShotResumer resumer;
  private final Host host;
  private final long due;

  /** Null while it is down. Written under this object's monitor, read by anybody. */
  private volatile Host.@Nullable Timer timer;

  private Delay(OneShotResumer resumer, Host host, long due) {
    this.resumer = resumer;
    this.host = host;
    this.due = due;
  }

  static OneShotResumer resumerAfter(long nanos, Host host) {
    OneShotResumer resumer = new OneShotResumer();
    Delay delay = new Delay(resumer, host, host.nanoTime() + nanos);
    delay.timer = host.after(nanos, delay);
    boolean _ = resumer.add(delay); // not if it has gone off already
    return resumer;
  }

  /** It goes off. */
  @Override
  public void run() {
    resumer.resume();
  }

  @Override
  public void resumed() {
    Host.Timer up = timer;
    if (up != null) {
      up.cancel();
    }
  }

  /** The last who waited has given up. */
  synchronized void takeDown() {
    Host.Timer up = timer;
    if (up != null) {
      up.cancel();
      timer = null;
      if (!resumer.hasOnly(this)) {
        putUp();
      }
    }
  }

  /** Somebody waits. */
  void ensureUp() {
    if (timer == null) {
      putUp();
    }
  }

  private synchronized void putUp() {
    if (timer == null) {
      timer = host.after(Math.max(0, due - host.nanoTime()), this);
      if (resumer.isResumed()) { // and did not see the timer
        resumed();
      }
    }
  }

  /** Whether it would have gone off, were it up. */
  boolean isMissed() {
    return timer == null && host.nanoTime() - due >= 0;
  }
}
