package dev.millrace.executor;

/**
 * A thread that an executor has started and that wakes tasks otherwise than threads from outside
 * do. That it is one is all that a wake has to look at first.
 */
abstract sealed class OwnThread extends Thread permits WorkerThread, TimerThread {

  OwnThread(Runnable work, String name) {
    super(null, work, name);
    setDaemon(true);
  }
}
