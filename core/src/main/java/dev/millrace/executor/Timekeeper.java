package dev.millrace.executor;

import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The executor's one timer wheel and the thread that turns it: apart from the workers, so that
 * deadlines hold while all of them are busy. The thread exists from the first timer on and sleeps
 * until the next is due; with no timers it costs nothing. Thread-safe.
 */
final class Timekeeper {

  /** About eight microseconds: less than the machine itself is late. */
  static final int TICK_SHIFT = 13;

  /** So many tasks may wait to be woken until other timers have gone off. */
  private static final int MOST_WOKEN = 32;

  private final ReentrantLock lock = new ReentrantLock();
  private final String name;
  private final Consumer<TaskInstance> waker;
  private final long origin = System.nanoTime();

  /** Tasks that timers of this turn have woken. Confined to the thread. */
  private final List<TaskInstance> woken = new ArrayList<>();

  // guarded by lock
  private final TimerWheel wheel = new TimerWheel(0);
  private volatile @Nullable Thread thread;
  private long wakesAt = TimerWheel.NEVER;
  private boolean closed;

  /**
   * @param waker wakes a task at once
   */
  Timekeeper(String name, Consumer<TaskInstance> waker) {
    this.name = name;
    this.waker = waker;
  }

  /**
   * On the timer's thread: wakes a task when the timers that go off together have done so, and once
   * for all of them. Elsewhere: does nothing and returns false.
   */
  boolean wakesLater(TaskInstance task) {
    if (Thread.currentThread() != thread) {
      return false;
    }
    if (woken.isEmpty() || woken.getLast() != task) {
      woken.add(task);
      if (woken.size() >= MOST_WOKEN) {
        wakeAll();
      }
    }
    return true;
  }

  private void wakeAll() {
    woken.forEach(waker);
    woken.clear();
  }

  /** Never early, and at most a tick late as far as the machine allows. */
  Host.Timer after(long delayNanos, Runnable action) {
    long tick = ((System.nanoTime() - origin + delayNanos) >> TICK_SHIFT) + 1;
    lock.lock();
    try {
      if (closed) {
        return () -> {};
      }
      TimerWheel.Entry entry = wheel.add(tick, action);
      if (tick < wakesAt) {
        wakesAt = tick;
        wake();
      }
      return () -> cancel(entry);
    } finally {
      lock.unlock();
    }
  }

  int pending() {
    lock.lock();
    try {
      return wheel.size();
    } finally {
      lock.unlock();
    }
  }

  /** No timer goes off after this. */
  void close() {
    lock.lock();
    try {
      closed = true;
      LockSupport.unpark(thread);
    } finally {
      lock.unlock();
    }
  }

  private void cancel(TimerWheel.Entry entry) {
    if (Thread.currentThread() == thread && !entry.isWaiting()) {
      return; // it has just gone off
    }
    lock.lock();
    try {
      wheel.remove(entry);
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    } else {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    TimerSlack.minimize();
    List<Runnable> due = new ArrayList<>();
    while (turn(due)) {
      due.forEach(Runnable::run);
      due.clear();
      wakeAll();
      long wait = nanosToWait();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      }
    }
  }

  private boolean turn(List<Runnable> due) {
    lock.lock();
    try {
      wheel.advance((System.nanoTime() - origin) >> TICK_SHIFT, entry -> due.add(entry.action));
      wakesAt = wheel.nextTick();
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** A timer added meanwhile has moved {@code wakesAt} or has unparked this thread. */
  private long nanosToWait() {
    lock.lock();
    try {
      if (wakesAt == TimerWheel.NEVER) {
        return Long.MAX_VALUE;
      }
      return (wakesAt << TICK_SHIFT) - (System.nanoTime() - origin);
    } finally {
      lock.unlock();
    }
  }
}
