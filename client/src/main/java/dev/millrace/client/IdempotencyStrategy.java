package dev.millrace.client;

/** What a start with a key that was used before does. */
public enum IdempotencyStrategy {
  FAIL,
  RETURN_EXISTING,
  FAIL_ON_RUNNING
}
