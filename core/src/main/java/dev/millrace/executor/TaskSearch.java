package dev.millrace.executor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One worker's way through the summary tree: its own partition first, then everybody's, each time
 * starting behind where it last found something there, so that nobody starves somebody else. Every
 * so often it starts with everybody's, so that a partition whose owner is held up does not wait for
 * the others to run dry.
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

  private final long[] allLeaves;

  /** The position after the one that was last found in the own partition. */
  private int ownCursor;

  /** And that after the one last found when all were searched. */
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
    this.allLeaves = new long[ownLeaves.length];
    Arrays.fill(allLeaves, -1L);
    this.ownCursor = worker * BitTree.FAN;
    this.cursor = ownCursor;
  }

  /** Where something was takeable a moment ago; null if there is nothing anywhere. */
  @Nullable Workplace next() {
    if (++searches % EVERYBODY_FIRST == 0) {
      return everywhere();
    }
    Workplace place = search(ownLeaves, ownCursor);
    if (place == null) {
      return everywhere();
    }
    ownCursor = behind(place);
    return place;
  }

  private @Nullable Workplace everywhere() {
    Workplace place = search(allLeaves, cursor);
    if (place != null) {
      cursor = behind(place);
    }
    return place;
  }

  private int behind(Workplace place) {
    return (place.index() + 1) % arena.positions();
  }

  boolean isOwn(Workplace place) {
    int leaf = place.index() / BitTree.FAN;
    return (ownLeaves[leaf / BitTree.FAN] >>> leaf & 1) != 0;
  }

  int worker() {
    return worker;
  }

  /**
   * From a position on to the last one, and then from the first on up to it: what stands before it
   * in the same leaf comes last, or somebody there who has always something to do would be found
   * again and again.
   */
  private @Nullable Workplace search(long[] leavesOfRoot, int from) {
    int firstLeaf = from / BitTree.FAN;
    int firstRoot = firstLeaf / BitTree.FAN;
    int roots = active.rootCount();
    for (int i = 0; i <= roots; i++) {
      int root = (firstRoot + i) % roots;
      long leaves = active.root(root) & leavesOfRoot[root];
      if (i == 0) {
        leaves &= -1L << firstLeaf;
      } else if (i == roots) {
        leaves &= (2L << firstLeaf) - 1;
      }
      for (; leaves != 0; leaves &= leaves - 1) {
        int leaf = root * BitTree.FAN + Long.numberOfTrailingZeros(leaves);
        Workplace place = searchLeaf(leaf, i == 0 && leaf == firstLeaf ? -1L << from : -1L);
        if (place != null) {
          return place;
        }
      }
    }
    return null;
  }

  private @Nullable Workplace searchLeaf(int leaf, long mask) {
    long words = active.leaf(leaf);
    if (words == 0) {
      active.unmarkRoot(leaf);
    }
    for (words &= mask; words != 0; words &= words - 1) {
      Workplace place = at(leaf * BitTree.FAN + Long.numberOfTrailingZeros(words));
      if (place.hasWork() || hasWorkAfterAll(place)) {
        return place;
      }
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
