package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;

/** Runs what waits in lanes: runnables, and wakes from outside. Confined to its worker. */
final class LaneRunner {

  /** Looks at a lane in which something may gather, and spins before each: a microsecond in all. */
  private static final int GATHER_LOOKS = 4;

  private static final int GATHER_SPINS = 16;

  /** Runnables, or wakes, that are seen to one by one before others get their turn. */
  private static final int IN_A_ROW = 32;

  /** Wakes that are taken at once. */
  static final int MOST_WAKES = 32;

  /** Woken tasks that are fetched at once. */
  static final int FETCHED_AT_ONCE = 16;

  private final Worker worker;
  private final RunLanes lanes;
  private final OwnLane own;
  private final SummaryTree tree;
  private final BitTree active;
  private final Pace pace;
  private final SlotRunner runner;
  private final Sharing sharing;
  private final Row row = new Row();

  /** Means nothing: without it the compiler would leave out the looks of {@link #fetch}. */
  @SuppressWarnings("UnusedVariable")
  private int looked;

  LaneRunner(Worker worker, Sharing sharing) {
    this.worker = worker;
    this.lanes = worker.core.lanes();
    this.own = worker.lane();
    this.tree = worker.core.tree();
    this.active = tree.active();
    this.pace = worker.pace();
    this.runner = worker.runner();
    this.sharing = sharing;
  }

  /** The row that the worker is at. */
  Row row() {
    return row;
  }

  void run(RunLane lane) {
    boolean wakes = lanes.isFromWakers(lane);
    boolean inRows = pace.rowLength() > 1;
    boolean any = (inRows && runSome(lane, wakes)) || runEach(lane, wakes);
    if (any && (wakes ? pace.isQuick() : pace.isMinute())) {
      gather(lane);
    }
  }

  /** A row: the watcher takes it away from this worker if one of them takes long. */
  private boolean runSome(RunLane lane, boolean wakes) {
    int most = wakes ? Math.min(pace.rowLength(), MOST_WAKES) : pace.rowLength();
    row.expectWakes(wakes);
    if (!lane.takeRow(row, most, !wakes && lane != own)) {
      return false;
    }
    boolean several = row.size() > 1;
    began(lane, wakes, several);
    if (several) {
      tree.ensureWatched();
    }
    runRow();
    return true;
  }

  /**
   * What is left of the row: all of it, or what was left by one that must go on first, or that has
   * thrown.
   */
  void runRow() {
    RunEvent event = FlightEvents.beginRun();
    int slices = row.isOfWakes() ? runWakes() : runRunnables();
    FlightEvents.endRun(event, worker.index, slices);
    worker.ran(slices);
  }

  private int runRunnables() {
    int slices = 0;
    for (Runnable next = row.next(); next != null; next = row.next()) {
      slices++;
      runner.runOnce(next);
    }
    return slices;
  }

  private int runWakes() {
    int slices = 0;
    for (int woken = 0; !worker.hasNext(); woken++) {
      if (woken % FETCHED_AT_ONCE == 0) {
        fetch();
      }
      if (!(row.next() instanceof TaskInstance task)) {
        return slices; // none is left
      }
      slices += runner.runSummoned(task);
    }
    return slices;
  }

  /** One by one: each may wait for the next, which others can take. */
  private boolean runEach(RunLane lane, boolean wakes) {
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    while (slices < IN_A_ROW && !worker.hasNext()) {
      Runnable runnable = lane.take();
      if (runnable == null) {
        break;
      }
      if (slices == 0) {
        began(lane, wakes, false);
      } else if (!pace.isQuick()) {
        WorkerThread.forgetInterrupt();
        sharing.leaveTheRest(lane);
      }
      if (wakes && runnable instanceof TaskInstance task) {
        slices += runner.runSummoned(task);
      } else {
        slices++;
        runner.runOnce(runnable);
      }
    }
    if (slices > 0) {
      FlightEvents.endRun(event, worker.index, slices);
      worker.ran(slices);
    }
    return slices > 0;
  }

  /**
   * @param several whether they were taken at once
   */
  private void began(RunLane lane, boolean wakes, boolean several) {
    if (wakes && pace.isQuick() && (several || tree.isWatched())) {
      sharing.beganQuickly(lane);
    } else {
      boolean _ = sharing.began(lane);
      sharing.leaveTheRest(lane);
    }
  }

  /**
   * Looks at the tasks that are next. Of very many tasks none is in this core's cache, and to wake
   * and run one takes several cache misses, each of which waits for the one before. Here those of
   * several tasks overlap.
   */
  private void fetch() {
    for (int i = 0; i < FETCHED_AT_ONCE; i++) {
      if (!(row.peek(i) instanceof TaskInstance task && task.home() instanceof SlotWord word)) {
        return;
      }
      looked += task.glance() + word.takeable();
    }
  }

  /**
   * Whoever runs as fast as others offer gets each by itself, with its mark and its cache lines:
   * that takes both of them longer than to let some gather. The mark stays meanwhile.
   */
  private void gather(RunLane lane) {
    for (int i = 0;
        i < GATHER_LOOKS && lane.looksEmpty() && active.hasNothingBut(lane.index());
        i++) {
      Sharing.pause(GATHER_SPINS);
    }
  }
}
