package dev.millrace.executor;

import org.jspecify.annotations.Nullable;

/**
 * One worker's way through the summary tree: its own partition first, then everybody's, each time
 * starting behind where it last found something, so that low positions do not starve high ones.
 * Every so often it starts with everybody's, so that a partition whose owner is held up does not
 * wait for the others to run dry.
 *
 * <p>Cleans up as it goes: a bit that leads nowhere is cleared, and what it stood for is looked at
 * again ({@link BitTree}). Confined to its worker.
 */
final class TaskSearch {

  private static final int EVERYBODY_FIRST = 64;

  private final BitTree active;
  private final SlotArena arena;
  private final int worker;
  private final long[] ownLeaves;

  /** The word after the one found last. */
  private int cursor;

  private int searches;

  TaskSearch(BitTree active, SlotArena arena, int worker, int workers) {
    this.active = active;
    this.arena = arena;
    this.worker = worker;
    this.ownLeaves = new long[active.maxRoots()];
    for (int root = 0; root < ownLeaves.length; root++) {
      ownLeaves[root] = SlotArena.partitionMask(root, worker, workers);
    }
    this.cursor = worker * BitTree.FAN;
  }

  /** A word in which something was takeable a moment ago; null if there is none anywhere. */
  @Nullable SlotWord next() {
    if (++searches % EVERYBODY_FIRST == 0) {
      return search(false);
    }
    SlotWord word = search(true);
    return word == null ? search(false) : word;
  }

  boolean isOwn(SlotWord word) {
    int leaf = word.index / BitTree.FAN;
    return (ownLeaves[leaf / BitTree.FAN] >>> leaf & 1) != 0;
  }

  int worker() {
    return worker;
  }

  private @Nullable SlotWord search(boolean ownOnly) {
    int firstLeaf = cursor / BitTree.FAN;
    int firstRoot = firstLeaf / BitTree.FAN;
    int roots = active.rootCount();
    for (int i = 0; i < roots; i++) {
      int root = (firstRoot + i) % roots;
      long leaves = active.root(root) & (ownOnly ? ownLeaves[root] : -1);
      while (leaves != 0) {
        int bit = SlotArena.firstFrom(leaves, firstLeaf);
        SlotWord word = searchLeaf(root * BitTree.FAN + bit);
        if (word != null) {
          return word;
        }
        leaves &= ~(1L << bit);
      }
    }
    return null;
  }

  private @Nullable SlotWord searchLeaf(int leaf) {
    long words = active.leaf(leaf);
    if (words == 0) {
      active.unmarkRoot(leaf);
    }
    while (words != 0) {
      int bit = SlotArena.firstFrom(words, cursor);
      SlotWord word = arena.word(leaf * BitTree.FAN + bit);
      if (word.takeable() != 0 || isTakeableAfterAll(word)) {
        cursor = (word.index + 1) % arena.words();
        return word;
      }
      words &= ~(1L << bit);
    }
    return null;
  }

  /** Clears the bit of a word that looked empty, and looks again. */
  private boolean isTakeableAfterAll(SlotWord word) {
    active.unmark(word.index);
    if (word.takeable() == 0) {
      return false;
    }
    active.mark(word.index);
    return true;
  }
}
