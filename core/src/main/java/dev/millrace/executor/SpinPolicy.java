package dev.millrace.executor;

/**
 * Whether a worker that has run dry should look on for a while before it sleeps. It should if work
 * has been coming back sooner than a sleeper is woken. If it has not, spinning is worse than
 * useless: it takes a core from others, and a thread that has just held a core for long is woken on
 * another one, which may have to be woken itself.
 *
 * <p>Pure policy; confined to its worker.
 */
final class SpinPolicy {

  private final long spinNanos;
  private boolean worthIt;

  /**
   * @param spinNanos how long to look on if it is worth it
   */
  SpinPolicy(long spinNanos) {
    this.spinNanos = spinNanos;
  }

  /** How long to look on now. */
  long nanos() {
    return worthIt ? spinNanos : 0;
  }

  /** The worker has slept so long until it was called: next time it would be awake then, or not. */
  void slept(long nanos) {
    worthIt = nanos <= 2 * spinNanos;
  }
}
