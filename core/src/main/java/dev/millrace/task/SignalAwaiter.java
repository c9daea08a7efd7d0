package dev.millrace.task;

/** Marks {@link TaskStatus#BLOCKED_ON_SIGNAL}: the scheduler knows it by identity. */
enum SignalAwaiter implements Awaiter {
  INSTANCE;

  /** Never satisfied as such: the signal lives in the scheduler, not here. */
  @Override
  public boolean isReady() {
    return false;
  }
}
