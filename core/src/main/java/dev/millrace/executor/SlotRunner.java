package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks in slots that its worker owns, and does what they answer.
 *
 * <p>Slots of tasks that have ended are let go together when the worker leaves the word; a task
 * that parks is let go at once, because from then on somebody may want it. Confined to its worker.
 */
final class SlotRunner {

  /** At most so many words are kept for the next group, so that starting one needs no search. */
  private static final int MOST_WORDS_KEPT = 32;

  /** And at most one in so many of a worker's share of the slots. */
  private static final int SHARE_KEPT = 16;

  private final Worker worker;
  private final ExecutorCore core;
  private final SummaryTree tree;
  private final Tally tally;
  private final StepBudget budget;
  private final ArrayDeque<SlotWord> wholeWords = new ArrayDeque<>();
  private final int wordsKept;

  /** Slots of the present word whose tasks have ended. */
  private int ended;

  /** How many of them are instances of {@link #bareGroup} that it does not know of yet. */
  private int bareEnded;

  private @Nullable GroupRun bareGroup;

  SlotRunner(Worker worker) {
    this.worker = worker;
    this.core = worker.core;
    this.tree = core.tree();
    this.tally = worker.tally();
    this.budget = core.budget();
    int share = core.arena().positions() / core.config().workers();
    this.wordsKept = Math.min(MOST_WORDS_KEPT, share / SHARE_KEPT);
  }

  static SlotWord wordOf(TaskInstance task) {
    if (task.home() instanceof SlotWord word) {
      return word;
    }
    throw new AssertionError(task + " has no slot");
  }

  /** A word all of whose slots are the caller's, if one is at hand. */
  @Nullable SlotWord takeWholeWord() {
    return wholeWords.pollLast();
  }

  void runOne(SlotWord word, int slot) {
    runSlot(word, slot);
    leave(word);
  }

  /** Runs a task that is known to stand in its slot, because it is owned. */
  void runOne(TaskInstance task) {
    SlotWord word = wordOf(task);
    runTask(word, task.slot(), task);
    leave(word);
  }

  /** Runs the owned slots of {@code mask}; returns how many. */
  int run(SlotWord word, int mask) {
    RunEvent event = FlightEvents.beginRun();
    int bare = word.bare() & mask;
    for (int left = mask & ~bare; left != 0; left &= left - 1) {
      runSlot(word, Integer.numberOfTrailingZeros(left));
    }
    if (bare != 0) {
      runBare(word, bare);
    }
    int slices = Integer.bitCount(mask);
    FlightEvents.endRun(event, worker.index, slices);
    return slices;
  }

  /** Lets go of what has ended. Groups are told last: their continuations may do anything. */
  void leave(SlotWord word) {
    int slots = ended;
    if (slots == 0) {
      return;
    }
    ended = 0;
    word.retireAll(slots);
    free(word, slots);
    GroupRun group = bareGroup;
    if (group != null) {
      int count = bareEnded;
      bareGroup = null;
      bareEnded = 0;
      tally.add(Tally.FINISHED, count);
      group.finishedBare(count);
    }
    tally.add(Tally.SETTLED, Integer.bitCount(slots));
  }

  /** A word that is wholly free now is kept for the next group, if there is room. */
  private void free(SlotWord word, int slots) {
    int freed = slots;
    if ((word.free() | slots) == SlotWord.ALL && wholeWords.size() < wordsKept) {
      freed |= word.takeFree();
      if (freed == SlotWord.ALL) {
        wholeWords.addLast(word);
        return;
      }
    }
    core.arena().giveBack(word, freed);
  }

  private void runSlot(SlotWord word, int slot) {
    Object occupant = word.occupant(slot);
    if (occupant instanceof TaskInstance task) {
      runTask(word, slot, task);
    } else if ((word.bare() & 1 << slot) != 0) {
      runBare(word, 1 << slot);
    } else {
      letGo(word, slot); // a late signal for somebody who has left
    }
  }

  void runOnce(Runnable runnable) {
    worker.giveBackYielded();
    try {
      core.runOnce(runnable, tally);
    } finally {
      tally.add(Tally.SETTLED, 1);
    }
  }

  private void runTask(SlotWord word, int slot, TaskInstance task) {
    if (core.isCancelling()) {
      task.cancel(core.shutdownCause());
    }
    if (task.isIo()) {
      core.runBeside(task, word);
      return;
    }
    settle(word, slot, task, task.run(budget, tally));
  }

  private void settle(SlotWord word, int slot, TaskInstance task, Disposition next) {
    switch (next) {
      case PARKED -> {
        if (!worker.passOn(word, slot)) {
          letGo(word, slot);
        }
      }
      case AGAIN -> tree.mark(word.giveBack(1 << slot), word.index);
      case YIELDED -> worker.yielded(task);
      case FINISHED, FAILED, CANCELLED -> {
        task.leave();
        word.occupy(slot, null);
        ended |= 1 << slot;
      }
    }
  }

  /** First steps of instances that have no object; one that did not finish by it gets one. */
  private void runBare(SlotWord word, int mask) {
    GroupRun group = word.group();
    int firstId = word.firstId();
    for (int left = mask; left != 0; left &= left - 1) {
      int slot = Integer.numberOfTrailingZeros(left);
      if (word.occupant(slot) != null) {
        runSlot(word, slot);
        continue;
      }
      TaskInstance task = group.runFirst(firstId + slot);
      if (task == null) {
        ended |= 1 << slot;
        bareEnded++;
        bareGroup = group;
      } else {
        task.place(word, slot);
        word.occupy(slot, task);
        runTask(word, slot, task);
      }
    }
  }

  /** What was woken meanwhile is takeable now, and this worker looks for it before it sleeps. */
  private void letGo(SlotWord word, int slot) {
    SignalWord.Posted posted = word.release(1 << slot);
    if (posted != SignalWord.Posted.QUIET) {
      tree.mark(posted, word.index);
    }
  }
}
