package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.concurrent.atomic.AtomicInteger;
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
 * No slot is handed out twice, and none is lost; a handle to a task that has ended does nothing to
 * the next one in its slot (SIGNALLING.md, section 7, "Slots").
 */
final class SlotArenaLincheckTest {

  /**
   * Lincheck takes a loop of more than ten rounds for one that waits, and lets others go first:
   * then nobody could come to a slot in the middle of anything, because to look for one takes more.
   */
  private static ModelCheckingOptions options(int iterations) {
    return ModelChecking.options(iterations)
        .actorsBefore(0)
        .actorsAfter(0)
        .loopIterationsBeforeThreadSwitch(100)
        .loopBound(1_000);
  }

  private static ExecutorCore core() {
    return new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048));
  }

  /** The first word, all of whose slots are the caller's. */
  private static SlotWord wholeWord(SlotArena arena) {
    SlotWord first = arena.obtain(0, 0);
    if (first == null || first.takeFree() != SlotWord.ALL) {
      throw new AssertionError("a new word is whole");
    }
    return first;
  }

  @Test
  void slotIsFreeOrSomebodys() {
    options(20).check(TwoSlots.class);
  }

  @Test
  void slotThatIsTakenByLookingIsFoundOut() {
    assertThatThrownBy(() -> options(200).check(TakesByLooking.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  @Test
  void handleOfATaskThatHasEndedRunsNobodyElse() {
    options(20).check(Reuse.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {NoGeneration.class, FreesBeforeItRetires.class})
  void mutantOfReuseIsFoundOut(Class<?> mutant) {
    assertThatThrownBy(() -> options(200).check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  // ---- slots

  /** Two slots of the first word come and go, the others stay taken. */
  @Param(name = "slot", gen = IntGen.class, conf = "0:1")
  public static class TwoSlots {
    private static final int IN_PLAY = 3;

    private final SlotArena arena = core().arena();
    private final SlotWord word = wholeWord(arena);
    private final AtomicInteger held = new AtomicInteger(IN_PLAY);

    int takeFree(SlotWord found) {
      return found.takeFree();
    }

    @Operation
    public void take() {
      SlotWord found = arena.obtain(0, 0);
      if (found == word) { // else it is a new one
        int taken = takeFree(found);
        if ((held.getAndAccumulate(taken, (a, b) -> a | b) & taken) != 0) {
          throw new AssertionError("handed out twice");
        }
      }
    }

    @Operation
    public void giveBack(@Param(name = "slot") int slot) {
      int bit = 1 << slot;
      if ((held.getAndAccumulate(~bit, (a, b) -> a & b) & bit) != 0) {
        arena.giveBack(word, bit);
      }
    }

    @Validate
    public void noneIsLost() {
      if ((word.free() | held.get()) != IN_PLAY || (word.free() & held.get()) != 0) {
        throw new AssertionError("free " + word.free() + ", held " + held);
      }
      if (word.free() != 0 && arena.obtain(0, 0) != word) {
        throw new AssertionError("a free slot that nobody finds");
      }
    }
  }

  /** Looks what is free, and then takes whatever is free meanwhile. */
  public static class TakesByLooking extends TwoSlots {
    @Override
    int takeFree(SlotWord found) {
      int taken = found.free();
      int _ = found.takeFree();
      return taken;
    }
  }

  // ---- generations

  /**
   * The first task ends and leaves its slot to the second one, while somebody wakes the first by
   * its handle. Each wake runs the task that it means or nobody; and the second one is run by a
   * worker, or can be.
   */
  public static class Reuse {
    private static final Task TASK = Task.of("t", (_, _) -> TaskStatus.FINISHED);
    static final int BIT = 1;

    private final ExecutorCore core = core();
    final SlotArena arena = core.arena();
    final SlotWord word = wholeWord(arena);
    private final TaskInstance first = new SoloTask(TASK, core);
    private final TaskInstance second = new SoloTask(TASK, core);
    private volatile boolean firstHasLeft;
    private volatile boolean secondIsThere;
    private final AtomicInteger runsOfSecond = new AtomicInteger();
    private volatile boolean mistaken;

    /** The first one is at its last step, and so owned. */
    public Reuse() {
      put(first);
      var _ = word.claim(BIT);
    }

    private void put(TaskInstance task) {
      task.place(word, 0);
      word.occupy(0, task);
    }

    @Operation(runOnce = true)
    public void endFirst() {
      firstHasLeft = true;
      first.leave();
      word.occupy(0, null);
      retireAndFree();
    }

    void retireAndFree() {
      word.retireAll(BIT);
      arena.giveBack(word, BIT);
    }

    @Operation(runOnce = true)
    public void submitSecond() {
      if (arena.obtain(0, 0) == word && word.takeFree() == BIT) {
        put(second);
        var _ = word.signal(BIT);
        secondIsThere = true;
      }
    }

    /** As a thread from outside that wakes a task and runs it, {@link ExecutorCore#wakeHere}. */
    @Operation
    public void wakeFirst() {
      if (word.claim(BIT) == SignalWord.Claimed.LEFT) {
        return;
      }
      if (isThere(first)) {
        if (firstHasLeft) {
          mistaken = true;
        }
        var _ = word.release(BIT);
      } else {
        var _ = word.giveBack(BIT);
      }
    }

    boolean isThere(TaskInstance task) {
      return word.isThere(task);
    }

    /** As {@link SlotRunner} does it; what it finds may be there for a late signal. */
    @Operation
    public void work() {
      if (word.takeSome(SlotWord.ALL, 0, 1) != 0) {
        if (word.occupant(0) == second) {
          runsOfSecond.getAndIncrement();
        }
        var _ = word.release(BIT);
      }
    }

    @Validate
    public void eachWakeReachesTheOneItMeans() {
      if (mistaken) {
        throw new AssertionError("a task that has left was run");
      }
      if (secondIsThere && runsOfSecond.get() == 0 && (word.takeable() & BIT) == 0) {
        throw new AssertionError("nobody will run the next one: " + word);
      }
    }
  }

  /** Does not compare the handle with the slot's occupant. */
  public static class NoGeneration extends Reuse {
    @Override
    boolean isThere(TaskInstance task) {
      return true;
    }
  }

  /** The slot may be filled again while its last owner still has it. */
  public static class FreesBeforeItRetires extends Reuse {
    @Override
    void retireAndFree() {
      arena.giveBack(word, BIT);
      word.retireAll(BIT);
    }
  }
}
