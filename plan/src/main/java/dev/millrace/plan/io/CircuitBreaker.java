package dev.millrace.plan.io;

/**
 * Decides whether a server is worth a try.
 *
 * <pre>
 *   CLOSED ──n failures in a row──► OPEN ──the delay is over──► HALF_OPEN
 *     ▲                              ▲                              │
 *     │                              └──────── it fails too ────────┤
 *     └───────────────────────── an answer ─────────────────────────┘
 * </pre>
 *
 * HALF_OPEN lets one send through. If nothing is heard of it, the next one may go after the same
 * delay.
 *
 * <p>Failures are in a row if each began after the one before was known: a hundred sends that fail
 * of one hiccup are one failure. Pure; not thread-safe; times are of one monotonic clock.
 */
final class CircuitBreaker {

  /** Whether sends get through. */
  enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  private final int failuresToOpen;
  private final Backoff backoff;
  private State state = State.CLOSED;
  private int failures;
  private long lastFailure;
  private long delay;
  private long nextTry;

  CircuitBreaker(int failuresToOpen, Backoff backoff) {
    this.failuresToOpen = failuresToOpen;
    this.backoff = backoff;
  }

  /** Whether a send may go out now. */
  boolean admits(long now) {
    if (state == State.CLOSED) {
      return true;
    }
    if (now - nextTry < 0) {
      return false;
    }
    state = State.HALF_OPEN;
    nextTry = now + delay;
    return true;
  }

  /** The server answered in time. */
  void succeeded() {
    if (failures > 0) {
      state = State.CLOSED;
      failures = 0;
      backoff.reset();
    }
  }

  /**
   * Something that began at {@code startedAt} failed.
   *
   * @return whether the circuit opened because of it
   */
  boolean failed(long startedAt, long now) {
    if (failures > 0 && startedAt - lastFailure < 0) {
      return false;
    }
    lastFailure = now;
    failures++;
    if (state == State.OPEN || failures < failuresToOpen) {
      return false;
    }
    state = State.OPEN;
    delay = backoff.nextNanos();
    nextTry = now + delay;
    return true;
  }

  State state() {
    return state;
  }

  int failures() {
    return failures;
  }

  /** How long until the next try, in nanoseconds. */
  long waitFor(long now) {
    return state == State.CLOSED ? 0 : Math.max(0, nextTry - now);
  }
}
