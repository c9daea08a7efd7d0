package dev.millrace.executor;

/**
 * A fence that one thread pays for both, where the other would have to pay for it much too often.
 */
final class Handshake {

  private Handshake() {}

  /**
   * Returns when that thread has been at a point of its program that is after all that it has
   * written so far and before all that it reads from then on; wherever it waits. To ask for its
   * stack does that: the virtual machine answers while that thread stands still at a safepoint, in
   * both directions a fence (JEP 312 names this use of such handshakes).
   */
  static void with(Thread thread) {
    var _ = thread.getStackTrace();
  }
}
