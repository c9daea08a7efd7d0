package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where there is work, and the only source of permits.
 *
 * <pre>
 *   root words    bit → a leaf has active words
 *   leaf words    bit → a signal word has takeable tasks
 *   signal words  bit → a task wants to run           ({@link SignalWord})
 * </pre>
 *
 * A permit is the claim of one sleeping worker ({@link IdleWorkers}); it is given here and nowhere
 * else, and taken by exactly the worker it was given to. The protocol is told in SIGNALLING.md;
 * step numbers refer to it. Thread-safe.
 */
final class SummaryTree {

  private static final VarHandle WATCHER;

  static {
    try {
      WATCHER = MethodHandles.lookup().findVarHandle(SummaryTree.class, "watcher", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BitTree active;
  private final IdleWorkers idle = new IdleWorkers();
  private final SignalWaker[] wakers;
  private final LongAdder permits = new LongAdder();

  /** The sleeper that looks up from time to time while others are busy; NOBODY if there is none. */
  private volatile int watcher = IdleWorkers.NOBODY;

  SummaryTree(int words, SignalWaker[] wakers) {
    this.active = new BitTree(words);
    this.wakers = wakers;
  }

  BitTree active() {
    return active;
  }

  IdleWorkers idle() {
    return idle;
  }

  /** Post, steps 3 to 5, for a word in which something has become takeable. */
  void post(SignalWord.Posted posted, int word) {
    mark(posted, word);
    if (posted != SignalWord.Posted.NOTED) {
      release(partitionOwner(word / BitTree.FAN), word);
    }
  }

  /**
   * The same for a lane to which something was offered: stops if it is marked. Then whoever has
   * marked it sees to a worker, and that one to another if there is more than it will run soon.
   */
  void post(RunLane lane) {
    if (!lane.isMarked()) {
      active.mark(lane.index());
      release(partitionOwner(lane.index() / BitTree.FAN), lane.index());
    }
  }

  /** Steps 3 and 4 only: by a worker that will itself look here before it sleeps. */
  void mark(RunLane lane) {
    if (!lane.isMarked()) {
      active.mark(lane.index());
    }
  }

  /** Whether what a worker keeps to itself is watched over, or nobody sleeps who could do that. */
  boolean isWatched() {
    return watcher != IdleWorkers.NOBODY || !idle.anySleeping();
  }

  /**
   * By a worker that has just kept work to itself: somebody must look up while its step lasts. If
   * others sleep and none of them watches, one is to.
   */
  void ensureWatched() {
    if (!isWatched()) {
      appointWatcher();
    }
  }

  /**
   * Watch: hands it to a sleeper, which goes on sleeping, but looks up. That is no permit, so it
   * depends on nobody's search. If the sleeper gets up at the same moment, either it finds that it
   * has the watch and hands it on, or it is seen here that it is up.
   */
  private void appointWatcher() {
    int sleeper = idle.anySleeper();
    while (sleeper != IdleWorkers.NOBODY
        && WATCHER.compareAndSet(this, IdleWorkers.NOBODY, sleeper)) {
      if (idle.isSleeping(sleeper)) {
        wakers[sleeper].unpark();
        return;
      }
      if (!WATCHER.compareAndSet(this, sleeper, IdleWorkers.NOBODY)) {
        return; // it has handed it on
      }
      sleeper = idle.anySleeper();
    }
  }

  /** Watch, by a sleeper: whether it is to look up again soon, because others are busy. */
  boolean watches(int worker) {
    if (areAllSleeping()) {
      WATCHER.compareAndSet(this, worker, IdleWorkers.NOBODY);
      // Somebody may have been called, kept something and relied on us before we gave up the watch.
      if (areAllSleeping()) {
        return false;
      }
    }
    return watcher == worker || WATCHER.compareAndSet(this, IdleWorkers.NOBODY, worker);
  }

  boolean areAllSleeping() {
    return idle.areAllSleeping(wakers.length);
  }

  /**
   * Watch, by a worker that no longer sleeps: another sleeper has it from now on, if anybody but
   * this worker is awake who may rely on it. Who is called later sees that nobody watches.
   */
  void stopWatching(int worker) {
    if (watcher == worker
        && WATCHER.compareAndSet(this, worker, IdleWorkers.NOBODY)
        && !idle.areAllSleeping(wakers.length - 1)) {
      appointWatcher();
    }
  }

  /** Post, steps 3 and 4 only: by a worker that will itself look here before it sleeps. */
  void mark(SignalWord.Posted posted, int word) {
    if (posted == SignalWord.Posted.ACTIVATED) {
      active.mark(word);
    }
  }

  /**
   * Post, step 5: gives a permit to one sleeper, {@code preferred} if it sleeps. Does nothing if
   * nobody sleeps or somebody searches.
   */
  void release(int preferred) {
    release(preferred, SignalWaker.ANYWHERE);
  }

  /**
   * The same, for something at a position of the tree.
   *
   * @param position where the sleeper may look first
   */
  private void release(int preferred, int position) {
    int worker = idle.claim(sparingTheWatcher(preferred));
    if (worker != IdleWorkers.NOBODY) {
      try {
        permits.increment(); // before it can be taken: no more are taken than were given
      } finally { // also if there is no memory to count it: a claimed worker must not stay parked
        wakers[worker].call(position);
      }
      FlightEvents.wake(worker);
    }
  }

  /**
   * While others rely on the watch, whoever has it is the last to be called: it would hand it on.
   */
  private int sparingTheWatcher(int preferred) {
    int sparedOne = watcher;
    return sparedOne == IdleWorkers.NOBODY || areAllSleeping()
        ? preferred
        : idle.sleeperBut(sparedOne, preferred);
  }

  /** The worker in whose partition a leaf is. Partitions are interleaved, so they grow evenly. */
  int partitionOwner(int leaf) {
    return leaf % wakers.length;
  }

  /** How many permits have been given so far. */
  long permits() {
    return permits.sum();
  }
}
