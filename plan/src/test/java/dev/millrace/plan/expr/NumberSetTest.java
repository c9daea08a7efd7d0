package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Long lists of numbers are looked up: how long they are does not matter to a row. */
class NumberSetTest {

  /** The even numbers from 0 on, counting how often one is asked for. */
  private static final class Evens extends AbstractList<Double> {
    private final int size;
    private int reads;

    Evens(int size) {
      this.size = size;
    }

    @Override
    public Double get(int index) {
      reads++;
      return 2.0 * index;
    }

    @Override
    public int size() {
      return size;
    }
  }

  @Test
  void theListIsReadOnceAndNeverForARow() {
    Evens evens = new Evens(5_000);
    NumberSet set = new NumberSet(evens);

    for (int number = -10_000; number < 20_000; number++) {
      boolean isIn = number >= 0 && number < 10_000 && number % 2 == 0;
      assertThat(NumberSet.contains(number, set)).as("%d", number).isEqualTo(isIn);
    }

    assertThat(evens.reads).isEqualTo(5_000);
  }

  @Test
  void moreThanAFewNumbersAreLookedUp() {
    assertThat(lowered(Lowering.FEW)).isInstanceOf(Code.Test.OneOf.class);
    assertThat(lowered(Lowering.FEW + 1)).isInstanceOf(Code.Test.InNumbers.class);
  }

  private static Code.Test lowered(int size) {
    List<Double> list = DoubleStream.iterate(0.5, x -> x + 1).limit(size).boxed().toList();
    Pred pred = new Pred.InNumbers(new Expr.KeyRef(TestNames.SCORE), list);
    return new Lowering(TestNames.typed(pred).names()).pred(pred);
  }
}
