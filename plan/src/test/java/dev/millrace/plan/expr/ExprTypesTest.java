package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.KeySpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExprTypesTest {

  private static final Expr NUMBER = new Expr.ConstNumber(1);
  private static final Expr STRING = new Expr.ConstString("x");
  private static final Expr BOOL = new Expr.ConstBool(true);
  private static final Expr NULL = new Expr.ConstNull();
  private static final Expr COUNTRY = new Expr.KeyRef(TestNames.COUNTRY);
  private static final Expr ID = new Expr.KeyRef(TestNames.ID);

  @Test
  void leavesHaveTheTypesOfTheRegistry() {
    assertThat(type(NUMBER)).isEqualTo(ExprType.NUMBER);
    assertThat(type(STRING)).isEqualTo(ExprType.STRING);
    assertThat(type(BOOL)).isEqualTo(ExprType.BOOL);
    assertThat(type(NULL)).isEqualTo(ExprType.NULL);
    assertThat(type(ID)).isEqualTo(ExprType.NUMBER);
    assertThat(type(COUNTRY)).isEqualTo(ExprType.STRING);
    assertThat(type(new Expr.KeyRef(TestNames.SEEN))).isEqualTo(ExprType.BOOL);
    assertThat(type(new Expr.ParamRef(TestNames.LIMIT))).isEqualTo(ExprType.NUMBER);
    assertThat(type(new Expr.ParamRef(TestNames.WORD))).isEqualTo(ExprType.STRING);
    assertThat(type(new Expr.ParamRef(TestNames.FLAG))).isEqualTo(ExprType.BOOL);
  }

  @Test
  void aNullTakesTheTypeOfTheOtherSide() {
    assertThat(type(new Expr.Coalesce(NULL, COUNTRY))).isEqualTo(ExprType.STRING);
    assertThat(type(new Expr.Coalesce(BOOL, NULL))).isEqualTo(ExprType.BOOL);
    assertThat(type(new Expr.If(new Pred.Const(true), NULL, NUMBER))).isEqualTo(ExprType.NUMBER);
    assertThat(type(new Expr.Unary(Expr.UnaryOp.NEG, NULL))).isEqualTo(ExprType.NUMBER);
    assertThat(type(new Expr.Coalesce(NULL, NULL))).isEqualTo(ExprType.NULL);
  }

  @Test
  void refusesNamesThatAreNotThereOrNotForReading() {
    assertThat(faults(new Expr.KeyRef(777)))
        .containsExactly(new TypeFault(".key_id", "unknown key 777"));
    assertThat(faults(new Expr.ParamRef(777)))
        .containsExactly(new TypeFault(".param_id", "unknown param 777"));
    assertThat(faults(new Expr.KeyRef(TestNames.BUNDLE)))
        .containsExactly(new TypeFault(".key_id", "key 'bundle' is a feature bundle, not a value"));
    assertThat(faults(new Expr.KeyRef(TestNames.BLOCKED)))
        .containsExactly(new TypeFault(".key_id", "key 'old' is blocked, use 'new'"));
    assertThat(faults(new Expr.KeyRef(TestNames.UNREADABLE)))
        .containsExactly(new TypeFault(".key_id", "key 'secret' is not readable"));
    assertThat(faults(new Expr.ParamRef(TestNames.BLOCKED_PARAM)))
        .containsExactly(new TypeFault(".param_id", "param 'gone' is blocked"));
  }

  @Test
  void arithmeticIsForNumbers() {
    for (Expr.BinaryOp op : Expr.BinaryOp.values()) {
      assertThat(faults(new Expr.Binary(op, COUNTRY, BOOL)))
          .extracting(TypeFault::path)
          .containsExactly(".a", ".b");
    }
    for (Expr.UnaryOp op : Expr.UnaryOp.values()) {
      assertThat(faults(new Expr.Unary(op, STRING)))
          .extracting(TypeFault::path)
          .containsExactly(".x");
    }
    assertThat(faults(new Expr.Unary(Expr.UnaryOp.LOG1P, new Expr.ParamRef(TestNames.WORD))))
        .containsExactly(new TypeFault(".x", "log1p needs a number, got a string"));
  }

  @Test
  void bothSidesOfACoalesceAndOfAnIfAreOfOneType() {
    assertThat(faults(new Expr.Coalesce(COUNTRY, NUMBER)))
        .containsExactly(new TypeFault("", "coalesce of a string and a number"));
    assertThat(faults(new Expr.If(new Pred.Const(true), BOOL, NUMBER)))
        .containsExactly(new TypeFault("", "if of a bool and a number"));
  }

  @Test
  void comparesOnlyLikeWithLike() {
    assertThat(faults(new Pred.Cmp(Pred.CmpOp.EQ, COUNTRY, NUMBER)))
        .containsExactly(new TypeFault("", "cannot compare a string with a number"));
    assertThat(faults(new Pred.Cmp(Pred.CmpOp.LT, BOOL, NULL)))
        .containsExactly(new TypeFault("", "'<' needs numbers or strings, got a bool"));
    assertThat(faults(new Pred.Cmp(Pred.CmpOp.GE, COUNTRY, STRING))).isEmpty();
    assertThat(faults(new Pred.Cmp(Pred.CmpOp.NE, BOOL, BOOL))).isEmpty();
    assertThat(faults(new Pred.Cmp(Pred.CmpOp.EQ, COUNTRY, NULL))).isEmpty();
  }

  @Test
  void aListHasTheTypeOfWhatIsLookedFor() {
    assertThat(faults(new Pred.InStrings(NUMBER, List.of("a"))))
        .containsExactly(
            new TypeFault(".lhs", "String in-list requires key_ref as lhs, got: const_number"));
    assertThat(faults(new Pred.InStrings(ID, List.of("a"))))
        .containsExactly(
            new TypeFault(".lhs", "a list of strings needs a string key, got a number"));
    assertThat(faults(new Pred.InNumbers(COUNTRY, List.of(1d))))
        .containsExactly(new TypeFault(".lhs", "a list of numbers needs a number, got a string"));
    assertThat(faults(new Pred.InNumbers(COUNTRY, List.of()))).isEmpty();
    assertThat(faults(new Pred.InStrings(new Expr.Coalesce(COUNTRY, STRING), List.of("a"))))
        .isEmpty();
  }

  @Test
  void numbersAreFinite() {
    assertThat(faults(new Expr.ConstNumber(Double.POSITIVE_INFINITY)))
        .containsExactly(new TypeFault(".value", "the number is not finite"));
    assertThat(faults(new Pred.InNumbers(ID, List.of(1d, Double.NaN))))
        .containsExactly(new TypeFault(".list", "a number in the list is not finite"));
  }

  @Test
  void aRegexNeedsAStringKeyAndAPattern() {
    assertThat(faults(regex(TestNames.ID, new Pred.Pattern.Literal("["))))
        .extracting(TypeFault::path)
        .containsExactly(".key_id", ".pattern.value");
    assertThat(faults(regex(TestNames.COUNTRY, new Pred.Pattern.Literal("["))))
        .singleElement()
        .extracting(TypeFault::reason)
        .asString()
        .startsWith("Invalid regex pattern: ");
    assertThat(faults(regex(TestNames.COUNTRY, new Pred.Pattern.Param(TestNames.WEIGHT))))
        .containsExactly(
            new TypeFault(".pattern.param_id", "regex needs a string param, got a number"));
    assertThat(faults(regex(TestNames.COUNTRY, new Pred.Pattern.Param(TestNames.PATTERN))))
        .isEmpty();
  }

  @Test
  void tellsAllFaultsWithTheirPlaces() {
    Pred pred =
        new Pred.And(
            new Pred.Not(new Pred.IsNull(new Expr.KeyRef(777))),
            new Pred.Or(
                new Pred.Cmp(
                    Pred.CmpOp.EQ,
                    new Expr.If(new Pred.NotNull(new Expr.ParamRef(778)), STRING, NUMBER),
                    NUMBER),
                regex(TestNames.ID, new Pred.Pattern.Literal("a"))));

    assertThat(faults(pred))
        .extracting(TypeFault::path)
        .containsExactly(".a.x.x.key_id", ".b.a.a.pred.x.param_id", ".b.a.a", ".b.b.key_id");
  }

  @Test
  void saysWhichTargetsAnExpressionFits() {
    TypedExpr number = TestNames.typed(NUMBER);

    assertThat(number.misfit(TestNames.target(KeySpec.Type.FLOAT, true))).isEmpty();
    assertThat(number.misfit(TestNames.target(KeySpec.Type.INT, true))).isEmpty();
    assertThat(number.misfit(TestNames.target(KeySpec.Type.STRING, true)))
        .hasValue("key 'out' is of type string, the expression gives a number");
    assertThat(number.misfit(TestNames.target(KeySpec.Type.FEATURE_BUNDLE, true))).isPresent();
    assertThat(TestNames.typed(NULL).misfit(TestNames.target(KeySpec.Type.BOOL, true))).isEmpty();
    assertThat(TestNames.typed(BOOL).misfit(TestNames.target(KeySpec.Type.FLOAT, true)))
        .isPresent();
  }

  private static Pred regex(int key, Pred.Pattern pattern) {
    return new Pred.Regex(key, pattern, false);
  }

  private static ExprType type(Expr expr) {
    return TestNames.typed(expr).type();
  }

  private static List<TypeFault> faults(Expr expr) {
    return switch (TestNames.types().check(expr)) {
      case Checked.Typed<TypedExpr> _ -> List.of();
      case Checked.Faulty<TypedExpr>(List<TypeFault> faults) -> faults;
    };
  }

  private static List<TypeFault> faults(Pred pred) {
    return switch (TestNames.types().check(pred)) {
      case Checked.Typed<TypedPred> _ -> List.of();
      case Checked.Faulty<TypedPred>(List<TypeFault> faults) -> faults;
    };
  }
}
