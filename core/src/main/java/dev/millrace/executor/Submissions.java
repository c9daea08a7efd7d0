package dev.millrace.executor;

import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.TaskInstance;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How tasks get into slots: from inside by the worker's own stash, from outside at a desk;
 * runnables need none and go to a lane. Either way a task is counted when it is given its slot, put
 * there, and only then signalled; from that moment on it may run, end and be gone before the
 * submitter returns. Thread-safe.
 */
final class Submissions {

  /** From here on a group gets whole words, if its instances may do without objects. */
  private static final int WHOLE_WORD_GROUP = 16;

  private final ExecutorCore core;

  Submissions(ExecutorCore core) {
    this.core = core;
  }

  void submit(Runnable runnable) {
    Worker worker = Worker.current(core);
    if (worker != null) {
      ensureNotCancelling(1);
      if (!worker.posts().offer(runnable)) {
        throw full(1);
      }
      return;
    }
    RunLane lane = core.lanes().offerFromOutside(runnable);
    core.tree().post(lane == null ? offerFromBeside(runnable) : lane);
  }

  /**
   * The lanes from outside have refused it: they are full, or closed. If the executor is open they
   * were full, and that holds even if it is closed in the next moment: what comes from outside must
   * not get into the one lane that stays open, where it would be accepted and never run.
   */
  private RunLane offerFromBeside(Runnable runnable) {
    if (core.life() == ExecutorCore.Life.OPEN) {
      throw full(1);
    }
    ensureOpen(1);
    RunLane lane = core.lanes().offerFromBeside(runnable);
    if (lane == null) {
      throw full(1);
    }
    return lane;
  }

  void submit(TaskInstance task) {
    submitOne(task, false);
  }

  /** From outside the task is not signalled but run, if nobody else got hold of it. */
  void submitHere(TaskInstance task) {
    submitOne(task, true);
  }

  private void submitOne(TaskInstance task, boolean here) {
    Worker worker = Worker.current(core);
    if (worker == null) {
      submitFromOutside(task, here);
      return;
    }
    ensureNotCancelling(1);
    SlotStash stash = worker.stash();
    ensureRoom(stash);
    SlotWord word = stash.word();
    int slot = stash.take();
    worker.tally().add(Tally.SUBMITTED, 1);
    occupy(word, slot, task);
    worker.posts().post(word.signal(1 << slot), word.index);
  }

  private void submitFromOutside(TaskInstance task, boolean here) {
    SlotDesk desk = lock();
    SlotWord word;
    int slot;
    try {
      ensureOpen(1);
      SlotStash stash = desk.stash();
      ensureRoom(stash);
      word = stash.word();
      slot = stash.take();
      desk.count(1);
    } finally {
      desk.unlock();
    }
    occupy(word, slot, task);
    if (here) {
      core.wakeHere(task);
    } else {
      core.tree().post(word.signal(1 << slot), word.index);
    }
  }

  private static void occupy(SlotWord word, int slot, TaskInstance task) {
    task.place(word, slot);
    word.occupy(slot, task);
  }

  void submit(GroupRun group) {
    SlotWord[] words = wholeWords(group);
    if (words != null) {
      group.placed(new WordPlacement(core, group, words));
      postWords(group, words);
      return;
    }
    TaskInstance[] instances = new TaskInstance[group.places()];
    for (int id = 0; id < instances.length; id++) {
      instances[id] = group.instance(id);
    }
    List<TaskInstance> all = List.of(instances);
    place(all);
    group.placed(new SlotPlacement(instances));
    post(all);
  }

  // ---- a slot for each task

  /** Gives every task a slot, or none: then it throws. */
  private void place(List<TaskInstance> tasks) {
    Worker worker = Worker.current(core);
    if (worker != null) {
      ensureNotCancelling(tasks.size());
      placeFrom(worker.stash(), tasks);
      worker.tally().add(Tally.SUBMITTED, tasks.size());
      return;
    }
    SlotDesk desk = lock();
    try {
      ensureOpen(tasks.size());
      placeFrom(desk.stash(), tasks);
      desk.count(tasks.size());
    } finally {
      desk.unlock();
    }
  }

  private void placeFrom(SlotStash stash, List<TaskInstance> tasks) {
    for (int i = 0; i < tasks.size(); i++) {
      if (!stash.refill()) {
        tasks.subList(0, i).forEach(this::unplace);
        throw full(tasks.size());
      }
      tasks.get(i).place(stash.word(), stash.take());
    }
  }

  private void unplace(TaskInstance task) {
    core.arena().giveBack(SlotRunner.wordOf(task), 1 << task.slot());
  }

  /** All are put in before the first is signalled: it may want to wake the others. */
  private void post(List<TaskInstance> tasks) {
    for (TaskInstance task : tasks) {
      SlotRunner.wordOf(task).occupy(task.slot(), task);
    }
    Worker worker = Worker.current(core);
    for (int i = 0; i < tasks.size(); ) {
      SlotWord word = SlotRunner.wordOf(tasks.get(i));
      int mask = 0;
      for (; i < tasks.size() && tasks.get(i).home() == word; i++) {
        mask |= 1 << tasks.get(i).slot();
      }
      post(worker, word, mask);
    }
  }

  // ---- 32 slots at once

  private SlotWord @Nullable [] wholeWords(GroupRun group) {
    if (!group.mayRunBare() || group.places() < WHOLE_WORD_GROUP) {
      return null;
    }
    Worker worker = Worker.current(core);
    if (worker != null) {
      ensureNotCancelling(group.places());
      SlotWord[] words = obtain(group, worker.index, worker.runner());
      if (words != null) {
        worker.tally().add(Tally.SUBMITTED, group.places());
      }
      return words;
    }
    SlotDesk desk = lock();
    try {
      ensureOpen(group.places());
      int partition = Math.floorMod(Thread.currentThread().threadId(), core.config().workers());
      SlotWord[] words = obtain(group, partition, null);
      if (words != null) {
        desk.count(group.places());
      }
      return words;
    } finally {
      desk.unlock();
    }
  }

  private SlotWord @Nullable [] obtain(GroupRun group, int partition, @Nullable SlotRunner runner) {
    SlotWord[] words = new SlotWord[Math.ceilDiv(group.places(), SignalWord.SLOTS)];
    for (int i = 0; i < words.length; i++) {
      SlotWord word = runner == null ? null : runner.takeWholeWord();
      word = word == null ? core.arena().obtainWhole(partition) : word;
      if (word == null) {
        for (int j = 0; j < i; j++) {
          core.arena().giveBack(words[j], SlotWord.ALL);
        }
        return null;
      }
      words[i] = word;
    }
    int unused = ~mask(slots(group, words.length - 1));
    if (unused != 0) {
      core.arena().giveBack(words[words.length - 1], unused);
    }
    return words;
  }

  private void postWords(GroupRun group, SlotWord[] words) {
    for (int i = 0; i < words.length; i++) {
      words[i].occupyBare(group, i * SignalWord.SLOTS, mask(slots(group, i)));
    }
    Worker worker = Worker.current(core);
    for (int i = 0; i < words.length; i++) {
      post(worker, words[i], mask(slots(group, i)));
    }
  }

  /** How many instances stand in a group's i-th word. */
  private static int slots(GroupRun group, int i) {
    return Math.min(SignalWord.SLOTS, group.places() - i * SignalWord.SLOTS);
  }

  private static int mask(int slots) {
    return slots == SignalWord.SLOTS ? SlotWord.ALL : (1 << slots) - 1;
  }

  // ---- both

  private void post(@Nullable Worker worker, SlotWord word, int mask) {
    SignalWord.Posted posted = word.signal(mask);
    if (worker != null) {
      worker.posts().post(posted, word.index);
    } else {
      core.tree().post(posted, word.index);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint while every desk is busy, nothing more
  private SlotDesk lock() {
    SlotDesk[] desks = core.desks();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; ; i++) {
      SlotDesk desk = desks[(first + i) & (desks.length - 1)];
      if (desk.tryLock()) {
        return desk;
      }
      if (i >= desks.length) {
        Thread.yield();
      }
    }
  }

  private void ensureOpen(int tasks) {
    if (core.life() != ExecutorCore.Life.OPEN) {
      if (!core.isInside()) {
        throw rejected(tasks, "is closed");
      }
      ensureNotCancelling(tasks);
    }
  }

  /** A task of ours may submit while we drain: what it began is part of what has to be done. */
  private void ensureNotCancelling(int tasks) {
    if (core.isCancelling()) {
      throw rejected(tasks, "is shutting down");
    }
  }

  private void ensureRoom(SlotStash stash) {
    if (!stash.refill()) {
      throw full(1);
    }
  }

  private RejectedExecutionException full(int tasks) {
    return rejected(tasks, "is full: its capacity is " + core.config().capacity() + " tasks");
  }

  private RejectedExecutionException rejected(int tasks, String why) {
    core.outside().rejected.add(tasks);
    return new RejectedExecutionException("executor " + core.config().name() + " " + why);
  }
}
