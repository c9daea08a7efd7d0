package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.List;
import java.util.Objects;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever posters, owners and searchers do: when they are done, what is takeable is marked up to
 * the root (SIGNALLING.md, section 3, steps 2 to 4, and section 5, "Summary bits").
 */
final class SummaryTreeLincheckTest {

  private static ModelCheckingOptions options(int iterations) {
    return ModelChecking.options(iterations).actorsBefore(0).actorsAfter(0).loopBound(1_000);
  }

  @Test
  void whatIsTakeableIsMarked() {
    options(20).check(Right.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {NoSecondLook.class, MarksFirst.class, LetsGoBlindly.class})
  void mutantIsFoundOut(Class<?> mutant) {
    assertThatThrownBy(() -> options(200).check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  /** Two tasks of one word, and one of another leaf. */
  @Param(name = "task", gen = IntGen.class, conf = "0:2")
  public static class Right {
    private final ExecutorCore core =
        new ExecutorCore(ExecutorConfig.defaults().withWorkers(2).withCapacity(4096));
    final SummaryTree tree = core.tree();
    final TaskSearch first = new TaskSearch(core, 0);
    private final TaskSearch second = new TaskSearch(core, 1);
    private final SlotWord word = newWord(0);
    private final List<SlotWord> words = List.of(word, word, newWord(1));

    private SlotWord newWord(int partition) {
      SlotWord fresh = Objects.requireNonNull(core.arena().obtain(partition, 0));
      if (fresh.takeFree() != SlotWord.ALL) {
        throw new AssertionError("a new word is whole");
      }
      return fresh;
    }

    private static int bit(int task) {
      return 1 << task;
    }

    @Operation
    public void post(@Param(name = "task") int task) {
      post(words.get(task), bit(task));
    }

    @Operation(nonParallelGroup = "first")
    public void runByFirst() {
      run(first);
    }

    @Operation(nonParallelGroup = "second")
    public void runBySecond() {
      run(second);
    }

    /** By a worker that has taken the last one of a word and goes on to others. */
    @Operation
    public void clean(@Param(name = "task") int task) {
      SlotWord left = words.get(task);
      if (!left.hasWork()) {
        clean(left);
      }
    }

    private void run(TaskSearch search) {
      if (search.next() instanceof SlotWord found) {
        int mine = found.takeSome(SlotWord.ALL, 0, 1);
        if (mine != 0) {
          letGo(found, mine);
        }
      }
    }

    void post(SlotWord to, int mask) {
      tree.post(to.signal(mask), to.index);
    }

    void letGo(SlotWord of, int mask) {
      tree.post(of.release(mask), of.index);
    }

    void clean(SlotWord empty) {
      boolean _ = first.hasWorkAfterAll(empty);
    }

    @Validate
    public void whatIsTakeableIsFound() {
      for (SlotWord each : words) {
        int leaf = each.index / BitTree.FAN;
        boolean marked =
            tree.active().isMarked(each.index) && (tree.active().root(0) >>> leaf & 1) != 0;
        if (each.hasWork() && !marked) {
          throw new AssertionError("nobody will find " + each + " at " + each.index);
        }
      }
    }
  }

  /** Clears the mark of an empty word and leaves it at that. */
  public static class NoSecondLook extends Right {
    @Override
    void clean(SlotWord empty) {
      tree.active().unmark(empty.index);
    }
  }

  /** Marks the word, and only then is there something in it. */
  public static class MarksFirst extends Right {
    @Override
    void post(SlotWord to, int mask) {
      tree.mark(SignalWord.Posted.ACTIVATED, to.index);
      var _ = to.signal(mask);
    }
  }

  /** Does not look whether the task was woken meanwhile. */
  public static class LetsGoBlindly extends Right {
    @Override
    void letGo(SlotWord of, int mask) {
      var _ = of.release(mask);
    }
  }
}
