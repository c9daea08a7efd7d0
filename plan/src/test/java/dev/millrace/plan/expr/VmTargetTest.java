package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Cells;
import dev.millrace.rows.Column;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VmTargetTest {

  private static final Expr ID = new Expr.KeyRef(TestNames.ID);
  private static final Expr SCORE = new Expr.KeyRef(TestNames.SCORE);
  private static final KeySpec FLOAT = TestNames.target(KeySpec.Type.FLOAT, false);
  private static final KeySpec NULLABLE_FLOAT = TestNames.target(KeySpec.Type.FLOAT, true);
  private static final KeySpec INT = TestNames.target(KeySpec.Type.INT, false);

  /** Rows 0 to 99 with ids 1 to 100; the score of every third is null. */
  private static final ColumnBatch BATCH = batch();

  private static ColumnBatch batch() {
    long[] ids = new long[100];
    double[] scores = new double[100];
    long[] validity = new long[2];
    for (int row = 0; row < 100; row++) {
      ids[row] = row + 1L;
      scores[row] = row / 4.0;
      validity[row >> 6] |= row % 3 == 0 ? 0 : 1L << row;
    }
    return ColumnBatch.ofIds(ids).with(TestNames.SCORE, new FloatColumn(scores, validity));
  }

  @Test
  void allRowsWithoutNullsNeedNoBitmap() {
    assertThat(compute(ID, FLOAT, RowSet.all(BATCH)).validity()).isNull();
    assertThat(compute(SCORE, NULLABLE_FLOAT, RowSet.all(BATCH)).validity()).isNotNull();
    Expr score = new Expr.Coalesce(SCORE, ID);
    assertThat(compute(score, FLOAT, RowSet.all(BATCH)).validity()).isNull();
  }

  @Test
  void aPermutationOfAllRowsNeedsNoBitmap() {
    int[] rows = new int[100];
    for (int i = 0; i < 100; i++) {
      rows[i] = (i * 37) % 100;
    }

    Column column = compute(ID, FLOAT, RowSet.of(BATCH, rows, 100));

    assertThat(column.validity()).isNull();
    assertThat(Cells.get(column, 41)).isEqualTo(42.0);
  }

  @Test
  void inactiveRowsAreNull() {
    Column some = compute(ID, FLOAT, RowSet.of(BATCH, new int[] {70, 3}, 2));
    Column first = compute(ID, FLOAT, RowSet.all(BATCH).take(66));

    assertThat(Cells.get(some, 70)).isEqualTo(71.0);
    assertThat(Cells.get(some, 3)).isEqualTo(4.0);
    assertThat(Cells.get(some, 4)).isNull();
    assertThat(Cells.get(first, 65)).isEqualTo(66.0);
    assertThat(Cells.get(first, 66)).isNull();
  }

  @Test
  void inactiveRowsCannotFail() {
    RowSet valid = RowSet.of(BATCH, new int[] {1, 2}, 2);

    assertThat(Cells.get(compute(SCORE, FLOAT, valid), 2)).isEqualTo(0.5);
  }

  @Test
  void aNullInAKeyWithoutNullsFails() {
    assertThatThrownBy(() -> compute(SCORE, FLOAT, RowSet.all(BATCH)))
        .isInstanceOf(ExprFault.class)
        .hasMessage("null result for non-nullable key 'out'");
    assertThatThrownBy(() -> compute(new Expr.ConstNull(), FLOAT, RowSet.all(BATCH)))
        .isInstanceOf(ExprFault.class);
    RowSet none = RowSet.all(BATCH).take(0);
    assertThat(compute(new Expr.ConstNull(), FLOAT, none).length()).isEqualTo(100);
  }

  @Test
  void whatIsNotFiniteFailsWithItsPhysicalRow() {
    Expr huge = new Expr.ConstNumber(1e308);
    Expr overflow = new Expr.Binary(Expr.BinaryOp.MUL, huge, ID);

    assertThatThrownBy(() -> compute(overflow, FLOAT, RowSet.of(BATCH, new int[] {0, 9, 1}, 3)))
        .isInstanceOf(ExprFault.class)
        .hasMessage("expression produced non-finite value at row 9");
    for (int rows : new int[] {2, 33, 100}) {
      assertThatThrownBy(() -> compute(overflow, FLOAT, RowSet.all(BATCH).take(rows)))
          .isInstanceOf(ExprFault.class)
          .hasMessage("expression produced non-finite value at row 1");
    }
    Expr minusOne = new Expr.Binary(Expr.BinaryOp.SUB, new Expr.ConstNumber(1), ID);
    Expr log = new Expr.Unary(Expr.UnaryOp.LOG1P, minusOne);
    assertThatThrownBy(() -> compute(log, INT, RowSet.all(BATCH)))
        .isInstanceOf(ExprFault.class)
        .hasMessage("expression produced non-finite value at row 1");
  }

  @Test
  void whatIsNotFiniteIsFoundWhereverItComesFrom() {
    Expr weight = new Expr.ParamRef(TestNames.WEIGHT);
    double[] spoilt = new double[100];
    spoilt[77] = Double.POSITIVE_INFINITY;
    spoilt[78] = Double.NEGATIVE_INFINITY;
    RowSet infinite = RowSet.all(BATCH.with(TestNames.SCORE, new FloatColumn(spoilt, null)));

    for (Expr expr :
        new Expr[] {
          binary(Expr.BinaryOp.SUB, ID, binary(Expr.BinaryOp.MUL, ID, weight)),
          binary(Expr.BinaryOp.MAX, ID, binary(Expr.BinaryOp.MUL, weight, ID)),
          binary(Expr.BinaryOp.DIV, ID, new Expr.ConstNumber(1e-308)),
          new Expr.Coalesce(binary(Expr.BinaryOp.MUL, ID, weight), ID)
        }) {
      assertThatThrownBy(() -> compute(expr, FLOAT, RowSet.all(BATCH), 1e308))
          .isInstanceOf(ExprFault.class)
          .hasMessage("expression produced non-finite value at row 1");
    }
    Expr product = binary(Expr.BinaryOp.MUL, SCORE, new Expr.ConstNumber(0.5));
    assertThatThrownBy(() -> compute(product, FLOAT, infinite))
        .isInstanceOf(ExprFault.class)
        .hasMessage("expression produced non-finite value at row 77");
  }

  @Test
  void greatValuesAreFiniteAlthoughTheirSumIsNot() {
    Expr great = binary(Expr.BinaryOp.MIN, new Expr.Coalesce(SCORE, ID), ID);
    Expr scaled = binary(Expr.BinaryOp.MUL, great, new Expr.ConstNumber(1e306));

    assertThat(Cells.get(compute(scaled, FLOAT, RowSet.all(BATCH)), 99)).isEqualTo(1e308);
  }

  @Test
  void anIntKeyTakesWholeNumbersInRange() {
    IntColumn ids = (IntColumn) compute(ID, INT, RowSet.all(BATCH));
    assertThat(ids.values()[9]).isEqualTo(10);
    Expr half = new Expr.Binary(Expr.BinaryOp.DIV, ID, new Expr.ConstNumber(2));
    assertThatThrownBy(() -> compute(half, INT, RowSet.all(BATCH)))
        .isInstanceOf(ExprFault.class)
        .hasMessage("expression produced 0.5, which is no 64-bit integer, at row 0");
    Expr big = new Expr.Binary(Expr.BinaryOp.MUL, ID, new Expr.ConstNumber(-0x1p63));
    assertThatThrownBy(() -> compute(big, INT, RowSet.all(BATCH)))
        .isInstanceOf(ExprFault.class)
        .hasMessageEndingWith("at row 1");
    Expr max = new Expr.Binary(Expr.BinaryOp.MUL, ID, new Expr.ConstNumber(0x1p63));
    assertThatThrownBy(() -> compute(max, INT, RowSet.all(BATCH).take(1)))
        .isInstanceOf(ExprFault.class);
  }

  @Test
  void aStringColumnHasADictionaryOfItsOwn() {
    KeySpec target = TestNames.target(KeySpec.Type.STRING, true);
    Expr word =
        new Expr.If(
            new Pred.Cmp(Pred.CmpOp.LT, ID, new Expr.ConstNumber(3)),
            new Expr.ConstString("low"),
            new Expr.ParamRef(TestNames.WORD));

    StringColumn column =
        (StringColumn)
            OnBothBackends.compute(word, target, RowSet.all(BATCH), Map.of(TestNames.WORD, "high"));

    assertThat(column.dictionary().entries()).containsExactly("low", "high");
    assertThat(column.get(1)).isEqualTo("low");
    assertThat(column.get(2)).isEqualTo("high");
  }

  @Test
  void refusesATargetThatDoesNotFit() {
    KeySpec string = TestNames.target(KeySpec.Type.STRING, true);

    assertThatThrownBy(() -> compute(ID, string, RowSet.all(BATCH)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Expr binary(Expr.BinaryOp op, Expr a, Expr b) {
    return new Expr.Binary(op, a, b);
  }

  private static Column compute(Expr expr, KeySpec target, RowSet rows) {
    return OnBothBackends.compute(expr, target, rows, Map.of());
  }

  private static Column compute(Expr expr, KeySpec target, RowSet rows, double weight) {
    return OnBothBackends.compute(expr, target, rows, Map.of(TestNames.WEIGHT, weight));
  }
}
