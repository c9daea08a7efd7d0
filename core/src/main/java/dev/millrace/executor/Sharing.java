package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;

/**
 * What a worker shares with others, and what it leaves to them: calls a sleeper if there is more
 * than it will run soon, and does not take from a neighbour what that one has done sooner
 * (SIGNALLING.md, sections 4, 6 and 7). Confined to its worker.
 */
final class Sharing {

  /** Spins until what a neighbour has not got on with is taken away from it: a microsecond. */
  private static final int PATIENCE = 64;

  /** How long what was given away is left to whoever is on the way to it. */
  private static final long ON_THE_WAY_NANOS = 100_000;

  /** Fewer tasks in a word are taken away at once, unless they are a group's. */
  private static final int WORTH_WAITING = 8;

  private final Worker worker;
  private final ExecutorCore core;
  private final SummaryTree tree;
  private final IdleWorkers idle;
  private final Pace pace;
  private final TaskSearch search;
  private final Sleep sleep;

  private final GivenAway given = new GivenAway();

  Sharing(Worker worker, TaskSearch search, Sleep sleep) {
    this.worker = worker;
    this.core = worker.core;
    this.tree = core.tree();
    this.idle = tree.idle();
    this.pace = worker.pace();
    this.search = search;
    this.sleep = sleep;
  }

  /**
   * Whether a neighbour is at it whose slices are tiny, and will have done what there is before a
   * sleeper could be awake: two workers that share so little are slower than the one, because the
   * words go back and forth between them. Not if this worker was called.
   */
  boolean isLeftToItsOwner(Workplace place) {
    int owner = tree.partitionOwner(place.index() / BitTree.FAN);
    if (owner == worker.index || sleep.wasCalled() || idle.isSleeping(owner)) {
      return false;
    }
    if (!core.workers().get(owner).pace().isBetterLeftAlone(backlog(place))) {
      return false;
    }
    int before = place.takeableCount();
    if (before < WORTH_WAITING && !(place instanceof SlotWord word && word.bare() != 0)) {
      return false;
    }
    pause(PATIENCE);
    return place.takeableCount() != before; // each look takes a cache line from the owner
  }

  /**
   * Before a runnable that may take long: nothing is left in its lane, and whoever comes next calls
   * somebody; or others are to know of it.
   */
  void leaveTheRest(RunLane runnables) {
    if (runnables.hasWork() || search.hasWorkAfterAll(runnables)) {
      share(runnables);
      tree.ensureWatched();
    }
  }

  /**
   * Wakes from outside were found by a quick worker: it will look at the lane again soon, and if it
   * does not, somebody watches. So the mark stays, which spares wakers the way up, and nobody is
   * called for a few.
   */
  void beganQuickly(RunLane wakes) {
    noteIfStolen(wakes);
    if (sleep.isSearching()) {
      boolean _ = endSearch();
    }
    share(wakes);
    tree.ensureWatched();
  }

  /**
   * Work was found: no longer searching; whoever is the last to stop calls the next. Whether it was
   * searching until now.
   */
  boolean began(Workplace place) {
    noteIfStolen(place);
    if (!sleep.isSearching()) {
      return false;
    }
    if (endSearch() && backlog(place) > 0) {
      tree.release(worker.index);
    }
    return true;
  }

  private void noteIfStolen(Workplace place) {
    if (!search.isOwn(place)) {
      worker.tally().add(Tally.STEALS, 1);
      FlightEvents.steal(worker.index, place.index());
    }
  }

  private boolean endSearch() {
    long now = System.nanoTime();
    pace.begin(now);
    return sleep.endSearch(now);
  }

  /** Has a sleeper called if there is more here than this worker will run soon. */
  void share(Workplace place) {
    if (idle.anySleeping()) {
      int more = backlog(place);
      if (more > 0 && pace.isWorthSharing(more)) {
        tree.release(worker.index);
      }
    }
  }

  /** A task that has yielded goes back to its word, for somebody who sleeps. */
  void giveAway(TaskInstance task) {
    SlotWord word = SlotRunner.wordOf(task);
    tree.post(word.giveBack(1 << task.slot()), word.index);
    given.note(word.index, pace.slicesIn(ON_THE_WAY_NANOS));
  }

  /** Whether the tree shows nothing but what was given to somebody who is on the way. */
  boolean isNothingToTake() {
    return tree.active().isEmpty() || given.isAllThereIs(tree.active(), idle);
  }

  /** How much the summary shows besides what was taken: at most so much, if no bit is stale. */
  private int backlog(Workplace place) {
    BitTree summary = tree.active();
    int words = summary.isMarked(place.index()) ? -1 : 0;
    for (int root = 0; root < summary.rootCount() && words < BitTree.FAN; root++) {
      for (long left = summary.root(root); left != 0 && words < BitTree.FAN; left &= left - 1) {
        int leaf = root * BitTree.FAN + Long.numberOfTrailingZeros(left);
        words += Long.bitCount(summary.leaf(leaf));
      }
    }
    return place.takeableCount() + SignalWord.SLOTS * Math.max(words, 0);
  }

  static void pause(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }
}
