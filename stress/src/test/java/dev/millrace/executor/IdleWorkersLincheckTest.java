package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** A sleeper is claimed by one, or wakes up by itself, never both. */
final class IdleWorkersLincheckTest {

  @Test
  void claimAndWakeUpAreAtomic() {
    ModelChecking.options().check(Right.class);
  }

  @Test
  void claimThatLeavesTheSleeperBitIsFoundOut() {
    assertThatThrownBy(() -> ModelChecking.options(100).check(ClaimsInTwoSteps.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** Two workers, both asleep. */
  @Param(name = "worker", gen = IntGen.class, conf = "0:1")
  public static class Right {
    private final IdleWorkers idle = new IdleWorkers();

    public Right() {
      for (int worker = 0; worker < 2; worker++) {
        idle.beginSearch();
        idle.sleep(worker);
      }
    }

    @Operation
    public int claim(@Param(name = "worker") int worker) {
      return idle.claim(worker);
    }

    @Operation
    public boolean wakeUp(@Param(name = "worker") int worker) {
      return idle.wakeUp(worker);
    }

    @Operation
    public boolean isSleeping(@Param(name = "worker") int worker) {
      return idle.isSleeping(worker);
    }

    @Operation
    public int searching() {
      return idle.searching();
    }
  }

  /** Clears the bit after it has decided. */
  @Param(name = "worker", gen = IntGen.class, conf = "0:1")
  public static class ClaimsInTwoSteps {
    private volatile int sleepers = 3;

    @Operation
    public int claim(@Param(name = "worker") int worker) {
      int now = sleepers;
      if ((now & 1 << worker) == 0) {
        return IdleWorkers.NOBODY;
      }
      sleepers = now & ~(1 << worker);
      return worker;
    }
  }
}
