package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.TaskInstance;
import dev.millrace.task.engine.YieldQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs tasks: what it has kept, what has yielded, what the summary tree shows, and
 * then sleep.
 *
 * <pre>
 *            ┌─────────────── work found ───────────────┐
 *            ▼                                          │
 *   ┌──► busy ──nothing found──► searching ──spin, then─┴─► sleeping ──┐
 *   │                                ▲      publish, look              │
 *   └── endSearch ───────────────────┴────── claimed: a permit ────────┘
 * </pre>
 *
 * Everything here is confined to the worker's thread, except what it shares through {@link
 * SummaryTree}, {@link SignalWaker} and {@link Tally}.
 */
final class Worker implements Runnable, YieldQueue.Owner {

  private static final Logger LOG = System.getLogger(Worker.class.getName());

  /** Slices before a yielded task gets its turn while there is other work. */
  private static final int SLICES_BEFORE_YIELDED = 32;

  /** Turns that a quick worker gives those that have yielded before it sees to anything else. */
  private static final int YIELDED_IN_A_ROW = Pace.QUICK_WINDOW;

  /** Minute turns of those that have yielded between two looks at what else there is to do. */
  private static final int MINUTE_TURNS = 8;

  private static final long TOLD_EVERY_NANOS = 1_000_000_000;

  final int index;
  final ExecutorCore core;
  private final SummaryTree tree;
  private final BitTree active;
  private final IdleWorkers idle;
  private final SignalWaker waker;
  private final TaskSearch search;
  private final SlotRunner runner;
  private final Pace pace = new Pace();
  private final Tally tally = new Tally();
  private final YieldQueue yields = new YieldQueue();
  private final SlotStash stash;
  private final OwnLane lane;
  private final Posts posts;
  private final Timekeeper timekeeper;
  private final TimerTurn timerTurn;
  private final Sleep sleep;
  private final Sharing sharing;
  private final LaneRunner lanes;
  private final Pair pair = new Pair();
  private final PairRunner pairs;
  private final Kept kept;

  /** Owned, and runs next: one that a turn was passed on to, or that stays on. */
  private @Nullable TaskInstance next;

  /** Whose tasks its thread runs: null while timers go off there. */
  private @Nullable ExecutorCore actsFor;

  private int slicesSinceYielded;

  /** Whether one of those that have yielded has not yielded again. */
  private boolean oneLeft;

  /** Slices that the tally does not show yet. */
  private int unreported;

  /** Defects met, and when one was last told. */
  private long failures;

  private long toldAt;

  Worker(ExecutorCore core, int index, SignalWaker waker) {
    this.core = core;
    this.actsFor = core;
    this.index = index;
    this.waker = waker;
    this.tree = core.tree();
    this.active = tree.active();
    this.idle = tree.idle();
    this.search = new TaskSearch(core, index);
    this.stash = new SlotStash(core.arena(), index);
    this.lane = core.lanes().ofWorker(index);
    this.posts = new Posts(tree, pace, lane);
    this.kept = new Kept(this, pair);
    this.timekeeper = core.timekeeper();
    this.timerTurn = new TimerTurn(timekeeper, kept::wakeForTimer);
    this.sleep = new Sleep(this, waker);
    this.sharing = new Sharing(this, search, sleep);
    this.runner = new SlotRunner(this, sharing);
    this.lanes = new LaneRunner(this, sharing);
    this.pairs = new PairRunner(this, pair);
  }

  /**
   * The worker whose thread this is, if it is one of {@code core}'s and runs a task. What timers do
   * comes from outside: no task that lives answers for it.
   */
  static @Nullable Worker current(ExecutorCore core) {
    return Thread.currentThread() instanceof WorkerThread thread && thread.worker.actsFor == core
        ? thread.worker
        : null;
  }

  /** Whether this thread is one of {@code core}'s workers, whatever it does. */
  static boolean isOf(ExecutorCore core) {
    return Thread.currentThread() instanceof WorkerThread thread && thread.worker.core == core;
  }

  Tally tally() {
    return tally;
  }

  /** What its tasks have submitted: tasks and runnables. */
  long submitted() {
    return tally.read(Tally.SUBMITTED) + lane.submitted();
  }

  WorkerCounters counters() {
    return tally.counters(submitted());
  }

  Pace pace() {
    return pace;
  }

  Posts posts() {
    return posts;
  }

  OwnLane lane() {
    return lane;
  }

  SlotStash stash() {
    return stash;
  }

  Kept kept() {
    return kept;
  }

  Pair pair() {
    return pair;
  }

  SlotRunner runner() {
    return runner;
  }

  TimerTurn timerTurn() {
    return timerTurn;
  }

  @Override
  public void run() {
    TimerSlack.minimize(); // it may park until a timer is due
    pace.begin(System.nanoTime());
    while (!core.isStopped()) {
      try {
        turn();
      } catch (Throwable e) { // a defect of ours, or no memory: the other tasks go on
        failed(e);
      }
    }
  }

  private void failed(Throwable e) {
    try {
      tellFailure(e);
    } catch (Throwable _) { // no memory for it, or the log's handler: they go on all the same
      failures++;
    }
  }

  /** Says so, but not as often as it can fail. */
  private void tellFailure(Throwable e) {
    long now = System.nanoTime();
    failures++;
    if (failures == 1 || now - toldAt > TOLD_EVERY_NANOS) {
      toldAt = now;
      LOG.log(
          Level.ERROR,
          "worker " + index + " of " + core.config().name() + " failed, time " + failures,
          e);
    }
  }

  /**
   * Turns the timers' wheel if it is time: not in a step, and not while this worker counts as
   * searching, because it may have something kept afterwards. Returns whether any went off.
   */
  boolean turnTimers(long now) {
    if (!timekeeper.isDue(now)) {
      return false;
    }
    if (sleep.isSearching()) {
      pace.begin(now);
      if (sleep.endSearch(now) && !active.isEmpty()) {
        tree.release(index);
      }
    }
    actsFor = null;
    try {
      return timekeeper.turnIfDue(now, timerTurn);
    } finally {
      actsFor = core;
    }
  }

  /** Before something that may block this thread: what has yielded must not wait for it. */
  void giveBackYielded() {
    if (yields.size() > 0) {
      waker.unmarkYield();
    }
    while (yields.size() > 0) {
      TaskInstance task = yields.poll();
      if (task != null) {
        giveBack(task);
      }
    }
  }

  private void giveBack(TaskInstance task) {
    SlotWord word = SlotRunner.wordOf(task);
    tree.post(word.giveBack(1 << task.slot()), word.index);
  }

  /** Puts off a task that it owns. */
  void yielded(TaskInstance task) {
    tally.add(Tally.YIELDS, 1);
    yields.add(task);
    tree.ensureWatched();
    if (yields.size() == 1) {
      waker.markYield();
    } else {
      shareYielded();
    }
  }

  private void turn() {
    if (next != null) {
      runNext(next);
    } else if (pair.isOn()) {
      runPair();
    } else if (hasRow()) {
      lanes.runRow();
    } else if (kept.isAny()) {
      runKept();
    } else if (yields.size() > 0
        && (slicesSinceYielded >= SLICES_BEFORE_YIELDED || sharing.isNothingToTake())) {
      runYielded();
    } else {
      Workplace place = find();
      boolean left = place != null && yields.size() == 0 && sharing.isLeftToItsOwner(place);
      if (place != null && !left) {
        runAt(place);
      } else if (yields.size() == 0) {
        kept.endRow();
        report();
        sleep.fall(left);
      }
    }
  }

  /** What there is to take; of the own lane even if its mark is missing (SIGNALLING.md, 7). */
  private @Nullable Workplace find() {
    Workplace place = search.next();
    return place == null && lane.hasWork() ? lane : place;
  }

  /**
   * What was posted at a position, if it is still there: saves a worker that was called a search.
   */
  void runIfAny(int position) {
    Workplace place = search.at(position);
    if (place.hasWork()) {
      runAt(place);
    }
  }

  /** By plain comparisons: a pattern switch costs as much as a short slice. */
  private void runAt(Workplace place) {
    if (place instanceof SlotWord word) {
      runner.visit(word);
    } else if (place instanceof RunLane runnables) {
      lanes.run(runnables);
    }
  }

  private void runNext(TaskInstance task) {
    next = null;
    RunEvent event = FlightEvents.beginRun();
    ran(event, runner.runOne(task));
  }

  /** Whether there is such a task as {@link #runsNext} names: nobody else can reach it. */
  boolean hasNext() {
    return next != null || pair.isOn();
  }

  /** Whether it has taken more from a lane than it has begun. */
  boolean hasRow() {
    return !lanes.row().isEmpty();
  }

  boolean hasYielded() {
    return yields.size() > 0;
  }

  /** A task that this worker owns, in the middle of something else. */
  void runsNext(TaskInstance task) {
    next = task;
  }

  /** Lets an owned task whose budget is spent have the next turn, too, if nobody waits for one. */
  boolean staysOn(TaskInstance task) {
    boolean alone =
        !hasNext()
            && !hasRow()
            && !kept.isAny()
            && yields.size() == 0
            && active.isEmpty()
            && !lane.hasWork();
    if (alone) {
      next = task;
    }
    return alone;
  }

  private void runPair() {
    if (hasRow()) { // which goes before anything that could be found
      pairs.dissolve();
      return;
    }
    boolean alone = active.isEmpty() && !lane.hasWork();
    Workplace place = alone ? null : find(); // what is marked may be gone
    if (place != null || yields.size() > 0 || !pace.isQuick() || pair.isNoted()) {
      pairs.dissolve();
      if (place != null) {
        runAt(place);
      }
    } else {
      tree.ensureWatched();
      RunEvent event = FlightEvents.beginRun();
      ran(event, pairs.run());
    }
  }

  private void runKept() {
    TaskInstance mine = kept.take();
    if (mine != null) {
      runNext(mine);
    }
  }

  private void runYielded() {
    TaskInstance first = core.isCancelling() ? yields.next() : null;
    if (first != null) {
      first.cancel(core.shutdownCause());
    }
    RunEvent event = FlightEvents.beginRun();
    tree.ensureWatched();
    oneLeft = false;
    int most = pace.isQuick() ? YIELDED_IN_A_ROW : 1;
    int stretch = pace.isMinute() ? MINUTE_TURNS : 1;
    int again = yields.giveTurns(most, stretch, core.budget(), tally, this);
    int slices = again + (oneLeft ? 1 : 0);
    tally.add(Tally.YIELDS, again);
    if (yields.size() == 0) {
      waker.unmarkYield();
    } else {
      shareYielded();
    }
    ran(event, slices);
    slicesSinceYielded = 0;
  }

  /** One of several that have yielded is given to a sleeper. */
  private void shareYielded() {
    if (yields.size() > 1 && idle.anySleeping()) {
      TaskInstance task = yields.poll();
      if (task != null) {
        sharing.giveAway(task);
      }
    }
  }

  @Override
  public boolean goesOn() {
    if (posts.isAny()) {
      posts.sliceOver();
    }
    return !kept.isAny() && (active.isEmpty() || sharing.isNothingToTake());
  }

  @Override
  public void left(TaskInstance task, Disposition answer) {
    oneLeft = true;
    posts.sliceOver();
    runner.settled(task, answer);
  }

  private void ran(@Nullable RunEvent event, int slices) {
    FlightEvents.endRun(event, index, slices);
    ran(slices);
  }

  void ran(int slices) {
    sleep.ran();
    posts.sliceOver();
    unreported += slices;
    slicesSinceYielded += slices;
    if (pace.ran(slices)) {
      report();
      long now = System.nanoTime();
      pace.read(now);
      boolean _ = turnTimers(now);
      sleep.lookAround(now);
      WorkerThread.forgetInterrupt();
    }
  }

  private void report() {
    tally.add(Tally.SLICES, unreported);
    unreported = 0;
  }

  /**
   * Watch: what a step here has woken or submitted must not wait for its end any longer, nor what
   * was taken together with a runnable, nor what has yielded.
   *
   * @param watcher another worker, whose thread this is
   */
  void giveBackKept(Worker watcher) {
    giveBackTasks();
    if (lane.hasWork()) {
      tree.post(lane);
    }
    if (hasRow()) {
      watcher.takeRowOf(this);
    }
  }

  private void takeRowOf(Worker other) {
    long before = lane.end();
    lane.makeRoom(); // then nothing can fail
    int taken = other.giveBackRow(lane::offer);
    int runnables = (int) (lane.end() - before);
    if (runnables > 0) {
      lane.moved(runnables);
      posts.callFor();
    } else if (taken > 0) {
      tree.release(index); // for all of the wakes
    }
  }

  /**
   * By {@link Sweep}: the same, if the step does not return any more. Runnables are only ended.
   *
   * @return whether there were any
   */
  boolean giveUpKept() {
    giveBackTasks();
    return giveBackRow(core::neverRuns) > 0;
  }

  private void giveBackTasks() {
    kept.giveBack();
    pair.revoke(waker.thread(), tree);
    if (waker.hasYielded()) {
      yields.revoke(() -> Handshake.with(waker.thread()), this::giveBack);
    }
  }

  private int giveBackRow(Consumer<Runnable> runnables) {
    return lanes.row().revoke(waker.thread(), runnables, core::answerSilently);
  }

  @Override
  public String toString() {
    return "worker "
        + index
        + ": "
        + counters()
        + ", "
        + pace
        + ", yield="
        + waker.hasYielded()
        + ", task="
        + waker.hasTasks()
        + ", partition="
        + Long.toBinaryString(waker.partitionSummary())
        + ", "
        + pair;
  }
}
