package dev.millrace.plan.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Cells;
import dev.millrace.rows.Column;
import dev.millrace.rows.RandomRows;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Generated code and the interpreter give the same answers, bit for bit, in pieces of any size. */
class BackendAgreementTest {

  private static final int CASES = 800;
  private static final int[] PIECES = {1, 7, 4096};
  private static final ExprType[] TYPES = {ExprType.NUMBER, ExprType.STRING, ExprType.BOOL};

  private final ExprBackend interpreter = new ExprInterpreter();

  /** Never, always, and from some size on with code of its own for the nulls of a run. */
  private final List<ExprBackend> compilers =
      List.of(new ExprCompiler(Integer.MAX_VALUE), new ExprCompiler(0), new ExprCompiler(100));

  @Test
  void onColumns() {
    int computed = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomTrees trees = new RandomTrees(random);
      ExprType type = TYPES[random.nextInt(TYPES.length)];
      TypedExpr expr = TestNames.typed(trees.expr(type, 1 + random.nextInt(5)));
      KeySpec target = TestNames.target(keyType(type, random), random.nextInt(4) != 0);
      VmProgram reference = interpreter.vm(expr, target);
      List<VmProgram> generated = compilers.stream().map(c -> c.vm(expr, target)).toList();
      for (int run = 0; run < 3; run++) {
        RowSet rows = rows(random);
        ParamValues params = trees.params();
        Object expected = compute(reference, rows, params, 4096);
        computed += expected instanceof List ? 1 : 0;
        for (int piece : PIECES) {
          for (VmProgram program : generated) {
            assertThat(compute(program, rows, params, piece))
                .as("seed %d run %d piece %d: %s", seed, run, piece, expr.expr())
                .isEqualTo(expected);
          }
          assertThat(compute(reference, rows, params, piece)).isEqualTo(expected);
        }
      }
    }
    // Else the test would compare little but faults.
    assertThat(computed).isGreaterThan(CASES);
  }

  @Test
  void onSelections() {
    int some = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomTrees trees = new RandomTrees(random);
      TypedPred pred = TestNames.typed(trees.pred(1 + random.nextInt(5)));
      FilterProgram reference = interpreter.filter(pred);
      List<FilterProgram> generated = compilers.stream().map(c -> c.filter(pred)).toList();
      for (int run = 0; run < 3; run++) {
        RowSet rows = rows(random);
        ParamValues params = trees.params();
        Object expected = select(reference, rows, params, 4096);
        some += expected instanceof List<?> list && !list.isEmpty() ? 1 : 0;
        for (int piece : PIECES) {
          for (FilterProgram program : generated) {
            assertThat(select(program, rows, params, piece))
                .as("seed %d run %d piece %d: %s", seed, run, piece, pred.pred())
                .isEqualTo(expected);
          }
          assertThat(select(reference, rows, params, piece)).isEqualTo(expected);
        }
      }
    }
    assertThat(some).isGreaterThan(CASES);
  }

  private static RowSet rows(Random random) {
    RandomRows make = new RandomRows(random);
    return make.view(make.batch(random.nextInt(random.nextInt(4) == 0 ? 200 : 20)));
  }

  private static KeySpec.Type keyType(ExprType type, Random random) {
    return switch (type) {
      case NUMBER -> random.nextInt(3) == 0 ? KeySpec.Type.INT : KeySpec.Type.FLOAT;
      case STRING, NULL -> KeySpec.Type.STRING;
      case BOOL -> KeySpec.Type.BOOL;
    };
  }

  /** The cells, whether there is a bitmap, and the dictionary; or the message of a fault. */
  private static Object compute(VmProgram program, RowSet rows, ParamValues params, int piece) {
    try {
      VmProgram.Run run = program.begin(rows, params);
      for (int from = 0; from < rows.size(); from += piece) {
        run.compute(from, Math.min(rows.size(), from + piece));
      }
      Column column = run.column();
      List<Object> answer = new ArrayList<>();
      answer.add(column.validity() == null);
      if (column instanceof StringColumn strings) {
        answer.add(strings.dictionary());
      }
      for (int row = 0; row < column.length(); row++) {
        answer.add(Cells.get(column, row));
      }
      return answer;
    } catch (ExprFault fault) {
      return fault.getMessage();
    }
  }

  private static Object select(FilterProgram program, RowSet rows, ParamValues params, int piece) {
    try {
      FilterProgram.Run run = program.begin(rows, params);
      for (int from = 0; from < rows.size(); from += piece) {
        run.select(from, Math.min(rows.size(), from + piece));
      }
      RowSet result = run.result();
      assertThat(result.batch()).isSameAs(rows.batch());
      assertThat(run.selected()).isEqualTo(result.size());
      return Cells.rows(result);
    } catch (ExprFault fault) {
      return fault.getMessage();
    }
  }
}
