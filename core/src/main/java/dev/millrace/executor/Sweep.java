package dev.millrace.executor;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.TaskInstance;
import org.jspecify.annotations.Nullable;

/**
 * Ends what no worker comes by for, because each of them is held up by a step that does not return:
 * after everything was cancelled, by a thread beside the workers. It takes things like a worker, so
 * it does not matter if one comes back meanwhile, and runs no step of theirs.
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
    boolean any = true;
    while (any) { // whoever was ended may have woken others, where this has been already
      any = false;
      for (Worker worker : core.workers()) {
        any |= worker.giveUpKept();
      }
      for (RunLane lane : lanes.all()) {
        any |= empty(lane);
      }
      for (int i = 0; i < arena.positions(); i++) {
        SlotWord word = arena.wordOrNull(i);
        any |= word != null && empty(word);
      }
    }
    core.stopIfDrained(); // whoever fell asleep before the last was counted did not see it
  }

  /** Returns whether anything was ended. */
  private boolean empty(RunLane lane) {
    boolean any = false;
    boolean wakes = lanes.isFromWakers(lane);
    for (Runnable next = lane.take(); next != null; next = lane.take()) {
      if (wakes && next instanceof TaskInstance task) {
        core.answerSummons(task);
      } else {
        core.neverRuns(next);
        any = true;
      }
    }
    return any;
  }

  /** Takes one after the other: each may hold this thread up. Returns whether any was ended. */
  private boolean empty(SlotWord word) {
    boolean any = false;
    int waiting = SlotWord.ALL;
    for (int bit = take(word, waiting); bit != 0; bit = take(word, waiting)) {
      waiting &= ~bit;
      TaskInstance task = occupant(word, Integer.numberOfTrailingZeros(bit));
      if (task != null) {
        core.runBesideOnce(task, word);
        any = true;
      } else {
        core.letGo(word, bit); // a late signal
      }
    }
    return any;
  }

  private static int take(SlotWord word, int waiting) {
    return word.takeSome(waiting, 0, 1);
  }

  private @Nullable TaskInstance occupant(SlotWord word, int slot) {
    if (word.occupant(slot) instanceof TaskInstance task) {
      return task;
    }
    if ((word.bare() & 1 << slot) == 0) {
      return null;
    }
    GroupRun group = word.group();
    group.cancel(core.shutdownCause()); // it may have come too late for cancelAll
    TaskInstance task = requireNonNull(group.runFirst(word.firstId() + slot)); // so it does not run
    task.place(word, slot);
    word.occupy(slot, task);
    return task;
  }
}
