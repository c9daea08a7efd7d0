package dev.millrace.executor;

import org.jspecify.annotations.Nullable;

/**
 * Free slots that one submitter has taken in advance, a word's worth at a time, so that handing one
 * out needs no atomic. Not thread-safe: confined to a worker, or guarded by a {@link SlotDesk}.
 */
final class SlotStash {

  private final SlotArena arena;
  private final int partition;

  /** Slots of this word are stashed, or have been. */
  private @Nullable SlotWord word;

  private int slots;

  /** Where the next look for a free word starts: goes round, so that freed words fill up first. */
  private int cursor;

  SlotStash(SlotArena arena, int partition) {
    this.arena = arena;
    this.partition = partition;
  }

  /** Makes sure that the next {@link #take} succeeds; false if the arena is full. */
  boolean refill() {
    while (slots == 0) {
      SlotWord next = arena.obtain(partition, cursor);
      if (next == null) {
        return false;
      }
      word = next;
      cursor = next.index + 1;
      slots = next.takeFree();
    }
    return true;
  }

  /** The word of the slot that {@link #take} gives next. Only after {@link #refill}. */
  SlotWord word() {
    SlotWord current = word;
    if (current == null) {
      throw new IllegalStateException("empty stash");
    }
    return current;
  }

  /** A slot of {@link #word()}, by number. */
  int take() {
    int slot = Integer.numberOfTrailingZeros(slots);
    slots &= slots - 1;
    return slot;
  }
}
