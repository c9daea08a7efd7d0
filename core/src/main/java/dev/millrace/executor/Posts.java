package dev.millrace.executor;

import java.lang.invoke.VarHandle;

/**
 * What a worker's slices make visible to others: tasks that they wake or submit, and runnables. A
 * quick worker will look there itself before a sleeper could be awake, so it calls nobody, until
 * one slice has posted so much that it cannot be short (SIGNALLING.md, sections 6 and 7).
 *
 * <p>Confined to its worker.
 */
final class Posts {

  /** Posts within one slice from which on it does not count as quick, however it ends. */
  private static final int MANY = 64;

  private final SummaryTree tree;
  private final Pace pace;
  private final OwnLane lane;

  private int inSlice;

  /** Whether one of those went into the lane without a look at its mark. */
  private boolean uninvited;

  Posts(SummaryTree tree, Pace pace, OwnLane lane) {
    this.tree = tree;
    this.pace = pace;
    this.lane = lane;
  }

  /** Of the present slice. */
  boolean isAny() {
    return inSlice != 0;
  }

  void post(SignalWord.Posted posted, int word) {
    post(posted, word, ++inSlice < MANY);
  }

  /** Between two slices: does not count as the next one's. */
  void postBetween(SignalWord.Posted posted, int word) {
    post(posted, word, true);
  }

  private void post(SignalWord.Posted posted, int word, boolean few) {
    if (few && pace.isQuick()) {
      tree.mark(posted, word);
      tree.ensureWatched();
    } else {
      tree.post(posted, word);
    }
  }

  /**
   * Puts a runnable into the worker's lane, from inside a step. If the worker is quick, others need
   * not know at once: it looks there itself before it sleeps, and the watcher if it takes too long.
   *
   * @return false if the lane is full
   */
  boolean offer(Runnable runnable) {
    if (!lane.hasRoom()) {
      return false;
    }
    lane.offer(runnable);
    if (!pace.isQuick() || inSlice++ % MANY == 0) {
      invite();
    } else {
      uninvited = true;
    }
    return true;
  }

  /** Marks the lane, in which something is. */
  void invite() {
    uninvited = false;
    VarHandle.fullFence(); // the runnable is there before the look at the mark
    if (!pace.isQuick() || inSlice > MANY) {
      tree.post(lane);
    } else {
      tree.mark(lane);
      tree.ensureWatched();
    }
  }

  void sliceOver() {
    if (uninvited) {
      invite(); // a taker may have cleared the mark since it was last looked at
    }
    inSlice = 0;
  }
}
