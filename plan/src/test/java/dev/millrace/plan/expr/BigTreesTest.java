package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Cells;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class BigTreesTest {

  private static final int DEPTH = 1000;
  private static final Expr SCORE = new Expr.KeyRef(TestNames.SCORE);
  private static final KeySpec TARGET = TestNames.target(KeySpec.Type.FLOAT, true);
  private static final RowSet ROW = OnBothBackends.row(TestNames.SCORE, 1.0);

  @Test
  void deepExpressionsNeedNoSpecialStack() throws Exception {
    Expr left = nested(DEPTH, x -> new Expr.Binary(Expr.BinaryOp.ADD, x, SCORE));
    Expr right = nested(DEPTH, x -> new Expr.Binary(Expr.BinaryOp.ADD, SCORE, x));
    Expr branches =
        nested(DEPTH / 2, x -> new Expr.If(new Pred.NotNull(x), new Expr.ConstNumber(3), SCORE));

    assertThat(onADefaultStack(left)).isEqualTo(DEPTH + 1.0);
    assertThat(onADefaultStack(right)).isEqualTo(DEPTH + 1.0);
    assertThat(onADefaultStack(branches)).isEqualTo(3.0);
  }

  @Test
  void deepPredicatesNeedNoSpecialStack() throws Exception {
    Pred pred = new Pred.NotNull(SCORE);
    for (int i = 0; i < DEPTH / 2; i++) {
      pred = new Pred.Not(new Pred.And(pred, new Pred.NotNull(SCORE)));
    }
    Pred deep = pred;
    FutureTask<Boolean> task = new FutureTask<>(() -> OnBothBackends.holds(deep, ROW, Map.of()));
    Thread.ofPlatform().start(task);

    assertThat(task.get()).isTrue();
  }

  @Test
  void whatIsTooBigForAMethodIsInterpreted() {
    Expr wide = wide(SCORE, 12);

    assertThat(OnBothBackends.value(wide, KeySpec.Type.FLOAT, ROW, Map.of())).isEqualTo(4096.0);
    assertThat(new ExprCompiler().vm(TestNames.typed(wide), TARGET).begin(ROW, ParamValues.NONE))
        .isNotInstanceOf(CompiledCompute.class);
  }

  @Test
  void theBiggestTreeThatIsTriedFitsIntoAMethod() {
    Expr tree = new Expr.KeyRef(TestNames.AGE);
    int parts = 1;
    while (parts + 4 <= CodeSize.MAX_PARTS) {
      Expr divided = new Expr.Binary(Expr.BinaryOp.DIV, tree, SCORE);
      tree = new Expr.Binary(Expr.BinaryOp.MUL, divided, new Expr.KeyRef(TestNames.AGE));
      parts += 4;
    }
    Lowering lowering = new Lowering(TestNames.typed(tree).names());
    ComputeBody body = new ComputeBody(lowering.expr(tree), TARGET);
    Layout layout = lowering.layout();

    assertThat(body.parts()).isEqualTo(parts);
    byte[] classFile = new LoopClass(layout, Shape.general(layout), body).bytes();
    assertThat(CodeSize.fits(classFile)).isFalse();
  }

  @Test
  void usualTreesAreCompiled() {
    assertThat(
            new ExprCompiler()
                .vm(TestNames.typed(wide(SCORE, 6)), TARGET)
                .begin(ROW, ParamValues.NONE))
        .isInstanceOf(CompiledCompute.class);
  }

  @Test
  void moreShapesThanThereAreVariantsForAreServedToo() {
    Expr sum = new Expr.ConstNumber(0);
    for (int key = 10; key <= 13; key++) {
      sum =
          new Expr.Binary(
              Expr.BinaryOp.ADD,
              sum,
              new Expr.Coalesce(new Expr.KeyRef(key), new Expr.ConstNumber(100)));
    }
    VmProgram program = new ExprCompiler(0).vm(TestNames.typed(sum), TARGET);

    for (int round = 0; round < 2; round++) {
      for (int present = 0; present < 16; present++) {
        ColumnBatch batch = ColumnBatch.ofIds(new long[1]);
        for (int key = 10; key <= 13; key++) {
          if ((present >> (key - 10) & 1) != 0) {
            batch = batch.with(key, new FloatColumn(new double[] {1}, null));
          }
        }
        VmProgram.Run run = program.begin(RowSet.all(batch), ParamValues.NONE);
        run.compute(0, 1);

        double expected = Integer.bitCount(present) + 100.0 * (4 - Integer.bitCount(present));
        assertThat(Cells.get(run.column(), 0)).isEqualTo(expected);
      }
    }
  }

  private static Expr nested(int times, UnaryOperator<Expr> around) {
    Expr expr = SCORE;
    for (int i = 0; i < times; i++) {
      expr = around.apply(expr);
    }
    return expr;
  }

  /** A sum of 2^levels leaves. */
  private static Expr wide(Expr leaf, int levels) {
    if (levels == 0) {
      return leaf;
    }
    Expr half = wide(leaf, levels - 1);
    return new Expr.Binary(Expr.BinaryOp.ADD, half, half);
  }

  private static Object onADefaultStack(Expr expr) throws Exception {
    FutureTask<Object> task =
        new FutureTask<>(() -> OnBothBackends.value(expr, KeySpec.Type.FLOAT, ROW, Map.of()));
    Thread.ofPlatform().start(task);
    return task.get();
  }
}
