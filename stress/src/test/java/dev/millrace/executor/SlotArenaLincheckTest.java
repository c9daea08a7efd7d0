package dev.millrace.executor;

import dev.millrace.stress.ModelChecking;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** No slot is handed out twice, and none is lost. */
final class SlotArenaLincheckTest {

  @Test
  void slotIsFreeOrSomebodys() {
    ModelChecking.options(4).loopBound(1_000).check(TwoSlots.class);
  }

  /** Two slots of the first word come and go, the others stay taken. */
  @Param(name = "slot", gen = IntGen.class, conf = "0:1")
  public static class TwoSlots {
    private static final int IN_PLAY = 3;

    private final SlotArena arena =
        new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048)).arena();
    private final SlotWord word;
    private final AtomicInteger held = new AtomicInteger(IN_PLAY);

    public TwoSlots() {
      SlotWord first = arena.obtain(0, 0);
      if (first == null || first.takeFree() != SlotWord.ALL) {
        throw new AssertionError("a new word is whole");
      }
      word = first;
    }

    @Operation
    public void take() {
      SlotWord found = arena.obtain(0, 0);
      if (found == word) { // else it is a new one
        int taken = found.takeFree();
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
}
