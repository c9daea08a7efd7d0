package dev.millrace.executor;

import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.TaskInstance;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The executor's one timer wheel. It is turned by whichever worker comes by when a timer is due,
 * and if none does, by a thread of its own.
 *
 * <p><b>The workers</b> look when they read a clock anyway, when they run dry, and while they spin.
 * A sleeper parks no longer than until the next timer is due ({@link Turner}). So what a timer
 * wakes runs on the thread that has seen to the timer, and at most one thread had to be woken.
 *
 * <p><b>The thread</b> exists from the first timer on and is the guarantee. It is always planned at
 * the latest {@link #GRACE_NANOS} after the next timer is due: whoever adds a timer that is due
 * before all others plans it, turning the wheel moves the next time only ahead, and the thread
 * itself plans anew before it waits; all of that under the lock. So no timer is lost whatever the
 * workers do, and if all of them are in long steps it is late by the grace and no more. With no
 * timers the thread costs nothing.
 *
 * <p><b>Without grace</b> the thread is planned if all workers sleep and none of them will be up in
 * time. Whoever adds a timer writes {@link #next}, then reads who sleeps, then until when. A worker
 * that sleeps has said so before it reads {@code next}, and then says until when it sleeps. In the
 * one order of all these, either the adder finds all asleep, and plans the thread for the very time
 * if none of them is up by then; or a worker has yet to say that it sleeps, and will read {@code
 * next} after that. A sleeper that relies on another one to be up earlier may be let down if that
 * one is called for something else: then a timer may be late by the grace.
 *
 * <p>Thread-safe.
 */
final class Timekeeper {

  /** About eight microseconds: less than the machine itself is late. */
  static final int TICK_SHIFT = 13;

  /**
   * How long the thread leaves a timer that is due to the workers. With less it looks up more often
   * for nothing while timers go off all the time; with more, long steps make timers later.
   */
  static final long GRACE_NANOS = 500_000;

  /** Looks at the lock before the thread waits for it: it is held for less than a microsecond. */
  private static final int TRIES = 100;

  private final ReentrantLock lock = new ReentrantLock();
  private final String name;
  private final BooleanSupplier anybodyAwake;
  private final Turner turner = new Turner();
  private final long origin = System.nanoTime();

  /** Of the thread. */
  private final TimerTurn ownTurn;

  // written under the lock
  private final TimerWheel wheel = new TimerWheel(0);
  private volatile @Nullable Thread thread;
  private volatile boolean closed;

  /** When the wheel has to be turned, in nanoseconds since the origin; read by anybody. */
  private volatile long next = TimerWheel.NEVER;

  /** When the thread looks up, in the same measure; read under the lock, too. */
  private long wakesAt = TimerWheel.NEVER;

  /**
   * @param waker wakes a task at once, from outside
   * @param anybodyAwake whether any worker has not said that it sleeps
   */
  Timekeeper(String name, Consumer<TaskInstance> waker, BooleanSupplier anybodyAwake) {
    this.name = name;
    this.ownTurn = new TimerTurn(this, waker);
    this.anybodyAwake = anybodyAwake;
  }

  /**
   * On a thread on which timers go off at the moment: wakes a task when those that go off together
   * have done so. Elsewhere: does nothing and returns false.
   */
  boolean wakesLater(TaskInstance task) {
    Thread here = Thread.currentThread();
    if (here instanceof WorkerThread own) {
      return own.worker.timerTurn().wakesLater(task, this);
    }
    return here == thread && ownTurn.wakesLater(task, this);
  }

  /** Never early, and at most a tick late as far as the machine and the workers allow. */
  Host.Timer after(long delayNanos, Runnable action) {
    long tick = ((System.nanoTime() - origin + delayNanos) >> TICK_SHIFT) + 1;
    TimerWheel.Entry entry;
    boolean sooner;
    acquire();
    try {
      if (closed) {
        return () -> {};
      }
      entry = wheel.add(tick, action);
      sooner = isSooner(entry.tick);
    } finally {
      lock.unlock();
    }
    if (sooner) {
      LockSupport.unpark(thread);
    }
    return () -> cancel(entry);
  }

  /** Plans for a timer that was added. Whether the thread must be told. */
  private boolean isSooner(long tick) {
    if (tick << TICK_SHIFT >= next) {
      return false;
    }
    next = tick << TICK_SHIFT;
    long planned = planned();
    if (planned >= wakesAt) {
      return false;
    }
    wakesAt = planned;
    if (thread == null) {
      TimerThread started = new TimerThread(this::run, name);
      started.start(); // may fail: then the next timer tries again
      thread = started;
      return false;
    }
    return true;
  }

  int pending() {
    acquire();
    try {
      return wheel.size();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** No timer goes off after this. */
  void close() {
    acquire();
    try {
      closed = true;
      next = TimerWheel.NEVER;
      LockSupport.unpark(thread);
    } finally {
      lock.unlock();
    }
  }

  private void cancel(TimerWheel.Entry entry) {
    if (entry.isOver()) {
      return; // as it mostly is: whoever waited for it cancels it when it has gone off
    }
    acquire();
    try {
      wheel.remove(entry);
    } finally {
      lock.unlock();
    }
  }

  // ---- for the workers

  /** Whether there is any timer. */
  boolean isPending() {
    return next != TimerWheel.NEVER;
  }

  /** Whether the wheel has to be turned at {@code now}, a reading of the clock. */
  boolean isDue(long now) {
    return now - origin >= next;
  }

  /**
   * Turns the wheel if it is time and nobody else is at it, and runs what is due on this thread.
   * Returns whether that was anything.
   */
  boolean turnIfDue(long now, TimerTurn turn) {
    if (!isDue(now) || !lock.tryLock()) {
      return false;
    }
    try {
      advance(now - origin, turn);
    } finally {
      lock.unlock();
    }
    return turn.run();
  }

  /**
   * By a worker that has said that it sleeps: for how many nanoseconds from {@code now} it may park
   * as far as timers are concerned. Zero or less if the wheel has to be turned; NEVER if there is
   * no timer, or another sleeper is up before.
   */
  long nanosToPark(int worker, long now) {
    long due = next;
    if (due == TimerWheel.NEVER) {
      turner.leave(worker);
      return TimerWheel.NEVER;
    }
    return turner.take(worker, due >> TICK_SHIFT) ? due - (now - origin) : TimerWheel.NEVER;
  }

  /** By a worker that parks no more. */
  void stopParking(int worker) {
    turner.leave(worker);
  }

  // ---- the thread

  private void run() {
    TimerSlack.minimize();
    while (!closed) {
      long wait = turnIfNobodyDid();
      if (!ownTurn.run() && wait > 0) {
        LockSupport.parkNanos(this, wait);
      }
    }
  }

  /** How long to wait from now on, if nothing was due. */
  private long turnIfNobodyDid() {
    acquire();
    try {
      long now = System.nanoTime() - origin;
      if (now >= planned()) {
        advance(now, ownTurn);
      }
      wakesAt = planned();
      return wakesAt == TimerWheel.NEVER ? wakesAt : wakesAt - now;
    } finally {
      lock.unlock();
    }
  }

  /** When the thread has to look for the next timer. Under the lock. */
  private long planned() {
    long due = next;
    if (due == TimerWheel.NEVER) {
      return due;
    }
    boolean left = anybodyAwake.getAsBoolean() || turner.isUpBy(due >> TICK_SHIFT);
    return left ? due + GRACE_NANOS : due;
  }

  /** Under the lock. */
  private void advance(long nanos, TimerTurn turn) {
    if (!closed) {
      wheel.advance(nanos >> TICK_SHIFT, turn::add);
      long tick = wheel.nextTick();
      next = tick == TimerWheel.NEVER ? tick : tick << TICK_SHIFT;
    }
  }

  private void acquire() {
    for (int i = 0; i < TRIES; i++) {
      if (lock.tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    lock.lock();
  }

  @Override
  public String toString() {
    return pending() + " timers, turned by " + turner;
  }
}
