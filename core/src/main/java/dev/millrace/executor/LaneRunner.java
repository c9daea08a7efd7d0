package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;

/** Runs what waits in lanes: runnables, and wakes from outside. Confined to its worker. */
final class LaneRunner {

  /** Looks at a lane in which something may gather, and spins before each: a microsecond in all. */
  private static final int GATHER_LOOKS = 4;

  private static final int GATHER_SPINS = 16;

  /** Runnables that are run in a row before others get their turn. */
  private static final int IN_A_ROW = 32;

  private final Worker worker;
  private final RunLanes lanes;
  private final OwnLane own;
  private final BitTree active;
  private final Posts posts;
  private final Pace pace;
  private final SlotRunner runner;
  private final TaskSearch search;
  private final Sharing sharing;

  LaneRunner(Worker worker, TaskSearch search, Sharing sharing) {
    this.worker = worker;
    this.lanes = worker.core.lanes();
    this.own = worker.lane();
    this.active = worker.core.tree().active();
    this.posts = worker.posts();
    this.pace = worker.pace();
    this.runner = worker.runner();
    this.search = search;
    this.sharing = sharing;
  }

  /** One by one: each may wait for the next, which others can take. */
  void run(RunLane lane) {
    if (mayMove(lane) && lane.moveSome(own)) {
      boolean _ = sharing.began(lane);
      posts.tellOfMoved();
      run(own);
      return;
    }
    boolean wakes = lanes.isFromWakers(lane);
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    while (slices < IN_A_ROW && !worker.hasNext()) {
      Runnable runnable = lane.take();
      if (runnable == null) {
        break;
      }
      if (slices == 0) {
        boolean _ = sharing.began(lane);
      }
      if (slices == 0 || !pace.isQuick()) {
        if (wakes && pace.isQuick()) {
          sharing.leaveMarked(lane);
        } else {
          sharing.leaveTheRest(lane);
        }
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
      if (wakes ? pace.isQuick() : pace.isMinute()) {
        gather(lane);
      }
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

  /** Wakes stay where they are: as runnables they would have to be passed on once more. */
  private boolean mayMove(RunLane lane) {
    return pace.isQuick() && !search.isOwn(lane) && !lanes.isFromWakers(lane);
  }
}
