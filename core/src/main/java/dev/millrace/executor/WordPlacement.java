package dev.millrace.executor;

import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Placement;

/**
 * A group that stands in whole words, 32 instances each; they get objects only if they need one.
 * Immutable, so thread-safe: who stands in a slot is the word's to know.
 */
final class WordPlacement implements Placement {

  private final ExecutorCore core;
  private final GroupRun group;
  private final SlotWord[] words;

  WordPlacement(ExecutorCore core, GroupRun group, SlotWord[] words) {
    this.core = core;
    this.group = group;
    this.words = words;
  }

  @Override
  public void wake(int taskId) {
    SlotWord word = words[taskId / SignalWord.SLOTS];
    int slot = taskId % SignalWord.SLOTS;
    if (word.isOf(group, slot)) {
      core.tree().post(word.signal(1 << slot), word.index);
    }
  }

  @Override
  public void wakeAll() {
    for (int id = 0; id < group.places(); id++) {
      wake(id);
    }
  }
}
