package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExprValuesTest {

  private static final Expr NULL = new Expr.ConstNull();
  private static final Expr SCORE = new Expr.KeyRef(TestNames.SCORE);
  private static final Expr AGE = new Expr.KeyRef(TestNames.AGE);
  private static final Expr COUNTRY = new Expr.KeyRef(TestNames.COUNTRY);
  private static final Expr SEEN = new Expr.KeyRef(TestNames.SEEN);
  private static final Expr WEIGHT = new Expr.ParamRef(TestNames.WEIGHT);
  private static final RowSet NULLS =
      OnBothBackends.row(
          TestNames.SCORE,
          null,
          TestNames.AGE,
          null,
          TestNames.COUNTRY,
          null,
          TestNames.SEEN,
          null);
  private static final RowSet ABSENT = OnBothBackends.row();
  private static final RowSet VALUES =
      OnBothBackends.row(
          TestNames.SCORE, 2.5, TestNames.AGE, 4L, TestNames.COUNTRY, "US", TestNames.SEEN, true);

  @Test
  void keysAreReadByTheirType() {
    assertThat(number(new Expr.KeyRef(TestNames.ID), VALUES)).isEqualTo(7.0);
    assertThat(number(SCORE, VALUES)).isEqualTo(2.5);
    assertThat(number(AGE, VALUES)).isEqualTo(4.0);
    assertThat(OnBothBackends.value(COUNTRY, KeySpec.Type.STRING, VALUES, Map.of()))
        .isEqualTo("US");
    assertThat(OnBothBackends.value(SEEN, KeySpec.Type.BOOL, VALUES, Map.of())).isEqualTo(true);
  }

  @Test
  void nullsAndAbsentColumnsReadAsNull() {
    for (RowSet rows : new RowSet[] {NULLS, ABSENT}) {
      assertThat(number(SCORE, rows)).isNull();
      assertThat(number(AGE, rows)).isNull();
      assertThat(OnBothBackends.value(COUNTRY, KeySpec.Type.STRING, rows, Map.of())).isNull();
      assertThat(OnBothBackends.value(SEEN, KeySpec.Type.BOOL, rows, Map.of())).isNull();
    }
  }

  @Test
  void idsBeyondTwoToThe53AreRounded() {
    RowSet rows = RowSet.all(ColumnBatch.ofIds(new long[] {(1L << 53) + 1}));
    Expr id = new Expr.KeyRef(TestNames.ID);

    assertThat(number(id, rows)).isEqualTo(0x1p53);
    assertThat(
            OnBothBackends.holds(
                new Pred.Cmp(Pred.CmpOp.EQ, id, new Expr.ConstNumber(0x1p53)), rows, Map.of()))
        .isTrue();
    assertThat(
            OnBothBackends.holds(
                new Pred.Cmp(Pred.CmpOp.LE, id, new Expr.ConstNumber(0x1p53 - 1)), rows, Map.of()))
        .isFalse();
  }

  @Test
  void arithmeticIsThatOfDoubles() {
    assertThat(binary(Expr.BinaryOp.ADD, 0.1, 0.2)).isEqualTo(0.1 + 0.2);
    assertThat(binary(Expr.BinaryOp.SUB, 1, 3)).isEqualTo(-2.0);
    assertThat(binary(Expr.BinaryOp.MUL, 3, -0.0)).isEqualTo(-0.0);
    assertThat(binary(Expr.BinaryOp.DIV, 1, 8)).isEqualTo(0.125);
    assertThat(binary(Expr.BinaryOp.MIN, 0.0, -0.0)).isEqualTo(-0.0);
    assertThat(binary(Expr.BinaryOp.MAX, 2, 3)).isEqualTo(3.0);
    assertThat(unary(Expr.UnaryOp.NEG, 0.0)).isEqualTo(-0.0);
    assertThat(unary(Expr.UnaryOp.ABS, -4)).isEqualTo(4.0);
    assertThat(unary(Expr.UnaryOp.LOG1P, 1e-20)).isEqualTo(1e-20);
  }

  @Test
  void aDivisionByZeroIsNull() {
    assertThat(binary(Expr.BinaryOp.DIV, 1, 0.0)).isNull();
    assertThat(binary(Expr.BinaryOp.DIV, 0, -0.0)).isNull();
    assertThat(number(new Expr.Binary(Expr.BinaryOp.DIV, SCORE, SCORE), VALUES)).isEqualTo(1.0);
    assertThat(
            number(
                new Expr.Binary(
                    Expr.BinaryOp.DIV, SCORE, new Expr.Binary(Expr.BinaryOp.SUB, SCORE, SCORE)),
                VALUES))
        .isNull();
  }

  @Test
  void aNullOperandMakesNull() {
    for (Expr.BinaryOp op : Expr.BinaryOp.values()) {
      assertThat(number(new Expr.Binary(op, SCORE, new Expr.ConstNumber(1)), NULLS)).isNull();
      assertThat(number(new Expr.Binary(op, new Expr.ConstNumber(1), SCORE), NULLS)).isNull();
      assertThat(number(new Expr.Binary(op, SCORE, WEIGHT), VALUES)).isNull();
      assertThat(number(new Expr.Binary(op, SCORE, NULL), VALUES)).isNull();
    }
    for (Expr.UnaryOp op : Expr.UnaryOp.values()) {
      assertThat(number(new Expr.Unary(op, SCORE), ABSENT)).isNull();
    }
  }

  @Test
  void coalesceTakesTheFirstThatIsNotNull() {
    Expr expr = new Expr.Coalesce(SCORE, new Expr.Coalesce(WEIGHT, AGE));

    assertThat(number(expr, VALUES)).isEqualTo(2.5);
    assertThat(number(expr, OnBothBackends.row(TestNames.AGE, 4L))).isEqualTo(4.0);
    assertThat(OnBothBackends.value(expr, KeySpec.Type.FLOAT, NULLS, Map.of(TestNames.WEIGHT, 0.2)))
        .isEqualTo(0.2);
    assertThat(number(expr, NULLS)).isNull();
  }

  @Test
  void ifTakesTheBranchOfItsPredicate() {
    Pred known = new Pred.NotNull(COUNTRY);
    Expr expr = new Expr.If(known, COUNTRY, new Expr.ConstString("none"));

    assertThat(OnBothBackends.value(expr, KeySpec.Type.STRING, VALUES, Map.of())).isEqualTo("US");
    assertThat(OnBothBackends.value(expr, KeySpec.Type.STRING, NULLS, Map.of())).isEqualTo("none");
    assertThat(number(new Expr.If(known, NULL, SCORE), VALUES)).isNull();
  }

  @Test
  void aStringConstantMayBeLongerThanAClassFileHolds() {
    String big = "x".repeat(100_000);
    Expr expr = new Expr.Coalesce(COUNTRY, new Expr.ConstString(big));

    assertThat(OnBothBackends.value(expr, KeySpec.Type.STRING, NULLS, Map.of())).isEqualTo(big);
  }

  @Test
  void aColumnOfAnotherTypeThanItsKeyIsADefect() {
    RowSet rows =
        RowSet.all(
            ColumnBatch.ofIds(new long[] {1})
                .with(TestNames.COUNTRY, new FloatColumn(new double[1], null)));

    assertThatThrownBy(() -> OnBothBackends.value(COUNTRY, KeySpec.Type.STRING, rows, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("key 'string40' is of type STRING, its column of type FLOAT");
  }

  @Test
  void aParamOfAnotherTypeThanItsSpecIsADefect() {
    assertThatThrownBy(() ->
            OnBothBackends.value(WEIGHT, KeySpec.Type.FLOAT, VALUES, Map.of(TestNames.WEIGHT, "1")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("param 'weight' is of type FLOAT, its value a String");
  }

  private static Object number(Expr expr, RowSet row) {
    return OnBothBackends.value(expr, KeySpec.Type.FLOAT, row, Map.of());
  }

  /** Once of values of the row, once of constants. */
  private static Object binary(Expr.BinaryOp op, double a, double b) {
    Object constant =
        number(new Expr.Binary(op, new Expr.ConstNumber(a), new Expr.ConstNumber(b)), VALUES);
    RowSet row = OnBothBackends.row(10, a, 11, b);
    Object value = number(new Expr.Binary(op, new Expr.KeyRef(10), new Expr.KeyRef(11)), row);
    assertThat(value).isEqualTo(constant);
    return value;
  }

  private static Object unary(Expr.UnaryOp op, double x) {
    return number(new Expr.Unary(op, SCORE), OnBothBackends.row(TestNames.SCORE, x));
  }
}
