package dev.millrace.server.engine;

import dev.millrace.server.store.Store;

/** When the mill has something to do though nobody asks for anything. Thread-safe. */
final class Agenda {

  /**
   * How long a queue may hold something that nobody was told of, where there are other servers:
   * what one that died had locked was skipped by those who looked then.
   */
  private static final long LOOK_MILLIS = 5_000;

  /** At first it is not known what the store has. */
  private long timer;

  private long limits = Store.NEVER;
  private long look;

  /** Until when the one who waits for commands does so; in the past if nobody does. */
  private long sleep;

  /** When it is time for something, whatever it is; somebody waits until then. */
  synchronized long sleep() {
    sleep = Math.min(timer, limits);
    return sleep;
  }

  synchronized void wake() {
    sleep = 0;
  }

  synchronized boolean isDue(long now) {
    return now >= Math.min(timer, limits);
  }

  synchronized boolean timersDue(long now) {
    return now >= timer;
  }

  /** Somebody sees to the timers, and will say when the next one rings; answers when this did. */
  synchronized long takeTimers() {
    long taken = timer;
    timer = Store.NEVER;
    return taken;
  }

  /** A timer rings then; true if the one who waits would be late for it. */
  synchronized boolean addTimer(long at) {
    timer = Math.min(timer, at);
    return at < sleep;
  }

  /** It is no time for anything before. */
  synchronized void putOff(long until) {
    timer = Math.max(timer, until);
    limits = Math.max(limits, until);
  }

  /** Whether it is time to look into all queues; whoever is told so does it. */
  synchronized boolean takeLook(long now) {
    if (now < look) {
      return false;
    }
    look = now + LOOK_MILLIS;
    return true;
  }

  /**
   * Somebody looks for what limits let through, if it is time to, and will say when they let more
   * through; answers when this was, or {@link Store#NEVER}.
   */
  synchronized long takeLimits(long now) {
    if (now < limits) {
      return Store.NEVER;
    }
    long taken = limits;
    limits = Store.NEVER;
    return taken;
  }

  /** A limit lets something through then; true if the one who waits would be late for it. */
  synchronized boolean addLimits(long at) {
    limits = Math.min(limits, at);
    return at < sleep;
  }
}
