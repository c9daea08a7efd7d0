package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;

/** Runs what waits in lanes: runnables, and wakes from outside. Confined to its worker. */
final class LaneRunner {

  /** Spins while runnables gather in a lane. */
  private static final int GATHER = 32;

  /** Runnables that are run in a row before others get their turn. */
  private static final int IN_A_ROW = 32;

  private final Worker worker;
  private final RunLanes lanes;
  private final OwnLane own;
  private final Posts posts;
  private final Pace pace;
  private final SlotRunner runner;
  private final TaskSearch search;
  private final Sharing sharing;

  LaneRunner(Worker worker, TaskSearch search, Sharing sharing) {
    this.worker = worker;
    this.lanes = worker.core.lanes();
    this.own = worker.lane();
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
      posts.invite();
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
      if (pace.isMinute() && !lane.hasWork()) {
        // Whoever runs as fast as others submit gets each runnable by itself, with its mark and its
        // cache lines: that takes both of them longer than to let some gather.
        Sharing.pause(GATHER);
      }
    }
  }

  /** Wakes stay where they are: one that is lost on the way because memory is short is lost. */
  private boolean mayMove(RunLane lane) {
    return pace.isQuick() && !search.isOwn(lane) && !lanes.isFromWakers(lane);
  }
}
