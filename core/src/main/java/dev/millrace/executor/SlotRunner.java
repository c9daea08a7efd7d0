package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks in slots that its worker owns, and does what they answer.
 *
 * <p>Slots of tasks that have ended are let go together when the worker leaves the word; a task
 * that parks is let go at once, because from then on somebody may want it, unless it becomes one of
 * a {@link Pair}. Confined to its worker.
 */
final class SlotRunner {

  /** At most so many words are kept for the next group, so that starting one needs no search. */
  private static final int MOST_WORDS_KEPT = 32;

  /** And at most one in so many of a worker's share of the slots. */
  private static final int SHARE_KEPT = 16;

  /** Slices in a row, each of which has passed its turn on to the next. */
  private static final int LONGEST_CHAIN = 64;

  /** Instances of a group that a quick worker takes at once. */
  private static final int BARE_AT_ONCE = 8;

  /** The same if its slices are minute: half a microsecond's work. */
  private static final int MINUTE_AT_ONCE = 16;

  /** 2^32 divided by the golden ratio: its multiples spread over all words, however they recur. */
  private static final int GOLDEN = 0x9E3779B9;

  /** Leaves as many upper bits as a slot's number has. */
  private static final int SLOT_SHIFT = Integer.numberOfLeadingZeros(SignalWord.SLOTS - 1);

  private final Worker worker;
  private final ExecutorCore core;
  private final SummaryTree tree;
  private final Tally tally;
  private final StepBudget budget;
  private final Pace pace;
  private final Posts posts;
  private final Kept kept;
  private final Sharing sharing;

  /** Their positions: to store a reference may cost the collector a fence. */
  private final int[] wholeWords;

  private int wholeWordsKept;

  /** Of words, as a sum of {@link #GOLDEN}s: its upper bits say where the next visit begins. */
  private int visits;

  /** Slots of the present word whose tasks have ended. */
  private int ended;

  /** How many of them are instances of the word's group that it does not know of yet. */
  private int bareEnded;

  SlotRunner(Worker worker, Sharing sharing) {
    this.worker = worker;
    this.sharing = sharing;
    this.pace = worker.pace();
    this.posts = worker.posts();
    this.kept = worker.kept();
    this.core = worker.core;
    this.tree = core.tree();
    this.tally = worker.tally();
    this.budget = core.budget();
    int share = core.arena().positions() / core.config().workers();
    this.wholeWords = new int[Math.min(MOST_WORDS_KEPT, share / SHARE_KEPT)];
  }

  static SlotWord wordOf(TaskInstance task) {
    if (task.home() instanceof SlotWord word) {
      return word;
    }
    throw new AssertionError(task + " has no slot");
  }

  /** A word all of whose slots are the caller's, if one is at hand. */
  @Nullable SlotWord takeWholeWord() {
    return wholeWordsKept == 0 ? null : core.arena().word(wholeWords[--wholeWordsKept]);
  }

  /**
   * Runs what is takeable in a word, one by one: what has not begun can be taken by others. First
   * steps of one group that are likely to be short are taken a few at a time (SIGNALLING.md,
   * section 6). Each slot has its turn once, those woken again after other words; and a different
   * one is the first each time, because not always all have it.
   */
  void visit(SlotWord word) {
    visits += GOLDEN;
    int from = visits >>> SLOT_SHIFT;
    int waiting = SlotWord.ALL;
    int slices = 0;
    try {
      while (waiting != 0 && !worker.hasNext()) { // nobody else can reach what is next
        int mine = word.takeSome(waiting, from, mostAtOnce(word));
        if (mine == 0) {
          break;
        }
        waiting &= ~mine;
        if (slices == 0 ? !sharing.began(word) : !pace.isQuick()) {
          WorkerThread.forgetInterrupt();
          sharing.share(word); // first: somebody may have slept while this word was unmarked
        }
        slices += run(word, mine);
      }
    } finally { // also after a defect: what has ended belongs to this word and to no other
      leave(word);
    }
    if (slices > 0) {
      worker.ran(slices);
    }
  }

  private int mostAtOnce(SlotWord word) {
    if (word.bare() == 0 || !pace.isQuick()) {
      return 1;
    }
    return pace.isMinute() ? MINUTE_AT_ONCE : BARE_AT_ONCE;
  }

  /** Runs a task that is known to stand in its slot, because it is owned; returns the slices. */
  int runOne(TaskInstance task) {
    SlotWord word = wordOf(task);
    try {
      return runTask(word, task);
    } finally { // as in visit
      leave(word);
    }
  }

  /** Of a task that had its turn among those that have yielded. */
  void settled(TaskInstance task, Disposition next) {
    SlotWord word = wordOf(task);
    TaskInstance after = settle(word, task, next, null);
    if (after != null) {
      worker.runsNext(after);
    }
    leave(word);
  }

  /** Runs the owned slots of {@code mask}; returns the slices. */
  private int run(SlotWord word, int mask) {
    RunEvent event = FlightEvents.beginRun();
    int slices = 0;
    int bare = word.bare() & mask;
    for (int left = mask & ~bare; left != 0; left &= left - 1) {
      slices += runSlot(word, Integer.numberOfTrailingZeros(left));
    }
    if (bare != 0) {
      slices += runBare(word, bare);
    }
    FlightEvents.endRun(event, worker.index, slices);
    return slices;
  }

  /** Lets go of what has ended. Groups are told last: their continuations may do anything. */
  private void leave(SlotWord word) {
    int slots = ended;
    if (slots == 0) {
      return;
    }
    ended = 0;
    int bare = bareEnded;
    bareEnded = 0;
    GroupRun group = bare == 0 ? null : word.group(); // which retiring may make it forget
    word.retireAll(slots);
    free(word, slots);
    if (group != null) {
      tally.add(Tally.FINISHED, bare);
      group.finishedBare(bare);
    }
    tally.settled(Integer.bitCount(slots));
  }

  /** A word that is wholly free now is kept for the next group, if there is room. */
  private void free(SlotWord word, int slots) {
    int freed = slots;
    if ((word.free() | slots) == SlotWord.ALL && wholeWordsKept < wholeWords.length) {
      freed |= word.takeFree();
      if (freed == SlotWord.ALL) {
        wholeWords[wholeWordsKept++] = word.index;
        return;
      }
    }
    core.arena().giveBack(word, freed);
  }

  private int runSlot(SlotWord word, int slot) {
    Object occupant = word.occupant(slot);
    if (occupant instanceof TaskInstance task) {
      return runTask(word, task);
    }
    if ((word.bare() & 1 << slot) != 0) {
      return runBare(word, 1 << slot);
    }
    posts.letGo(word, slot); // a late signal for somebody who has left
    return 1;
  }

  /** Wakes a task for somebody outside, and runs it if it was idle; returns the slices. */
  int runSummoned(TaskInstance task) {
    task.answerSummons();
    if (!task.isPlaced()) {
      return 1; // it has left
    }
    SlotWord word = wordOf(task);
    int bit = 1 << task.slot();
    if (word.claim(bit) == SignalWord.Claimed.LEFT) {
      return 1;
    }
    if (!word.isThere(task)) {
      tree.mark(word.giveBack(bit), word.index);
      return 1;
    }
    return runOne(task);
  }

  void runOnce(Runnable runnable) {
    worker.giveBackYielded();
    core.runOnce(runnable, tally);
  }

  /**
   * Runs a task, and whatever its turn is passed on to; returns the slices. The caller leaves the
   * word.
   */
  private int runTask(SlotWord word, TaskInstance first) {
    SlotWord here = word;
    TaskInstance before = null;
    TaskInstance task = first;
    int slices = 1;
    try {
      TaskInstance after = runSlice(here, task, before);
      while (after != null && slices < LONGEST_CHAIN) {
        if (after.home() != here) {
          leave(here);
          here = wordOf(after);
        }
        before = task;
        task = after;
        after = runSlice(here, task, before);
        slices++;
      }
      if (after != null) {
        worker.runsNext(after);
      }
      return slices;
    } finally { // as in visit
      if (here != word) {
        leave(here);
      }
    }
  }

  /** Returns the task, now owned, to which the turn was passed on, if any. */
  private @Nullable TaskInstance runSlice(
      SlotWord word, TaskInstance task, @Nullable TaskInstance before) {
    if (core.isCancelling()) {
      task.cancel(core.shutdownCause());
    }
    if (task.isIo()) {
      core.runBeside(task, word);
      return null;
    }
    Disposition next = task.run(budget, tally);
    posts.sliceOver();
    return settle(word, task, next, before);
  }

  private @Nullable TaskInstance settle(
      SlotWord word, TaskInstance task, Disposition next, @Nullable TaskInstance before) {
    int slot = task.slot();
    if (next == Disposition.PARKED) { // apart, because a switch looks the others up in a table
      return kept.passOn(word, task, before);
    }
    switch (next) {
      case PARKED -> {}
      case AGAIN -> {
        if (!worker.staysOn(task)) {
          tree.mark(word.giveBack(1 << slot), word.index);
        }
      }
      case YIELDED -> worker.yielded(task);
      case FAILED -> {
        WorkerThread.forgetInterrupt(); // many a step that is interrupted says so in both ways
        left(word, task);
      }
      case FINISHED, CANCELLED -> left(word, task);
    }
    return null;
  }

  private void left(SlotWord word, TaskInstance task) {
    int slot = task.slot();
    task.leave();
    word.occupy(slot, null);
    ended |= 1 << slot;
  }

  /** First steps of instances that have no object; one that did not finish by it gets one. */
  private int runBare(SlotWord word, int mask) {
    GroupRun group = word.group();
    if (core.isCancelling()) {
      group.cancel(core.shutdownCause()); // it may have come too late to be cancelled there
    }
    int firstId = word.firstId();
    int slices = 0;
    int finished = 0;
    try {
      for (int left = mask; left != 0; left &= left - 1) {
        int slot = Integer.numberOfTrailingZeros(left);
        if (word.occupant(slot) != null) {
          slices += runSlot(word, slot);
          continue;
        }
        slices++;
        TaskInstance task = group.runFirst(firstId + slot);
        if (task == null) {
          finished |= 1 << slot;
        } else {
          finishedBare(finished);
          finished = 0;
          task.place(word, slot);
          word.occupy(slot, task);
          slices += runTask(word, task) - 1; // its first step was counted
        }
      }
      return slices;
    } finally { // as in visit
      finishedBare(finished);
    }
  }

  private void finishedBare(int slots) {
    ended |= slots;
    bareEnded += Integer.bitCount(slots);
  }
}
