package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Each transition of a signal word is one atomic step. */
final class SignalWordLincheckTest {

  @Test
  void transitionsAreAtomic() {
    ModelChecking.options().check(Right.class);
  }

  @Test
  void takeWithoutCompareAndSetIsFoundOut() {
    assertThatThrownBy(() -> ModelChecking.options(100).check(TakesTwice.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  @Param(name = "mask", gen = IntGen.class, conf = "1:3")
  public static class Right {
    final SignalWord word = new SignalWord();

    @Operation
    public String signal(@Param(name = "mask") int mask) {
      return word.signal(mask).toString();
    }

    @Operation
    public String claim() {
      return word.claim(1).toString();
    }

    @Operation
    public int takeAll() {
      return word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS);
    }

    @Operation
    public int takeOne(@Param(name = "mask") int from) {
      return word.takeSome(SlotWord.ALL, from, 1);
    }

    @Operation
    public String release(@Param(name = "mask") int mask) {
      return word.release(mask).toString();
    }

    @Operation
    public boolean pass() {
      return word.pass(1, 2);
    }

    @Operation
    public String giveBack() {
      return word.giveBack(2).toString();
    }

    @Operation
    public void retire() {
      word.retire(3);
    }
  }

  /** Looks, and then takes whatever there is meanwhile. */
  public static class TakesTwice {
    private volatile int takeable;

    @Operation
    public void signal() {
      takeable = 1;
    }

    @Operation
    public int takeAll() {
      int mine = takeable;
      if (mine != 0) {
        takeable = 0;
      }
      return mine;
    }
  }
}
