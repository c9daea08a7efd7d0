package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Whatever posters and searchers do to two items of one leaf: when they are done, an item that is
 * there is marked at every level.
 */
final class BitTreeLincheckTest {

  @Test
  void itemThatIsThereStaysMarked() {
    ModelChecking.options().check(Right.class);
  }

  @Test
  void missingSecondLookAtLeafIsFoundOut() {
    assertThatThrownBy(() -> ModelChecking.options(200).check(BlindToLeaf.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** As SignalWord, BitTree and TaskSearch work together. */
  @Param(name = "item", gen = IntGen.class, conf = "0:1")
  public abstract static class Items {
    final AtomicIntegerArray there = new AtomicIntegerArray(2);

    abstract void mark(int item);

    abstract void unmark(int item);

    abstract boolean isMarked(int item);

    @Operation
    public void post(@Param(name = "item") int item) {
      if (there.getAndSet(item, 1) == 0) {
        mark(item);
      }
    }

    @Operation
    public void take(@Param(name = "item") int item) {
      there.set(item, 0);
    }

    @Operation
    public void search(@Param(name = "item") int item) {
      if (there.get(item) == 0) {
        unmark(item);
        if (there.get(item) != 0) {
          mark(item);
        }
      }
    }

    @Validate
    public void whatIsThereIsMarked() {
      for (int item = 0; item < 2; item++) {
        if (there.get(item) != 0 && !isMarked(item)) {
          throw new AssertionError("item " + item + " is lost");
        }
      }
    }
  }

  public static class Right extends Items {
    private final BitTree tree = new BitTree(BitTree.FAN);

    @Override
    void mark(int item) {
      tree.mark(item);
    }

    @Override
    void unmark(int item) {
      tree.unmark(item);
    }

    @Override
    boolean isMarked(int item) {
      return tree.root(0) == 1 && (tree.leaf(0) & 1L << item) != 0;
    }
  }

  /** A copy of the tree that clears the root bit and leaves it at that. */
  public static class BlindToLeaf extends Items {
    private final AtomicInteger leaf = new AtomicInteger();
    private final AtomicInteger root = new AtomicInteger();

    @Override
    void mark(int item) {
      if (leaf.getAndAccumulate(1 << item, (a, b) -> a | b) == 0) {
        root.set(1);
      }
    }

    @Override
    void unmark(int item) {
      if (leaf.getAndAccumulate(~(1 << item), (a, b) -> a & b) == 1 << item) {
        root.set(0);
      }
    }

    @Override
    boolean isMarked(int item) {
      return root.get() == 1 && (leaf.get() & 1 << item) != 0;
    }
  }
}
