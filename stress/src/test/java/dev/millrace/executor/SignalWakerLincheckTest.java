package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Posters against workers that fall asleep: what is takeable has somebody awake or claimed, and
 * permits taken are permits given (SIGNALLING.md, Post, steps 2 to 5, against Sleep, steps 4 to 7).
 */
final class SignalWakerLincheckTest {

  private static ModelCheckingOptions options(int iterations) {
    return ModelChecking.options(iterations)
        .threads(3)
        .actorsBefore(0)
        .actorsAfter(0)
        .loopBound(1_000);
  }

  @Test
  void whatIsTakeableHasSomebodyUp() {
    options(20).check(Right.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {NoSecondLookAtRoots.class, NoSecondLookAtWord.class})
  void mutantIsFoundOut(Class<?> mutant) {
    assertThatThrownBy(() -> options(200).check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyoneWhoParksIsCalled(int workers) {
    park(workers, Mutant.NONE);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void mutantThatLeavesSomebodyParkedIsFoundOut(Mutant mutant) {
    assertThatThrownBy(() -> park(2, mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  private static SummaryTree treeOf(SignalWaker[] wakers) {
    Arrays.setAll(wakers, i -> new SignalWaker(i, wakers.length));
    return new SummaryTree(BitTree.FAN, wakers);
  }

  /** As {@link TaskSearch} does it: a poster may set a root bit after its leaf was emptied. */
  private static void cleanRoot(BitTree active) {
    if (active.leaf(0) == 0) {
      active.unmarkRoot(0);
    }
  }

  // ---- any program

  /** Two tasks of one word, and two workers, both asleep at first. */
  @Param(name = "task", gen = IntGen.class, conf = "0:1")
  public static class Right {
    private static final int WORKERS = 2;

    private final SignalWaker[] wakers = new SignalWaker[WORKERS];
    final SummaryTree tree = treeOf(wakers);
    final BitTree active = tree.active();
    final IdleWorkers idle = tree.idle();
    final SlotWord word = new SlotWord(0);

    public Right() {
      for (int worker = 0; worker < WORKERS; worker++) {
        idle.beginSearch();
        idle.sleep(worker);
      }
    }

    @Operation
    public void post(@Param(name = "task") int task) {
      tree.post(word.signal(1 << task), word.index);
    }

    @Operation(nonParallelGroup = "first")
    public void first() {
      comeBack(0);
    }

    @Operation(nonParallelGroup = "second")
    public void second() {
      comeBack(1);
    }

    /** A return from park: if it was claimed, it works until there is nothing, and sleeps again. */
    private void comeBack(int worker) {
      if (idle.isSleeping(worker)) {
        return;
      }
      do {
        int _ = wakers[worker].takeCalledTo();
        work(worker);
        idle.sleep(worker);
      } while (!maySleep() && idle.wakeUp(worker));
      // If it has not got up by itself it sleeps, or was claimed and will come back.
    }

    private void work(int worker) {
      while (true) {
        int mine = word.takeSome(SlotWord.ALL, 0, 1);
        if (mine != 0) {
          if (idle.endSearch() && !active.isEmpty()) {
            tree.release(worker);
          }
          tree.mark(word.release(mine), word.index);
          idle.beginSearch();
        } else {
          cleanRoot(active);
          if (!hasWorkAfterAll()) {
            return;
          }
        }
      }
    }

    boolean maySleep() {
      return active.isEmpty();
    }

    boolean hasWorkAfterAll() {
      active.unmark(word.index);
      if (!word.hasWork()) {
        return false;
      }
      active.mark(word.index);
      return true;
    }

    @Validate
    public void somebodyIsUp() {
      int claimed = WORKERS - Long.bitCount(idle.sleepers());
      if (word.hasWork() && (claimed == 0 || active.isEmpty())) {
        throw new AssertionError("all sleep: " + idle + ", " + word);
      }
      if (idle.searching() != claimed) {
        throw new AssertionError("claimed " + claimed + ": " + idle);
      }
    }
  }

  /** Sleep, step 5 is left out. */
  public static class NoSecondLookAtRoots extends Right {
    @Override
    boolean maySleep() {
      return true;
    }
  }

  /** Clears the mark of an empty word and leaves it at that. */
  public static class NoSecondLookAtWord extends Right {
    @Override
    boolean hasWorkAfterAll() {
      active.unmark(word.index);
      return false;
    }
  }

  // ---- threads that park

  enum Mutant {
    NONE,
    /** Sleep, step 5 is left out. */
    NO_SECOND_LOOK_AT_ROOTS,
    /** The last to search does not look for more when it leaves with work. */
    NO_HAND_OVER
  }

  /**
   * A wake-up that is lost leaves a thread that waits for ever, which Lincheck reports. It lets a
   * park return at any time, so it does not see whether a claimed worker is unparked: {@code
   * SignallingModel} does.
   */
  private static void park(int workers, Mutant mutant) {
    Lincheck.runConcurrentTest(
        ModelChecking.interleavings(), () -> new Mill(workers, mutant).run());
  }

  /** As many tasks of one word as workers, each of which takes one and is busy from then on. */
  private static final class Mill {
    private final Mutant mutant;
    private final SignalWaker[] wakers;
    private final SummaryTree tree;
    private final BitTree active;
    private final IdleWorkers idle;
    private final SlotWord word = new SlotWord(0);
    private final AtomicInteger permits = new AtomicInteger();

    Mill(int workers, Mutant mutant) {
      this.mutant = mutant;
      wakers = new SignalWaker[workers];
      tree = treeOf(wakers);
      active = tree.active();
      idle = tree.idle();
    }

    void run() {
      Thread[] threads = new Thread[wakers.length];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = new Parking(this, i);
        wakers[i].attach(threads[i]);
        idle.beginSearch();
        threads[i].start();
      }
      for (int task = 0; task < threads.length; task++) {
        tree.post(word.signal(1 << task), word.index);
      }
      try {
        for (Thread each : threads) {
          each.join();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      if (permits.get() != tree.permits() || word.hasWork() || idle.anySleeping()) {
        throw new AssertionError(permits + " of " + tree.permits() + " permits, " + word);
      }
    }

    private void work(int worker) {
      while (word.takeSome(SlotWord.ALL, 0, 1) == 0) {
        cleanRoot(active);
        active.unmark(word.index);
        if (word.hasWork()) {
          active.mark(word.index);
        } else {
          sleep(worker);
        }
      }
      if (idle.endSearch() && mutant != Mutant.NO_HAND_OVER && !active.isEmpty()) {
        tree.release(worker);
      }
    }

    private void sleep(int worker) {
      idle.sleep(worker);
      if (mutant == Mutant.NO_SECOND_LOOK_AT_ROOTS || active.isEmpty()) {
        while (idle.isSleeping(worker)) {
          wakers[worker].park();
        }
      }
      if (!idle.wakeUp(worker)) {
        permits.getAndIncrement();
      }
      int position = wakers[worker].takeCalledTo();
      if (position != SignalWaker.ANYWHERE && position != word.index) {
        throw new AssertionError("called to " + position);
      }
    }
  }

  /** By a field and not by a lambda: Lincheck does not see that what one captures is shared. */
  private static final class Parking extends Thread {
    private final Mill mill;
    private final int worker;

    Parking(Mill mill, int worker) {
      this.mill = mill;
      this.worker = worker;
    }

    @Override
    public void run() {
      mill.work(worker);
    }
  }
}
