package dev.millrace.executor;

/**
 * What a worker does when it has nothing to do: searches for a while, sleeps, and while it sleeps
 * watches over those who are busy. The steps are those of SIGNALLING.md, sections 4 and 6. Confined
 * to its worker.
 */
final class Sleep {

  /** How often a watcher looks up. */
  private static final long WATCH_NANOS = 1_000_000;

  private final Worker worker;
  private final ExecutorCore core;
  private final SummaryTree tree;
  private final IdleWorkers idle;
  private final SignalWaker waker;

  /** What the others had done when this worker last looked, as watcher. */
  private final long[] seenSlices;

  /** Whether this worker is counted as searching. */
  private boolean searching;

  /** Whether it has run anything since it last slept: only then is it worth to spin. */
  private boolean active;

  Sleep(Worker worker, SignalWaker waker) {
    this.worker = worker;
    this.waker = waker;
    this.core = worker.core;
    this.tree = core.tree();
    this.idle = tree.idle();
    this.seenSlices = new long[core.config().workers()];
  }

  void ran() {
    active = true;
  }

  /** Whether it sleeps no more because of a permit, and has not run anything since. */
  boolean wasCalled() {
    return !active;
  }

  boolean isSearching() {
    return searching;
  }

  /** Work was found. Whether nobody searches any more. */
  boolean endSearch() {
    searching = false;
    return idle.endSearch();
  }

  /** Sleep, steps 2 to 7. */
  void fall() {
    if (!searching) {
      idle.beginSearch();
      searching = true;
    }
    boolean hint = waker.syncPartitionSummary(tree.active());
    if (hint || spin()) {
      return;
    }
    searching = false;
    idle.sleep(worker.index);
    if (tree.active().isEmpty() && !core.isStopped()) {
      park();
    }
    if (idle.wakeUp(worker.index)) {
      active = true; // nobody called: there was something to see
    } else {
      worker.tally().add(Tally.PERMITS, 1);
      active = false;
    }
    searching = true;
  }

  /** Sleep, step 3: looks on for a little while; true if there is something. */
  private boolean spin() {
    long spin = active ? core.spinNanos() : 0;
    long began = spin == 0 ? 0 : System.nanoTime();
    while (spin > 0) {
      for (int i = 0; i < 32; i++) {
        if (!tree.active().isEmpty()) {
          return true;
        }
        Thread.onSpinWait();
      }
      spin = System.nanoTime() - began < spin ? spin : 0;
    }
    return false;
  }

  /** Sleep, step 7: until somebody claims this worker, however often park returns before. */
  private void park() {
    worker.tally().add(Tally.PARKS, 1);
    core.workerSleeps();
    ParkEvent event = FlightEvents.beginPark();
    boolean needed = false;
    while (!needed && idle.isSleeping(worker.index) && !core.isStopped()) {
      if (tree.watches(worker.index)) {
        waker.parkNanos(WATCH_NANOS);
        needed = hasWorkWaited();
      } else {
        waker.park();
      }
      boolean _ = Thread.interrupted(); // else park would not wait any more
    }
    tree.stopWatching(worker.index);
    if (event != null) {
      event.worker = worker.index;
      event.commit();
    }
  }

  /** Watch: whether work waits while nobody has got anything done since the last look. */
  private boolean hasWorkWaited() {
    boolean moved = false;
    for (Worker other : core.workers()) {
      long slices = other.tally().read(Tally.SLICES);
      if (slices != seenSlices[other.index]) {
        seenSlices[other.index] = slices;
        moved = true;
      } else {
        other.giveBackKept();
      }
    }
    return !moved && !tree.active().isEmpty();
  }
}
