package dev.millrace.worker;

/** Why a task need not be done any more. */
public enum CancelReason {
  /**
   * The server said that the task ended without its worker: by its workflow's end, by a timeout.
   */
  ENDED_ELSEWHERE,
  /** The server gave the task to another worker. */
  LEASE_LOST,
  /** The worker is being closed, and the task took longer than it had for that. */
  SHUTDOWN
}
