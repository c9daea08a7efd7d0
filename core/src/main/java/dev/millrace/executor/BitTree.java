package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two levels of bits that say where something is: a leaf has a bit for each of 64 items, a root
 * word a bit for each of 64 leaves.
 *
 * <p>Marking goes up and stops at the first level that was not empty: whoever made it so is on its
 * way up. Unmarking goes up too, and after each bit it clears it <b>looks again</b> at what the bit
 * stood for, because somebody may have come in between, found the bit still set, and stopped. The
 * second look at the item itself is the caller's duty.
 *
 * <p>Thread-safe, lock-free; all accesses are sequentially consistent. Each word has a cache line
 * of its own.
 */
final class BitTree {

  static final int FAN = 64;

  /** The bit of one item, for whoever looks at it again and again. Thread-safe. */
  static final class Mark {

    private final int item;
    private final long[] leaves;
    private final int at;
    private final long bit;

    private Mark(int item, long[] leaves) {
      this.item = item;
      this.leaves = leaves;
      this.at = at(item / FAN);
      this.bit = 1L << item;
    }

    int item() {
      return item;
    }

    boolean isSet() {
      return ((long) WORD.getVolatile(leaves, at) & bit) != 0;
    }
  }

  /** Longs from one word to the next: 64 bytes. */
  private static final int STRIDE = 8;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle ROOT_COUNT;

  static {
    try {
      ROOT_COUNT = MethodHandles.lookup().findVarHandle(BitTree.class, "rootCount", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] leaves;
  private final long[] roots;

  /** Root words in use: those that a look at all of them has to cover. Only grows. */
  private volatile int rootCount = 1;

  /** For at most {@code items} items. */
  BitTree(int items) {
    int leafCount = Math.ceilDiv(items, FAN);
    leaves = new long[(1 + leafCount) * STRIDE];
    roots = new long[(1 + Math.ceilDiv(leafCount, FAN)) * STRIDE];
  }

  int rootCount() {
    return rootCount;
  }

  /** Before {@code item} is marked for the first time. */
  void cover(int item) {
    int needed = item / FAN / FAN + 1;
    for (int now = rootCount; now < needed; now = rootCount) {
      if (ROOT_COUNT.compareAndSet(this, now, needed)) {
        return;
      }
    }
  }

  /** How many root words there can ever be. */
  int maxRoots() {
    return roots.length / STRIDE - 1;
  }

  long root(int root) {
    return (long) WORD.getVolatile(roots, at(root));
  }

  long leaf(int leaf) {
    return (long) WORD.getVolatile(leaves, at(leaf));
  }

  /** Not in the first line: there is the array's length, which everybody reads. */
  private static int at(int word) {
    return (1 + word) * STRIDE;
  }

  boolean isEmpty() {
    return root(0) == 0 && (rootCount == 1 || areOthersEmpty());
  }

  private boolean areOthersEmpty() {
    for (int root = rootCount - 1; root > 0; root--) {
      if (root(root) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether no other item is marked. */
  boolean hasNothingBut(int item) {
    int leaf = item / FAN;
    for (int root = 0; root < rootCount; root++) {
      long own = root == leaf / FAN ? 1L << leaf : 0;
      if ((root(root) & ~own) != 0) {
        return false;
      }
    }
    return (leaf(leaf) & ~(1L << item)) == 0;
  }

  boolean isMarked(int item) {
    return (leaf(item / FAN) >>> item & 1) != 0;
  }

  Mark markOf(int item) {
    return new Mark(item, leaves);
  }

  /** Post, steps 3 and 4. */
  void mark(int item) {
    int leaf = item / FAN;
    if ((long) WORD.getAndBitwiseOr(leaves, at(leaf), 1L << item) == 0) {
      markRoot(leaf);
    }
  }

  /**
   * The caller has seen nothing at {@code item}; it must look again and mark it if it was wrong.
   */
  void unmark(int item) {
    int leaf = item / FAN;
    long bit = 1L << item;
    if ((long) WORD.getAndBitwiseAnd(leaves, at(leaf), ~bit) == bit) {
      unmarkRoot(leaf);
    }
  }

  /** Clears the root bit of a leaf that was seen empty, then looks at the leaf again. */
  void unmarkRoot(int leaf) {
    WORD.getAndBitwiseAnd(roots, at(leaf / FAN), ~(1L << leaf));
    if (leaf(leaf) != 0) {
      markRoot(leaf);
    }
  }

  private void markRoot(int leaf) {
    WORD.getAndBitwiseOr(roots, at(leaf / FAN), 1L << leaf);
  }
}
