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
  private final RunLanes lanes;
  private final int worker;
  private final long[] ownLeaves;

  /** The position after the one found last. */
  private int cursor;

  private int searches;

  TaskSearch(ExecutorCore core, int worker) {
    int workers = core.config().workers();
    this.active = core.tree().active();
    this.arena = core.arena();
    this.lanes = core.lanes();
    this.worker = worker;
    this.ownLeaves = new long[active.maxRoots()];
    for (int root = 0; root < ownLeaves.length; root++) {
      ownLeaves[root] = SlotArena.partitionMask(root, worker, workers);
    }
    this.cursor = worker * BitTree.FAN;
  }

  /** Where something was takeable a moment ago; null if there is nothing anywhere. */
  @Nullable Workplace next() {
    if (++searches % EVERYBODY_FIRST == 0) {
      return search(false);
    }
    Workplace place = search(true);
    return place == null ? search(false) : place;
  }

  boolean isOwn(Workplace place) {
    int leaf = place.index() / BitTree.FAN;
    return (ownLeaves[leaf / BitTree.FAN] >>> leaf & 1) != 0;
  }

  int worker() {
    return worker;
  }

  private @Nullable Workplace search(boolean ownOnly) {
    int firstLeaf = cursor / BitTree.FAN;
    int firstRoot = firstLeaf / BitTree.FAN;
    int roots = active.rootCount();
    for (int i = 0; i < roots; i++) {
      int root = (firstRoot + i) % roots;
      long leaves = active.root(root) & (ownOnly ? ownLeaves[root] : -1);
      while (leaves != 0) {
        int bit = SlotArena.firstFrom(leaves, firstLeaf);
        Workplace place = searchLeaf(root * BitTree.FAN + bit);
        if (place != null) {
          return place;
        }
        leaves &= ~(1L << bit);
      }
    }
    return null;
  }

  private @Nullable Workplace searchLeaf(int leaf) {
    long words = active.leaf(leaf);
    if (words == 0) {
      active.unmarkRoot(leaf);
    }
    while (words != 0) {
      int bit = SlotArena.firstFrom(words, cursor);
      Workplace place = at(leaf * BitTree.FAN + bit);
      if (place.hasWork() || hasWorkAfterAll(place)) {
        cursor = (place.index() + 1) % arena.positions();
        return place;
      }
      words &= ~(1L << bit);
    }
    return null;
  }

  /** What has a position that something has. */
  Workplace at(int position) {
    return lanes.isLane(position) ? lanes.at(position) : arena.word(position);
  }

  /** Clears the bit of a place that looked empty, and looks again. */
  boolean hasWorkAfterAll(Workplace place) {
    active.unmark(place.index());
    if (!place.hasWork()) {
      return false;
    }
    active.mark(place.index());
    return true;
  }
}
