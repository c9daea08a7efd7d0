package dev.millrace.executor;

import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.TaskInstance;
import org.jspecify.annotations.Nullable;

/**
 * Ends what no worker comes by for, because each of them is held up by a step that does not return:
 * after everything was cancelled, by a thread beside the workers. It takes things like a worker, so
 * it does not matter if one comes back meanwhile.
 */
final class Sweep implements Runnable {

  private final ExecutorCore core;
  private final RunLanes lanes;
  private final SlotArena arena;

  Sweep(ExecutorCore core) {
    this.core = core;
    this.lanes = core.lanes();
    this.arena = core.arena();
  }

  @Override
  public void run() {
    for (RunLane lane : lanes.all()) {
      empty(lane);
    }
    for (int i = 0; i < arena.positions(); i++) {
      SlotWord word = arena.wordOrNull(i);
      if (word != null) {
        empty(word);
      }
    }
  }

  private void empty(RunLane lane) {
    boolean wakes = lanes.isFromWakers(lane);
    for (Runnable next = lane.take(); next != null; next = lane.take()) {
      if (wakes && next instanceof TaskInstance task) {
        task.answerSummons();
        core.signal(task);
      } else {
        core.neverRuns(next);
      }
    }
  }

  /** All are cancelled, so none of them runs a step. */
  private void empty(SlotWord word) {
    for (int mine = word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS); mine != 0; mine &= mine - 1) {
      int slot = Integer.numberOfTrailingZeros(mine);
      TaskInstance task = occupant(word, slot);
      if (task != null) {
        core.runBesideOnce(task, word);
      } else {
        boolean _ = word.release(1 << slot) == SignalWord.Posted.QUIET; // a late signal
      }
    }
  }

  private static @Nullable TaskInstance occupant(SlotWord word, int slot) {
    if (word.occupant(slot) instanceof TaskInstance task) {
      return task;
    }
    if ((word.bare() & 1 << slot) == 0) {
      return null;
    }
    GroupRun group = word.group();
    TaskInstance task = group.runFirst(word.firstId() + slot);
    if (task != null) {
      task.place(word, slot);
      word.occupy(slot, task);
    }
    return task;
  }
}
