package dev.millrace.executor;

/**
 * What a worker has last given to somebody who slept, until that one has come for it. The way takes
 * that one longer than this worker needs for many turns; if it took its gift back meanwhile, it
 * would give it away again, and the other would be called in vain each time.
 *
 * <p>Pure policy; confined to its worker.
 */
final class GivenAway {

  private static final int NOWHERE = -1;

  private int position = NOWHERE;
  private int looksLeft;

  /**
   * Something was given away.
   *
   * @param newPosition where it is in the summary tree
   * @param looks how often it may be found there and left: somebody may be on the way for ever
   */
  void note(int newPosition, int looks) {
    position = newPosition;
    looksLeft = looks;
  }

  /** Whether nothing else is there, and somebody is on the way to it. */
  boolean isAllThereIs(BitTree active, IdleWorkers idle) {
    if (position == NOWHERE) {
      return false;
    }
    if (--looksLeft >= 0 && idle.searching() > 0 && active.hasNothingBut(position)) {
      return true;
    }
    position = NOWHERE;
    return false;
  }
}
