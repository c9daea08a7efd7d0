package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A task that was woken by the step that runs, and is claimed when that step is over; and how the
 * turn is passed on to it (SIGNALLING.md, section 6).
 *
 * <p>Put here by the worker; taken away by it, and by the watcher if the step takes too long. Both
 * may do so: the task is then woken twice, which does no harm. All but {@link #giveBack} is
 * confined to the worker.
 */
final class Kept {

  /** Kept tasks in a row before the tree gets its turn. */
  private static final int IN_A_ROW = 64;

  private static final VarHandle TASK;

  static {
    try {
      TASK = MethodHandles.lookup().findVarHandle(Kept.class, "task", TaskInstance.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Worker worker;
  private final SummaryTree tree;
  private final BitTree active;
  private final Pace pace;
  private final Posts posts;
  private final Pair pair;

  private volatile @Nullable TaskInstance task;

  /** How many had their turn since the tree had its. */
  private int inARow;

  Kept(Worker worker, Pair pair) {
    this.worker = worker;
    this.tree = worker.core.tree();
    this.active = tree.active();
    this.pace = worker.pace();
    this.posts = worker.posts();
    this.pair = pair;
  }

  boolean isAny() {
    return task != null;
  }

  /** Wakes a task from inside a step: keeps it if it is sure to be run soon. */
  void wake(TaskInstance woken) {
    TaskInstance before = task;
    if (pace.isQuick() && (before == null || before == woken)) {
      // Also if it is kept already: the watcher may just have read it, and not what is new.
      TASK.setRelease(this, woken); // the watcher acquires it
      tree.ensureWatched();
    } else {
      SlotWord word = SlotRunner.wordOf(woken);
      posts.post(word.signal(1 << woken.slot()), word.index);
    }
  }

  /** Wakes a task for a timer, between two slices: if nothing else is to run next, it is. */
  void wakeForTimer(TaskInstance woken) {
    TaskInstance before = task;
    if (!worker.hasNext() && (before == null || before == woken)) {
      TASK.setRelease(this, woken); // as in wake, but nothing runs before it
    } else {
      SlotWord word = SlotRunner.wordOf(woken);
      posts.postBetween(word.signal(1 << woken.slot()), word.index);
    }
  }

  /** The task, which is the worker's now; null if it is not to be had, or others go first. */
  @Nullable TaskInstance take() {
    TaskInstance kept = task;
    if (kept == null) {
      return null; // the watcher was here
    }
    SlotWord word = SlotRunner.wordOf(kept);
    int bit = 1 << kept.slot();
    if (isTreesTurn()) {
      inARow = 0;
      TASK.setOpaque(this, null); // as in claim
      posts.postBetween(word.signal(bit), word.index);
      return null;
    }
    return claim(word, bit, kept);
  }

  /** The worker has nothing to do. */
  void endRow() {
    inARow = 0;
  }

  /** Whether those that were woken here have had enough for a while. */
  private boolean isTreesTurn() {
    return ++inARow > IN_A_ROW && doOthersWait();
  }

  private boolean doOthersWait() {
    boolean wait = worker.hasYielded() || worker.hasRow() || !active.isEmpty();
    if (!wait) {
      inARow = 0;
    }
    return wait;
  }

  /**
   * Lets go of a slot and takes the kept task instead, in one step if both stand in the same word.
   *
   * @param before who had the turn before; if it is to have it again, the two become a pair
   * @return the kept task, which the caller runs next; null if there is none, or it is not to be
   *     had, or it is one of a pair now
   */
  @Nullable TaskInstance passOn(SlotWord word, TaskInstance from, @Nullable TaskInstance before) {
    TaskInstance kept = task;
    int slot = from.slot();
    if (kept == null || worker.hasNext() || isTreesTurn()) {
      posts.letGo(word, slot);
      return null;
    }
    SlotWord home = SlotRunner.wordOf(kept);
    int bit = 1 << kept.slot();
    if (kept == before && kept != from) {
      passBack(home, kept, from);
      return null;
    }
    if (home != word) {
      posts.letGo(word, slot);
      return claim(home, bit, kept);
    }
    if (!word.pass(1 << slot, bit)) {
      posts.letGo(word, slot);
      return null;
    }
    TASK.setOpaque(this, null); // as in claim
    return ifThere(home, kept);
  }

  /** Both stay owned, if the one that was kept is to be had. */
  private void passBack(SlotWord home, TaskInstance kept, TaskInstance from) {
    TaskInstance mine = claim(home, 1 << kept.slot(), kept);
    if (mine == null) {
      posts.letGo(SlotRunner.wordOf(from), from.slot());
    } else {
      pair.begin(mine, from);
    }
  }

  private @Nullable TaskInstance claim(SlotWord word, int bit, TaskInstance kept) {
    TASK.setOpaque(this, null); // if the watcher takes it as well, it is woken twice
    return word.claim(bit) == SignalWord.Claimed.TAKEN ? ifThere(word, kept) : null;
  }

  /** Of an owned slot: the task that it was claimed for may have left it. */
  private @Nullable TaskInstance ifThere(SlotWord word, TaskInstance kept) {
    if (word.isThere(kept)) {
      return kept;
    }
    posts.postBetween(word.giveBack(1 << kept.slot()), word.index);
    return null;
  }

  /** Watch, by another worker: wakes the task for all, if it is still here. */
  void giveBack() {
    TaskInstance kept = task;
    if (kept != null && TASK.compareAndSet(this, kept, null)) {
      SlotWord word = SlotRunner.wordOf(kept);
      tree.post(word.signal(1 << kept.slot()), word.index);
    }
  }
}
