package dev.millrace.executor;

/**
 * What a worker does when it has nothing to do: searches for a while, sleeps, and while it sleeps
 * watches over those who are busy. The steps are those of SIGNALLING.md, sections 4 and 6. Confined
 * to its worker.
 */
final class Sleep {

  /** How often a watcher looks up. */
  private static final long WATCH_NANOS = 1_000_000;

  /** How often in a row work is left to a neighbour before it is left for good. */
  private static final int MOST_LEFT = 16;

  /** How old a worker is when it sees to its time slice: what ends sooner does not pay for it. */
  private static final long GROWN_UP_NANOS = 1_000_000_000;

  private static final long NEVER = Long.MIN_VALUE;

  private final Worker worker;
  private final ExecutorCore core;
  private final SummaryTree tree;
  private final IdleWorkers idle;
  private final SignalWaker waker;
  private final Timekeeper timers;

  /** What the others had done when this worker last looked, as watcher. */
  private final long[] seenSlices;

  /** When that was. Timers may wake the watcher more often than it may judge the others. */
  private long lookedAt = System.nanoTime();

  /** Whether this worker is counted as searching. */
  private boolean searching;

  /** Whether it has run anything since it last slept, or was not called. */
  private boolean active;

  private final SpinPolicy spinning;
  private final long bornAt = System.nanoTime();

  /** Whether its thread's time slice is seen to. */
  private boolean sliceShortened;

  /** When it went to sleep, if that was not noted yet. */
  private long parkedAt = NEVER;

  /** How often it has left work to a neighbour since it last ran anything. */
  private int left;

  Sleep(Worker worker, SignalWaker waker) {
    this.worker = worker;
    this.waker = waker;
    this.core = worker.core;
    this.tree = core.tree();
    this.idle = tree.idle();
    this.timers = core.timekeeper();
    this.seenSlices = new long[core.config().workers()];
    this.spinning = new SpinPolicy(core.spinNanos(), core.config().workers());
  }

  void ran() {
    active = true;
    left = 0;
  }

  /** Whether it sleeps no more because of a permit, and has not run anything since. */
  boolean wasCalled() {
    return !active;
  }

  boolean isSearching() {
    return searching;
  }

  /** Work was found. Whether nobody searches any more. */
  boolean endSearch(long now) {
    searching = false;
    noteSleep(now);
    return idle.endSearch();
  }

  private void noteSleep(long now) {
    if (parkedAt != NEVER) {
      spinning.slept(now - parkedAt);
      parkedAt = NEVER;
    }
  }

  /**
   * Sleep, steps 2 to 7.
   *
   * @param leaving whether there is work that is left to a neighbour
   */
  void fall(boolean leaving) {
    if (turnsTimers()) {
      return;
    }
    if (!searching) {
      idle.beginSearch();
      searching = true;
    }
    if (leaving ? ++left < MOST_LEFT : isHinted() || spin()) {
      return;
    }
    shortenSlice();
    searching = false;
    boolean _ = tree.watches(worker.index); // before anybody who has none calls this one for it
    idle.sleep(worker.index);
    try {
      if (maySleep(leaving) && !core.isStopped()) {
        parkedAt = System.nanoTime();
        park();
      }
    } finally { // also if there was no memory to watch: or others would go on calling this worker
      getUp();
    }
    int position = waker.takeCalledTo();
    if (!turnsTimers() && position != SignalWaker.ANYWHERE) {
      worker.runIfAny(position);
    }
  }

  private void getUp() {
    timers.stopParking(worker.index);
    left = 0;
    if (idle.wakeUp(worker.index)) {
      active = true; // nobody called: there was something to see
    } else {
      worker.tally().add(Tally.PERMITS, 1);
      active = false;
    }
    searching = true;
    tree.stopWatching(worker.index); // awake: who is to have it must not be this one
  }

  /** So that it runs soon when it is called; once, when it has nothing better to do. */
  private void shortenSlice() {
    if (!sliceShortened && System.nanoTime() - bornAt > GROWN_UP_NANOS) {
      sliceShortened = TimeSlice.shorten();
    }
  }

  private boolean turnsTimers() {
    return timers.isPending() && worker.turnTimers(System.nanoTime());
  }

  private boolean isHinted() {
    return waker.syncPartitionSummary(tree.active());
  }

  /** Sleep, step 5. What is left to others is theirs to meet, as long as any of them is awake. */
  private boolean maySleep(boolean leaving) {
    return (leaving && !idle.areAllSleeping(seenSlices.length)) || tree.active().isEmpty();
  }

  /** Sleep, step 3: looks on for a little while; true if there is something, or a timer due. */
  @SuppressWarnings("ThreadPriorityCheck") // there may be more threads than cores
  private boolean spin() {
    long began = System.nanoTime();
    noteSleep(began); // it was called in vain
    long spin = spinning.nanos(idle.searching());
    while (spin > 0) {
      for (int i = 0; i < 32; i++) {
        if (!tree.active().isEmpty()) {
          return true;
        }
        Thread.onSpinWait();
      }
      Thread.yield(); // whoever has something to do on this core goes first
      long now = System.nanoTime();
      if (timers.isDue(now)) {
        return true;
      }
      spin = now - began < spin ? spin : 0;
    }
    return false;
  }

  /**
   * Sleep, step 7: until somebody claims this worker, however often park returns before, or there
   * is something to see to.
   */
  private void park() {
    worker.tally().add(Tally.PARKS, 1);
    core.workerSleeps();
    ParkEvent event = FlightEvents.beginPark();
    boolean needed = false;
    while (!needed && idle.isSleeping(worker.index) && !core.isStopped()) {
      needed = tree.watches(worker.index) ? watch() : parkUntilTimer(TimerWheel.NEVER);
      boolean _ = Thread.interrupted(); // else park would not wait any more
    }
    if (event != null) {
      event.worker = worker.index;
      event.commit();
    }
  }

  /** Watch: parks for a while. Whether there is a timer due, or work that waits. */
  private boolean watch() {
    boolean due = parkUntilTimer(WATCH_NANOS);
    long now = System.nanoTime();
    if (now - lookedAt < WATCH_NANOS) {
      return due;
    }
    lookedAt = now;
    return hasWorkWaited() || due;
  }

  /** Between two slices: as long as nobody sleeps there is no watcher, so all take part in it. */
  void lookAround(long now) {
    if (now - lookedAt >= WATCH_NANOS) {
      lookedAt = now;
      boolean _ = hasWorkWaited();
    }
  }

  /** Parks for {@code most} nanoseconds, or until a timer is due: true if one is. */
  private boolean parkUntilTimer(long most) {
    long nanos = Math.min(most, timers.nanosToPark(worker.index, System.nanoTime()));
    if (nanos <= 0) {
      return true;
    }
    if (nanos == TimerWheel.NEVER) {
      waker.park();
    } else {
      waker.parkNanos(nanos);
    }
    return timers.isPending() && timers.isDue(System.nanoTime());
  }

  /** Watch: whether work waits while nobody has got anything done since the last look. */
  private boolean hasWorkWaited() {
    boolean moved = false;
    for (Worker other : core.workers()) {
      long slices = other.tally().read(Tally.SLICES);
      if (slices != seenSlices[other.index]) {
        seenSlices[other.index] = slices;
        moved = true;
      } else if (other != worker) {
        other.giveBackKept(worker);
      }
    }
    return !moved && !tree.active().isEmpty();
  }
}
