package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.TaskInstance;
import dev.millrace.task.engine.YieldQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  /** Kept tasks in a row before the tree gets its turn. */
  private static final int KEPT_IN_A_ROW = 64;

  /** Slices before a yielded task gets its turn while there is other work. */
  private static final int SLICES_BEFORE_YIELDED = 32;

  /** Turns that a quick worker gives those that have yielded before it sees to anything else. */
  private static final int YIELDED_IN_A_ROW = Pace.QUICK_WINDOW;

  /** Instances of a group that a quick worker takes at once. */
  private static final int BARE_AT_ONCE = 8;

  /** Spins while runnables gather in a lane. */
  private static final int GATHER = 32;

  /** Posts within one slice from which on it does not count as quick, however it ends. */
  private static final int MANY_POSTS = 64;

  /** Runnables that are run in a row before others get their turn. */
  private static final int RUNNABLES_IN_A_ROW = 32;

  /** 2^32 divided by the golden ratio: its multiples spread over all words, however they recur. */
  private static final int GOLDEN = 0x9E3779B9;

  /** Leaves as many upper bits as a slot's number has. */
  private static final int SLOT_SHIFT = Integer.numberOfLeadingZeros(SignalWord.SLOTS - 1);

  private static final long TOLD_EVERY_NANOS = 1_000_000_000;

  private static final VarHandle KEPT;

  static {
    try {
      KEPT = MethodHandles.lookup().findVarHandle(Worker.class, "kept", TaskInstance.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

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
  private final Timekeeper timekeeper;
  private final TimerTurn timerTurn;
  private final Sleep sleep;
  private final Sharing sharing;

  /**
   * A task that was woken by the step that runs, and is claimed when that step is over. Put here by
   * this worker; taken away by it, and by the watcher if the step takes too long. Both may do so:
   * the task is then woken twice, which does no harm.
   */
  private volatile @Nullable TaskInstance kept;

  /** Owned, and runs next: the task before it, in the same word, has passed its turn on to it. */
  private @Nullable TaskInstance next;

  /** Whose tasks its thread runs: null while timers go off there. */
  private @Nullable ExecutorCore actsFor;

  /** Of words, as a sum of {@link #GOLDEN}s: its upper bits say where the next visit begins. */
  private int visits;

  private int keptInARow;
  private int postsInSlice;

  /** Whether one of those posts went into the lane without a look at its mark. */
  private boolean uninvited;

  private int slicesSinceYielded;

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
    this.runner = new SlotRunner(this);
    this.timekeeper = core.timekeeper();
    this.timerTurn = new TimerTurn(timekeeper, this::wakeForTimer);
    this.sleep = new Sleep(this, waker);
    this.sharing = new Sharing(this, search, sleep);
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

  SlotStash stash() {
    return stash;
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

  /** Says so, but not as often as it can fail. */
  private void failed(Throwable e) {
    postsInSlice = 0;
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

  /** Wakes a task from inside a step that this worker runs. */
  void wake(SlotWord word, TaskInstance task) {
    TaskInstance before = kept;
    if (pace.isQuick() && (before == null || before == task)) {
      // Also if it is kept already: the watcher may just have read it, and not what is new.
      KEPT.setRelease(this, task); // the watcher acquires it
      tree.ensureWatched();
    } else {
      post(word.signal(1 << task.slot()), word.index);
    }
  }

  /**
   * Puts a runnable into this worker's lane, from inside a step. If the worker is quick, others
   * need not know at once: it looks there itself before it sleeps, and the watcher if it takes too
   * long.
   *
   * @return false if the lane is full
   */
  boolean offer(Runnable runnable) {
    if (!lane.hasRoom()) {
      return false;
    }
    lane.offer(runnable);
    if (!pace.isQuick() || postsInSlice++ % MANY_POSTS == 0) {
      invite();
    } else {
      uninvited = true;
    }
    return true;
  }

  private void invite() {
    uninvited = false;
    VarHandle.fullFence(); // the runnable is there before the look at the mark
    if (!pace.isQuick() || postsInSlice > MANY_POSTS) {
      tree.post(lane);
    } else {
      tree.mark(lane);
      tree.ensureWatched();
    }
  }

  /** Wakes a task for a timer, between two slices: if nothing else is to run next, it is. */
  private void wakeForTimer(TaskInstance task) {
    TaskInstance before = kept;
    if (next == null && (before == null || before == task)) {
      KEPT.setRelease(this, task); // as in wake, but nothing runs before it
    } else {
      SlotWord word = SlotRunner.wordOf(task);
      postBetween(word.signal(1 << task.slot()), word.index);
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

  /** Makes work visible that a step has posted. */
  void post(SignalWord.Posted posted, int word) {
    post(posted, word, ++postsInSlice < MANY_POSTS);
  }

  /** Makes work visible between two slices: does not count as the next one's. */
  private void postBetween(SignalWord.Posted posted, int word) {
    post(posted, word, true);
  }

  /** A quick worker will look for it itself before a sleeper could be awake. */
  private void post(SignalWord.Posted posted, int word, boolean few) {
    if (few && pace.isQuick()) {
      tree.mark(posted, word);
      tree.ensureWatched();
    } else {
      tree.post(posted, word);
    }
  }

  /** Before something that may block this thread: what has yielded must not wait for it. */
  void giveBackYielded() {
    if (yields.size() > 0) {
      waker.unmarkYield();
    }
    while (yields.size() > 0) {
      giveBack(yields.poll());
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
    if (yields.size() == 1) {
      waker.markYield();
    } else {
      shareYielded();
    }
  }

  private void turn() {
    if (next != null) {
      runNext(next);
    } else if (kept != null) {
      runKept();
    } else if (yields.size() > 0
        && (slicesSinceYielded >= SLICES_BEFORE_YIELDED || sharing.isNothingToTake())) {
      runYielded();
    } else {
      Workplace place = search.next();
      if (place == null && lane.hasWork()) {
        place = lane; // its mark may be missing (SIGNALLING.md, section 7)
      }
      boolean left = place != null && yields.size() == 0 && sharing.isLeftToItsOwner(place);
      if (place != null && !left) {
        runAt(place);
      } else if (yields.size() == 0) {
        keptInARow = 0;
        report();
        sleep.fall(left);
      }
    }
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
      runWord(word);
    } else if (place instanceof RunLane runnables) {
      runLane(runnables);
    }
  }

  private void runNext(TaskInstance task) {
    next = null;
    ran(runner.runOne(task));
  }

  /** A task that this worker owns, in the middle of something else. */
  void runsNext(TaskInstance task) {
    next = task;
  }

  /** Lets an owned task whose budget is spent have the next turn, too, if nobody waits for one. */
  boolean goesOn(TaskInstance task) {
    boolean alone =
        next == null && kept == null && yields.size() == 0 && active.isEmpty() && !lane.hasWork();
    if (alone) {
      next = task;
    }
    return alone;
  }

  private void runKept() {
    TaskInstance task = kept;
    if (task == null) {
      return; // the watcher was here
    }
    SlotWord word = SlotRunner.wordOf(task);
    int bit = 1 << task.slot();
    if (isTreesTurn()) {
      keptInARow = 0;
      KEPT.setOpaque(this, null); // as in claimKept
      postBetween(word.signal(bit), word.index);
      return;
    }
    TaskInstance mine = claimKept(word, bit, task);
    if (mine != null) {
      runNext(mine);
    }
  }

  /** Whether those that were woken here have had enough for a while. */
  private boolean isTreesTurn() {
    return ++keptInARow > KEPT_IN_A_ROW && doOthersWait();
  }

  private boolean doOthersWait() {
    boolean wait = yields.size() > 0 || !active.isEmpty();
    if (!wait) {
      keptInARow = 0;
    }
    return wait;
  }

  /**
   * Lets go of a slot and takes the kept task instead, in one step if both stand in the same word.
   *
   * @return the kept task, which the caller runs next; null if there is none, or it is not to be
   *     had
   */
  @Nullable TaskInstance passOn(SlotWord word, int slot) {
    TaskInstance task = kept;
    if (task == null || next != null || isTreesTurn()) {
      runner.letGo(word, slot);
      return null;
    }
    SlotWord home = SlotRunner.wordOf(task);
    int bit = 1 << task.slot();
    if (home != word) {
      runner.letGo(word, slot);
      return claimKept(home, bit, task);
    }
    if (!word.pass(1 << slot, bit)) {
      runner.letGo(word, slot);
      return null;
    }
    KEPT.setOpaque(this, null); // as in claimKept
    return ifThere(home, task);
  }

  private @Nullable TaskInstance claimKept(SlotWord word, int bit, TaskInstance task) {
    KEPT.setOpaque(this, null); // if the watcher takes it as well, it is woken twice
    return word.claim(bit) == SignalWord.Claimed.TAKEN ? ifThere(word, task) : null;
  }

  /** Of an owned slot: the task that it was claimed for may have left it. */
  private @Nullable TaskInstance ifThere(SlotWord word, TaskInstance task) {
    if (word.isThere(task)) {
      return task;
    }
    postBetween(word.giveBack(1 << task.slot()), word.index);
    return null;
  }

  private void runYielded() {
    if (core.isCancelling()) {
      yields.next().cancel(core.shutdownCause());
    }
    int before = yields.size();
    int again = yields.giveTurns(pace.isQuick() ? YIELDED_IN_A_ROW : 1, core.budget(), tally, this);
    tally.add(Tally.YIELDS, again);
    if (yields.size() == 0) {
      waker.unmarkYield();
    } else {
      shareYielded();
    }
    ran(again + before - yields.size());
    slicesSinceYielded = 0;
  }

  /** One of several that have yielded is given to a sleeper. */
  private void shareYielded() {
    if (yields.size() > 1 && idle.anySleeping()) {
      sharing.giveAway(yields.poll());
    }
  }

  @Override
  public boolean goesOn() {
    if (postsInSlice != 0) {
      sliceOver();
    }
    return kept == null && (active.isEmpty() || sharing.isNothingToTake());
  }

  @Override
  public void left(TaskInstance task, Disposition answer) {
    sliceOver();
    runner.settled(task, answer);
  }

  /**
   * Runs what is takeable in a word, one by one: what has not begun can be taken by others. First
   * steps of one group that are likely to be short are taken a few at a time (SIGNALLING.md,
   * section 6). Each slot has its turn once, those woken again after other words; and a different
   * one is the first each time, because not always all have it.
   */
  private void runWord(SlotWord word) {
    visits += GOLDEN;
    int from = visits >>> SLOT_SHIFT;
    int waiting = SlotWord.ALL;
    int slices = 0;
    while (waiting != 0 && next == null) { // nobody else can reach what is next
      int most = pace.isQuick() && word.bare() != 0 ? BARE_AT_ONCE : 1;
      int mine = word.takeSome(waiting, from, most);
      if (mine == 0) {
        break;
      }
      waiting &= ~mine;
      if (slices == 0 ? !sharing.began(word) : !pace.isQuick()) {
        sharing.share(word); // before the run: somebody may have slept while this word was unmarked
      }
      slices += runner.run(word, mine);
    }
    runner.leave(word);
    if (slices > 0) {
      ran(slices);
    }
  }

  /**
   * Runs or wakes what waits in a lane, one by one: each may wait for the next, which others can
   * take.
   */
  private void runLane(RunLane runnables) {
    if (mayMove(runnables) && runnables.moveSome(lane)) {
      boolean _ = sharing.began(runnables);
      invite();
      runLane(lane);
      return;
    }
    boolean wakes = core.lanes().isFromWakers(runnables);
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    while (slices < RUNNABLES_IN_A_ROW && next == null) {
      Runnable runnable = runnables.take();
      if (runnable == null) {
        break;
      }
      if (slices == 0) {
        boolean _ = sharing.began(runnables);
      }
      if (slices == 0 || !pace.isQuick()) {
        sharing.leaveTheRest(runnables);
      }
      if (wakes && runnable instanceof TaskInstance task) {
        slices += runner.runSummoned(task);
      } else {
        slices++;
        runner.runOnce(runnable);
      }
    }
    if (slices > 0) {
      FlightEvents.endRun(event, index, slices);
      ran(slices);
      if (pace.isMinute() && !runnables.hasWork()) {
        // Whoever runs as fast as others submit gets each runnable by itself, with its mark and its
        // cache lines: that takes both of them longer than to let some gather.
        Sharing.pause(GATHER);
      }
    }
  }

  /** Wakes stay where they are: one that is lost on the way because memory is short is lost. */
  private boolean mayMove(RunLane runnables) {
    return pace.isQuick() && !search.isOwn(runnables) && !core.lanes().isFromWakers(runnables);
  }

  void sliceOver() {
    if (uninvited) {
      invite(); // a taker may have cleared the mark since it was last looked at
    }
    postsInSlice = 0;
  }

  private void ran(int slices) {
    sleep.ran();
    sliceOver();
    unreported += slices;
    slicesSinceYielded += slices;
    if (pace.ran(slices)) {
      report();
      long now = System.nanoTime();
      pace.read(now);
      boolean _ = turnTimers(now);
    }
  }

  private void report() {
    tally.add(Tally.SLICES, unreported);
    unreported = 0;
  }

  /** Watch: what a step here has woken or submitted must not wait for its end any longer. */
  void giveBackKept() {
    TaskInstance task = kept;
    if (task != null && KEPT.compareAndSet(this, task, null)) {
      SlotWord word = SlotRunner.wordOf(task);
      tree.post(word.signal(1 << task.slot()), word.index);
    }
    if (lane.hasWork()) {
      tree.post(lane);
    }
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
        + Long.toBinaryString(waker.partitionSummary());
  }
}
