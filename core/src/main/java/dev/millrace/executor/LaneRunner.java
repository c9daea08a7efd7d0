package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;

/** Runs what waits in lanes: runnables, and wakes from outside. Confined to its worker. */
final class LaneRunner {

  /** Looks at a lane in which something may gather, and spins before each: a microsecond in all. */
  private static final int GATHER_LOOKS = 4;

  private static final int GATHER_SPINS = 16;

  /** Runnables that are run in a row before others get their turn. */
  private static final int IN_A_ROW = 32;

  /** Tasks in a lane of wakes that are fetched at once; a power of two. */
  static final int FETCHED_AT_ONCE = 8;

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
    boolean inRows = !wakes && pace.rowLength() > 1;
    boolean any = (inRows && runSome(lane)) || runEach(lane, wakes);
    if (any && (wakes ? pace.isQuick() : pace.isMinute())) {
      gather(lane);
    }
  }

  /** A row: the watcher takes it away from this worker if one of them takes long. */
  private boolean runSome(RunLane lane) {
    if (!lane.takeRow(row, pace.rowLength(), lane != own)) {
      return false;
    }
    began(lane, false);
    tree.ensureWatched();
    runRow();
    return true;
  }

  /** What is left of the row: all of it, or what a handler of exceptions has left by throwing. */
  void runRow() {
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    for (Runnable next = row.next(); next != null; next = row.next()) {
      slices++;
      runner.runOnce(next);
    }
    FlightEvents.endRun(event, worker.index, slices);
    worker.ran(slices);
  }

  /** One by one: each may wait for the next, which others can take. */
  private boolean runEach(RunLane lane, boolean wakes) {
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    for (int taken = 0; slices < IN_A_ROW && !worker.hasNext(); taken++) {
      if (wakes && taken % FETCHED_AT_ONCE == 0) {
        fetch(lane);
      }
      Runnable runnable = lane.take();
      if (runnable == null) {
        break;
      }
      if (slices == 0) {
        began(lane, wakes);
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

  private void began(RunLane lane, boolean wakes) {
    if (wakes && pace.isQuick()) {
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
  private void fetch(RunLane wakes) {
    for (int i = 0; i < FETCHED_AT_ONCE; i++) {
      if (!(wakes.peek(i) instanceof TaskInstance task)) {
        return;
      }
      looked += task.glance() + SlotRunner.wordOf(task).takeable();
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
