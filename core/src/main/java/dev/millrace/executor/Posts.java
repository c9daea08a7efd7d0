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

  /**
   * Posts within one slice from which on it does not count as quick, however it ends. A power of
   * two that divides a chunk.
   */
  private static final int MANY = 64;

  private final SummaryTree tree;
  private final Pace pace;
  private final OwnLane lane;

  /** Tasks that the present slice has posted, and how often it has told of runnables. */
  private int inSlice;

  /** The lane's end when the slice began. */
  private long began;

  /** And when others were last told of what is there. */
  private long told;

  /**
   * Up to this end others need not be told of the next runnable; not beyond a chunk of the lane.
   */
  private long silentUntil;

  Posts(SummaryTree tree, Pace pace, OwnLane lane) {
    this.tree = tree;
    this.pace = pace;
    this.lane = lane;
  }

  /** Of the present slice. */
  boolean isAny() {
    return inSlice != 0;
  }

  private boolean isMany() {
    return inSlice + (lane.end() - began) > MANY;
  }

  void post(SignalWord.Posted posted, int word) {
    inSlice++;
    post(posted, word, isMany());
  }

  /** Between two slices: does not count as the next one's. */
  void postBetween(SignalWord.Posted posted, int word) {
    post(posted, word, false);
  }

  /**
   * Of a slot that its worker owns: what was woken meanwhile is takeable now, and this worker looks
   * for it before it sleeps.
   */
  void letGo(SlotWord word, int slot) {
    SignalWord.Posted posted = word.release(1 << slot);
    if (posted != SignalWord.Posted.QUIET) {
      tree.mark(posted, word.index);
    }
  }

  private void post(SignalWord.Posted posted, int word, boolean calls) {
    if (calls || !pace.isQuick()) {
      tree.post(posted, word);
    } else {
      tree.mark(posted, word);
      tree.ensureWatched();
    }
  }

  /**
   * Puts a runnable into the worker's lane, from inside a step. If the worker is quick, others need
   * not know at once: it looks there itself before it sleeps, and the watcher if it takes too long.
   *
   * @return false if the lane is full
   */
  boolean offer(Runnable runnable) {
    if (lane.end() < silentUntil) {
      lane.offerHere(runnable);
      return true;
    }
    return offerAndTell(runnable);
  }

  private boolean offerAndTell(Runnable runnable) {
    if (!lane.hasRoom()) {
      return false;
    }
    inSlice++;
    lane.offer(runnable);
    tell();
    return true;
  }

  /** Marks the lane, in which something is. */
  private void tell() {
    told = lane.end();
    silentUntil = pace.isQuick() ? told + MANY - 1 & -MANY : told; // a chunk begins with a look
    VarHandle.fullFence(); // the runnable is there before the look at the mark
    if (isMany() || !pace.isQuick()) {
      tree.post(lane);
    } else {
      tree.mark(lane);
      tree.ensureWatched();
    }
  }

  /** Not in a slice: runnables were put into the lane, by a worker that may be about to park. */
  void callFor() {
    began = lane.end();
    told = began;
    silentUntil = began;
    VarHandle.fullFence(); // as in tell
    tree.post(lane);
  }

  void sliceOver() {
    if (inSlice != 0) {
      endSlice();
    }
  }

  private void endSlice() {
    if (lane.end() != told) {
      tell(); // a taker may have cleared the mark since it was last looked at
    }
    inSlice = 0;
    began = lane.end();
    silentUntil = began;
  }
}
