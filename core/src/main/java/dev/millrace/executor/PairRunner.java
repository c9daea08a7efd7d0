package dev.millrace.executor;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;

/**
 * Gives two tasks that wake each other their turns, for as long as each wakes the other and nobody
 * else (SIGNALLING.md, section 6, "Pairs"). Confined to its worker.
 */
final class PairRunner {

  /** Turns in a row before the worker sees to anything else. */
  private static final int TURNS_IN_A_ROW = Pace.QUICK_WINDOW;

  private final Worker worker;
  private final SlotRunner runner;
  private final Posts posts;
  private final StepBudget budget;
  private final Tally tally;
  private final Pair pair;
  private final Kept kept;

  PairRunner(Worker worker, Pair pair) {
    this.worker = worker;
    this.pair = pair;
    this.kept = worker.kept();
    this.runner = worker.runner();
    this.posts = worker.posts();
    this.budget = worker.core.budget();
    this.tally = worker.tally();
  }

  /** Returns the slices. */
  int run() {
    TaskInstance task = pair.running();
    TaskInstance other = pair.resting();
    for (int slices = 1; ; slices++) {
      Disposition answer = task.run(budget, tally);
      posts.sliceOver();
      if (answer != Disposition.PARKED || !pair.isWoken() || kept.isAny()) {
        end(task, answer, other);
        return slices;
      }
      Pair.Passed passed = pair.pass();
      if (passed != Pair.Passed.ON) {
        over(passed, task, other);
        return slices;
      }
      TaskInstance before = task;
      task = other;
      other = before;
      if (slices == TURNS_IN_A_ROW) {
        return slices;
      }
    }
  }

  /** The turn is not passed on to the other one by {@code task}, which has answered this. */
  private void end(TaskInstance task, Disposition answer, TaskInstance other) {
    boolean woken = pair.isWoken();
    if (!pair.end()) {
      wakeAgain(woken, other);
    } else if (woken) {
      worker.runsNext(other);
    } else {
      posts.letGo(SlotRunner.wordOf(other), other.slot());
    }
    runner.settled(task, answer);
  }

  /** The watcher was here. */
  private void over(Pair.Passed passed, TaskInstance task, TaskInstance other) {
    if (passed == Pair.Passed.ALONE) {
      worker.runsNext(other);
    } else {
      wakeAgain(true, other);
      runner.settled(task, Disposition.PARKED);
    }
  }

  /** Of one that was taken away: the watcher may not have known that it was woken. */
  private void wakeAgain(boolean woken, TaskInstance task) {
    if (woken) {
      SlotWord word = SlotRunner.wordOf(task);
      posts.postBetween(word.signal(1 << task.slot()), word.index);
    }
  }

  /** Others are to have their turn: the one whose turn it is goes back to the tree. */
  void dissolve() {
    TaskInstance task = pair.running();
    TaskInstance other = pair.resting();
    boolean woken = pair.isWoken(); // by a timer: nothing has run since the turn was passed on
    if (!pair.end()) {
      wakeAgain(woken, other);
    } else if (woken) {
      giveBack(other);
    } else {
      posts.letGo(SlotRunner.wordOf(other), other.slot());
    }
    giveBack(task);
  }

  /** One that the worker owns, and that wants to run. */
  private void giveBack(TaskInstance task) {
    SlotWord word = SlotRunner.wordOf(task);
    posts.postBetween(word.giveBack(1 << task.slot()), word.index);
  }
}
