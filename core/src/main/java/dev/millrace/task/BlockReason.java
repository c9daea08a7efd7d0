package dev.millrace.task;

/** Why a task waits. Only shown, never acted upon. */
public enum BlockReason {
  IO,
  LOCK,
  MEMORY,
  REMOTE_WORKER,
  TIMER,
  DOWNSTREAM,
  SIGNAL,
  OTHER
}
