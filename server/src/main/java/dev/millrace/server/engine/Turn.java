package dev.millrace.server.engine;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whose turn it is: one hand's at a time. A hand whose batch has failed or is run again takes it
 * back before the other may take it anew; and the other may have it only to wait for commands, so
 * it is told, after the wish is known and not before. Thread-safe.
 */
final class Turn {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition passed = lock.newCondition();

  /** Guarded by {@link #lock}, as is the next. */
  private boolean taken;

  /** How many want it back. */
  private int wantBack;

  /** Waits until it can be had. */
  void take() {
    lock.lock();
    try {
      while (taken || wantBack > 0) {
        passed.awaitUninterruptibly();
      }
      taken = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it can be had, before all who {@link #take}.
   *
   * @param nudge tells whoever has it that it is wanted; must not block
   */
  void takeBack(Runnable nudge) {
    lock.lock();
    try {
      if (taken) {
        wantBack++;
        nudge.run();
        while (taken) {
          passed.awaitUninterruptibly();
        }
        wantBack--;
      }
      taken = true;
    } finally {
      lock.unlock();
    }
  }

  void pass() {
    lock.lock();
    try {
      taken = false;
      passed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
