package dev.millrace.executor;

/**
 * Whether a worker that has run dry should look on for a while before it sleeps. It should if work
 * has been coming back sooner than a sleeper is woken. If it has not, spinning is worse than
 * useless: it takes a core from others, and a thread that has just held a core for long is woken on
 * another one, which may have to be woken itself. Nor should all of them look on: one finds what
 * comes as soon as two do, who would then share what is too little for both. Go's scheduler limits
 * those who spin in the same way, to half of the busy ones; here it is half of all.
 *
 * <p>Pure policy; confined to its worker.
 */
final class SpinPolicy {

  private final long spinNanos;
  private final int mostAtOnce;
  private boolean worthIt;

  /**
   * @param spinNanos how long to look on if it is worth it
   * @param workers how many there are
   */
  SpinPolicy(long spinNanos, int workers) {
    this.spinNanos = spinNanos;
    this.mostAtOnce = Math.ceilDiv(workers, 2);
  }

  /**
   * How long to look on now.
   *
   * @param searching how many have no work and do not sleep, this one included
   */
  long nanos(int searching) {
    return worthIt && searching <= mostAtOnce ? spinNanos : 0;
  }

  /** The worker has slept so long until it was called: next time it would be awake then, or not. */
  void slept(long nanos) {
    worthIt = nanos <= 2 * spinNanos;
  }
}
