package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PredRulesTest {

  private static final Expr NULL = new Expr.ConstNull();
  private static final Expr SCORE = new Expr.KeyRef(TestNames.SCORE);
  private static final Expr OTHER = new Expr.KeyRef(11);
  private static final Expr COUNTRY = new Expr.KeyRef(TestNames.COUNTRY);
  private static final Expr TITLE = new Expr.KeyRef(TestNames.TITLE);
  private static final Expr FIVE = new Expr.ConstNumber(5);
  private static final RowSet NULLS =
      OnBothBackends.row(TestNames.SCORE, null, 11, null, TestNames.COUNTRY, null);
  private static final RowSet ABSENT = OnBothBackends.row();
  private static final RowSet VALUES =
      OnBothBackends.row(TestNames.SCORE, 5.0, 11, 6.0, TestNames.COUNTRY, "US");

  @Test
  void comparesNumbers() {
    assertThat(holding(SCORE, FIVE, VALUES)).isEqualTo("== <= >=");
    assertThat(holding(SCORE, OTHER, VALUES)).isEqualTo("!= < <=");
    assertThat(holding(OTHER, SCORE, VALUES)).isEqualTo("!= > >=");
    assertThat(holding(FIVE, OTHER, VALUES)).isEqualTo("!= < <=");
  }

  @Test
  void whatIsNotANumberIsUnequalToEverything() {
    Expr big = new Expr.Binary(Expr.BinaryOp.MUL, new Expr.ConstNumber(1e308), OTHER);
    Expr notANumber = new Expr.Binary(Expr.BinaryOp.SUB, big, big);

    assertThat(holding(notANumber, FIVE, VALUES)).isEqualTo("!=");
    assertThat(holding(FIVE, notANumber, VALUES)).isEqualTo("!=");
    assertThat(holds(new Pred.InNumbers(notANumber, List.of(1d, 2d)), VALUES)).isFalse();
  }

  @Test
  void comparesStringsByTheirBytes() {
    assertThat(holding(COUNTRY, new Expr.ConstString("US"), VALUES)).isEqualTo("== <= >=");
    assertThat(holding(COUNTRY, new Expr.ConstString("V"), VALUES)).isEqualTo("!= < <=");
    assertThat(holding(new Expr.ConstString("V"), COUNTRY, VALUES)).isEqualTo("!= > >=");
    RowSet row = OnBothBackends.row(TestNames.COUNTRY, "\uFF5E", TestNames.TITLE, "\uD83D\uDE00");
    assertThat(holding(COUNTRY, TITLE, row)).isEqualTo("!= < <=");
    assertThat(holding(TITLE, new Expr.Coalesce(COUNTRY, TITLE), row)).isEqualTo("!= > >=");
  }

  @Test
  void comparesBools() {
    Expr seen = new Expr.KeyRef(TestNames.SEEN);
    RowSet row = OnBothBackends.row(TestNames.SEEN, true);

    assertThat(holds(new Pred.Cmp(Pred.CmpOp.EQ, seen, new Expr.ConstBool(true)), row)).isTrue();
    assertThat(holds(new Pred.Cmp(Pred.CmpOp.NE, seen, new Expr.ConstBool(true)), row)).isFalse();
    assertThat(holds(new Pred.Cmp(Pred.CmpOp.NE, seen, new Expr.ConstBool(false)), row)).isTrue();
  }

  @Test
  void anyComparisonWithANullIsFalse() {
    for (RowSet rows : new RowSet[] {NULLS, ABSENT}) {
      assertThat(holding(SCORE, FIVE, rows)).isEmpty();
      assertThat(holding(FIVE, SCORE, rows)).isEmpty();
      assertThat(holding(SCORE, OTHER, rows)).isEmpty();
      assertThat(holding(COUNTRY, new Expr.ConstString("US"), rows)).isEmpty();
      assertThat(holding(COUNTRY, TITLE, rows)).isEmpty();
    }
    assertThat(holding(SCORE, new Expr.ParamRef(TestNames.WEIGHT), VALUES)).isEmpty();
    assertThat(holding(COUNTRY, new Expr.ParamRef(TestNames.WORD), VALUES)).isEmpty();
  }

  @Test
  void theNegationOfAComparisonWithANullIsTrue() {
    assertThat(holds(new Pred.Not(new Pred.Cmp(Pred.CmpOp.GT, SCORE, FIVE)), NULLS)).isTrue();
    assertThat(holds(new Pred.Not(new Pred.InNumbers(SCORE, List.of(1d))), NULLS)).isTrue();
    assertThat(holds(new Pred.Not(new Pred.InStrings(COUNTRY, List.of("US"))), NULLS)).isTrue();
    assertThat(holds(new Pred.Not(regex("U", false)), NULLS)).isTrue();
  }

  @Test
  void aNullThatIsWrittenThereCanBeComparedWith() {
    assertThat(holding(SCORE, NULL, NULLS)).isEqualTo("==");
    assertThat(holding(NULL, SCORE, ABSENT)).isEqualTo("==");
    assertThat(holding(SCORE, NULL, VALUES)).isEqualTo("!=");
    assertThat(holding(NULL, COUNTRY, VALUES)).isEqualTo("!=");
    assertThat(holding(NULL, NULL, VALUES)).isEqualTo("==");
    assertThat(holding(new Expr.ParamRef(TestNames.WEIGHT), NULL, VALUES)).isEqualTo("==");
  }

  @Test
  void aNullThatIsComputedCannot() {
    Expr computed = new Expr.Unary(Expr.UnaryOp.NEG, NULL);

    assertThat(holding(SCORE, computed, NULLS)).isEmpty();
    assertThat(holding(new Expr.Coalesce(NULL, NULL), COUNTRY, VALUES)).isEmpty();
  }

  @Test
  void asksForNulls() {
    for (Expr expr : new Expr[] {SCORE, COUNTRY, new Expr.Unary(Expr.UnaryOp.ABS, SCORE)}) {
      assertThat(holds(new Pred.IsNull(expr), NULLS)).isTrue();
      assertThat(holds(new Pred.IsNull(expr), ABSENT)).isTrue();
      assertThat(holds(new Pred.IsNull(expr), VALUES)).isFalse();
      assertThat(holds(new Pred.NotNull(expr), NULLS)).isFalse();
      assertThat(holds(new Pred.NotNull(expr), VALUES)).isTrue();
    }
  }

  @Test
  void findsNumbersInListsOfAnySize() {
    Expr id = new Expr.KeyRef(TestNames.ID);
    for (int size : new int[] {0, 1, 4, Lowering.FEW, Lowering.FEW + 1, 200}) {
      List<Double> list = DoubleStream.iterate(0, x -> x + 2).limit(size).boxed().toList();
      RowSet rows = RowSet.all(ColumnBatch.ofIds(LongStream.range(0, 500).toArray()));

      assertThat(OnBothBackends.select(new Pred.InNumbers(id, list), rows, Map.of()))
          .isEqualTo(list.stream().map(Double::intValue).toList());
    }
  }

  @Test
  void bothZerosAreOneInAList() {
    RowSet zero = OnBothBackends.row(TestNames.SCORE, -0.0, TestNames.AGE, 0L);
    List<Double> few = List.of(0.0);
    List<Double> many = DoubleStream.iterate(0, x -> x + 1).limit(20).boxed().toList();

    assertThat(holds(new Pred.InNumbers(SCORE, few), zero)).isTrue();
    assertThat(holds(new Pred.InNumbers(SCORE, many), zero)).isTrue();
    assertThat(holds(new Pred.InNumbers(new Expr.KeyRef(TestNames.AGE), List.of(-0.0)), zero))
        .isTrue();
  }

  @Test
  void findsStringsInLists() {
    assertThat(holds(new Pred.InStrings(COUNTRY, List.of("CA", "US", "US")), VALUES)).isTrue();
    assertThat(holds(new Pred.InStrings(COUNTRY, List.of("us")), VALUES)).isFalse();
    Expr either = new Expr.Coalesce(TITLE, COUNTRY);
    assertThat(holds(new Pred.InStrings(either, List.of("US")), VALUES)).isTrue();
    assertThat(holds(new Pred.InStrings(COUNTRY, List.of()), VALUES)).isFalse();
  }

  @Test
  void matchesAPatternAnywhere() {
    assertThat(holds(regex("S$", false), VALUES)).isTrue();
    assertThat(holds(regex("^S", false), VALUES)).isFalse();
    assertThat(holds(regex("us", false), VALUES)).isFalse();
    assertThat(holds(regex("us", true), VALUES)).isTrue();
    assertThat(holds(regex("", false), OnBothBackends.row(TestNames.COUNTRY, ""))).isTrue();
  }

  @Test
  void aPatternThatIsNullFailsOnlyWhenAStringIsMet() {
    Pred regex =
        new Pred.Regex(TestNames.COUNTRY, new Pred.Pattern.Param(TestNames.PATTERN), false);

    assertThat(holds(regex, NULLS)).isFalse();
    assertThat(holds(regex, ABSENT)).isFalse();
    assertThat(holds(new Pred.And(new Pred.IsNull(COUNTRY), regex), VALUES)).isFalse();
    assertThatThrownBy(() -> holds(regex, VALUES))
        .isInstanceOf(ExprFault.class)
        .hasMessage("regex: param pattern is null or missing (param_id=6)");
    assertThat(OnBothBackends.holds(regex, VALUES, Map.of(TestNames.PATTERN, "U"))).isTrue();
  }

  @Test
  void aPatternThatIsNoneFailsOnlyWhenAStringIsMet() {
    Pred regex =
        new Pred.Regex(TestNames.COUNTRY, new Pred.Pattern.Param(TestNames.PATTERN), false);
    Map<Integer, Object> params = Map.of(TestNames.PATTERN, "(");

    assertThat(OnBothBackends.holds(regex, NULLS, params)).isFalse();
    assertThatThrownBy(() -> OnBothBackends.holds(regex, VALUES, params))
        .isInstanceOf(ExprFault.class)
        .hasMessageStartingWith("Invalid regex pattern: ");
  }

  @Test
  void combinesFromLeftToRight() {
    Pred yes = new Pred.Cmp(Pred.CmpOp.EQ, SCORE, FIVE);
    Pred no = new Pred.Not(yes);
    Pred fails =
        new Pred.Regex(TestNames.COUNTRY, new Pred.Pattern.Param(TestNames.PATTERN), false);

    assertThat(holds(new Pred.And(yes, yes), VALUES)).isTrue();
    assertThat(holds(new Pred.And(yes, no), VALUES)).isFalse();
    assertThat(holds(new Pred.Or(no, yes), VALUES)).isTrue();
    assertThat(holds(new Pred.Or(no, no), VALUES)).isFalse();
    assertThat(holds(new Pred.And(no, fails), VALUES)).isFalse();
    assertThat(holds(new Pred.Or(yes, fails), VALUES)).isTrue();
    assertThatThrownBy(() -> holds(new Pred.Or(no, fails), VALUES)).isInstanceOf(ExprFault.class);
    assertThat(holds(new Pred.Const(true), ABSENT)).isTrue();
    assertThat(holds(new Pred.Const(false), ABSENT)).isFalse();
  }

  @Test
  void keepsTheOrderOfTheInput() {
    ColumnBatch batch = ColumnBatch.ofIds(new long[] {10, 20, 30, 40});
    RowSet rows = RowSet.of(batch, new int[] {3, 1, 0, 2}, 3);
    Pred big = new Pred.Cmp(Pred.CmpOp.GE, new Expr.KeyRef(TestNames.ID), new Expr.ConstNumber(20));

    assertThat(OnBothBackends.select(big, rows, Map.of())).containsExactly(3, 1);
  }

  private static Pred regex(String pattern, boolean ignoreCase) {
    return new Pred.Regex(TestNames.COUNTRY, new Pred.Pattern.Literal(pattern), ignoreCase);
  }

  private static boolean holds(Pred pred, RowSet row) {
    return OnBothBackends.holds(pred, row, Map.of());
  }

  /** The comparisons that hold between the two. */
  private static String holding(Expr a, Expr b, RowSet row) {
    StringBuilder holding = new StringBuilder();
    for (Pred.CmpOp op : Pred.CmpOp.values()) {
      Pred pred = new Pred.Cmp(op, a, b);
      boolean holds = holds(pred, row);
      assertThat(holds(new Pred.Not(pred), row)).isEqualTo(!holds);
      if (holds) {
        holding.append(' ').append(OpNames.of(op));
      }
    }
    return holding.toString().trim();
  }
}
