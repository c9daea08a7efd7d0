package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * All slots there are: grows word by word up to its capacity, and never moves or drops a word.
 * Which words have free slots is told by a {@link BitTree}, the same way as which have work.
 *
 * <p>Words belong to the partition of their leaf. Each partition grows by itself, so that the tasks
 * a worker makes are found in its own partition first. The first leaf of each has no words, but
 * lanes ({@link RunLanes}). Thread-safe, lock-free.
 */
final class SlotArena {

  private static final VarHandle CHUNK = MethodHandles.arrayElementVarHandle(SlotWord[][].class);
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(SlotWord[].class);

  private static final int WHOLE_WORD_TRIES = 4;

  private final ExecutorCore core;
  private final int partitions;
  private final int leaves;

  /** A chunk for each leaf, made when its first word is. */
  private final SlotWord[] @Nullable [] chunks;

  /** Words with free slots. A word is taken from here by clearing its bit and emptying it. */
  private final BitTree free;

  /** Where each partition's next look for a whole word starts. A hint: races do no harm. */
  private final int[] wholeCursor;

  /** How many words each partition has made. */
  private final AtomicInteger[] made;

  SlotArena(ExecutorCore core, int partitions, int words) {
    this.core = core;
    this.partitions = partitions;
    this.leaves = partitions + Math.ceilDiv(words, BitTree.FAN);
    this.chunks = new SlotWord[leaves][];
    this.free = new BitTree(positions());
    this.made = new AtomicInteger[partitions];
    this.wholeCursor = new int[partitions];
    for (int i = 0; i < partitions; i++) {
      made[i] = new AtomicInteger();
    }
  }

  /** The word at a position that the summary tree has named: it exists. */
  SlotWord word(int index) {
    SlotWord word = wordOrNull(index);
    if (word == null) {
      throw new AssertionError("no word " + index);
    }
    return word;
  }

  @Nullable SlotWord wordOrNull(int index) {
    SlotWord[] chunk = (SlotWord[]) CHUNK.getAcquire(chunks, index / BitTree.FAN);
    return chunk == null ? null : (SlotWord) WORD.getAcquire(chunk, index % BitTree.FAN);
  }

  /**
   * A word with free slots, which the caller takes from it; null if the arena is full. The order:
   * free words of the partition from word {@code from} on, new words of the partition, then the
   * same of the other partitions.
   */
  @Nullable SlotWord obtain(int partition, int from) {
    for (int i = 0; i < partitions; i++) {
      int each = (partition + i) % partitions;
      SlotWord word = reuse(each, from);
      word = word == null ? grow(each) : word;
      if (word != null) {
        return word;
      }
    }
    return null;
  }

  /**
   * A word all of whose slots are free, and the caller's from now on; null if there is none and the
   * partition cannot grow.
   */
  @Nullable SlotWord obtainWhole(int partition) {
    for (int i = 0; i < WHOLE_WORD_TRIES; i++) {
      SlotWord word = reuse(partition, wholeCursor[partition]);
      if (word == null) {
        break;
      }
      wholeCursor[partition] = word.index + 1;
      int slots = word.takeFree();
      if (slots == SlotWord.ALL) {
        return word;
      }
      if (slots != 0) {
        giveBack(word, slots);
      }
    }
    SlotWord word = grow(partition);
    if (word != null && word.takeFree() != SlotWord.ALL) {
      throw new AssertionError("a new word is known to nobody else");
    }
    return word;
  }

  /** Slots whose tasks have ended. */
  void giveBack(SlotWord word, int mask) {
    if (word.addFree(mask)) {
      free.mark(word.index);
    }
  }

  /** Slots that exist. */
  int slots() {
    int words = 0;
    for (AtomicInteger each : made) {
      words += each.get();
    }
    return words * SlotWord.SLOTS;
  }

  /** Positions in the summary tree; the first ones are those of lanes. */
  int positions() {
    return leaves * BitTree.FAN;
  }

  private @Nullable SlotWord reuse(int partition, int from) {
    int firstLeaf = from / BitTree.FAN;
    int roots = free.rootCount();
    for (int i = 0; i < roots; i++) {
      int root = (firstLeaf / BitTree.FAN + i) % roots;
      long candidates = free.root(root) & partitionMask(root, partition, partitions);
      while (candidates != 0) {
        int bit = firstFrom(candidates, firstLeaf);
        SlotWord word = reuseIn(root * BitTree.FAN + bit, from);
        if (word != null) {
          return word;
        }
        candidates &= ~(1L << bit);
      }
    }
    return null;
  }

  /**
   * Takes a word's bit away and gives the word to the caller, who empties it. A slot that becomes
   * free meanwhile is either emptied along with the rest, or finds the word empty and marks it.
   */
  private @Nullable SlotWord reuseIn(int leaf, int from) {
    for (long bits = free.leaf(leaf); bits != 0; bits = free.leaf(leaf)) {
      int index = leaf * BitTree.FAN + firstFrom(bits, from);
      free.unmark(index);
      SlotWord word = word(index);
      if (word.free() != 0) {
        return word;
      }
    }
    free.unmarkRoot(leaf);
    return null;
  }

  private @Nullable SlotWord grow(int partition) {
    while (true) {
      int nth = made[partition].get();
      int leaf = partition + (1 + nth / BitTree.FAN) * partitions;
      if (leaf >= leaves) {
        return null;
      }
      if (made[partition].compareAndSet(nth, nth + 1)) {
        return make(leaf, nth % BitTree.FAN);
      }
    }
  }

  private SlotWord make(int leaf, int at) {
    SlotWord[] chunk = (SlotWord[]) CHUNK.getAcquire(chunks, leaf);
    if (chunk == null) {
      CHUNK.compareAndSet(chunks, leaf, null, new SlotWord[BitTree.FAN]);
      chunk = (SlotWord[]) CHUNK.getAcquire(chunks, leaf);
    }
    SlotWord word = new SlotWord(leaf * BitTree.FAN + at);
    free.cover(word.index);
    core.tree().active().cover(word.index);
    word.addFreshSlots();
    WORD.setRelease(chunk, at, word);
    return word;
  }

  /** The leaves of one partition among the 64 of a root word. */
  static long partitionMask(int root, int partition, int partitions) {
    long mask = 0;
    int first = Math.floorMod(partition - root * BitTree.FAN, partitions);
    for (int bit = first; bit < BitTree.FAN; bit += partitions) {
      mask |= 1L << bit;
    }
    return mask;
  }

  /** The first set bit at or after {@code from}, else the first of all. */
  static int firstFrom(long bits, int from) {
    long rotated = Long.rotateRight(bits, from); // counts modulo 64
    return (Long.numberOfTrailingZeros(rotated) + from) & (BitTree.FAN - 1);
  }
}
