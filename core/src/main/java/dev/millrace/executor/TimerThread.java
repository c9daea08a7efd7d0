package dev.millrace.executor;

/** The thread of a {@link Timekeeper}. */
final class TimerThread extends OwnThread {

  TimerThread(Runnable work, String name) {
    super(work, name);
  }
}
