package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Bits;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.Cells;
import dev.millrace.rows.Column;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.Assertions;

/** Asks every backend, and insists on one answer. */
final class OnBothBackends {

  private static final List<ExprBackend> BACKENDS =
      List.of(new ExprInterpreter(), new ExprCompiler(Integer.MAX_VALUE), new ExprCompiler(0));

  private OnBothBackends() {}

  static boolean holds(Pred pred, RowSet row, Map<Integer, Object> params) {
    return !select(pred, row, params).isEmpty();
  }

  static List<Integer> select(Pred pred, RowSet rows, Map<Integer, Object> params) {
    return same(backend -> {
      FilterProgram.Run run = backend.filter(TestNames.typed(pred)).begin(rows, params::get);
      run.select(0, rows.size());
      return Cells.rows(run.result());
    });
  }

  /** The value for the one row of {@code row}; the target allows null. */
  static Object value(Expr expr, KeySpec.Type type, RowSet row, Map<Integer, Object> params) {
    Column column = compute(expr, TestNames.target(type, true), row, params);
    return Cells.get(column, row.row(0));
  }

  static Column compute(Expr expr, KeySpec target, RowSet rows, Map<Integer, Object> params) {
    List<Column> columns = new ArrayList<>();
    List<Object> _ =
        same(backend -> {
          VmProgram.Run run = backend.vm(TestNames.typed(expr), target).begin(rows, params::get);
          run.compute(0, rows.size());
          Column column = run.column();
          columns.add(column);
          List<Object> cells = new ArrayList<>();
          cells.add(column.validity() == null);
          for (int row = 0; row < column.length(); row++) {
            cells.add(Cells.get(column, row));
          }
          return cells;
        });
    return columns.get(0);
  }

  /** Rethrows a fault, if it is the fault of all. */
  private static <T> T same(Function<ExprBackend, T> work) {
    List<Object> answers = new ArrayList<>();
    T answer = null;
    RuntimeException thrown = null;
    for (ExprBackend backend : BACKENDS) {
      try {
        answer = work.apply(backend);
        answers.add(answer);
      } catch (ExprFault | IllegalStateException | IllegalArgumentException e) {
        thrown = e;
        answers.add(e.getClass() + ": " + e.getMessage());
      }
    }
    Assertions.assertThat(answers).allMatch(answers.get(0)::equals);
    if (thrown != null) {
      throw thrown;
    }
    return answer;
  }

  /** One row with id 7; a value of null is a null in a column, a key that is not there is none. */
  static RowSet row(Object... keysAndValues) {
    ColumnBatch batch = ColumnBatch.ofIds(new long[] {7});
    for (int i = 0; i < keysAndValues.length; i += 2) {
      int key = (Integer) keysAndValues[i];
      batch = batch.with(key, column(TestNames.key(key).type(), keysAndValues[i + 1]));
    }
    return RowSet.all(batch);
  }

  private static Column column(KeySpec.Type type, Object value) {
    long[] validity = value == null ? Bits.none(1) : null;
    return switch (type) {
      case FLOAT -> new FloatColumn(new double[] {value == null ? 5 : (Double) value}, validity);
      case INT -> new IntColumn(new long[] {value == null ? 5 : (Long) value}, validity);
      case BOOL ->
          new BoolColumn(new long[] {value != null && (Boolean) value ? 1 : 0}, 1, validity);
      case STRING -> {
        StringColumnBuilder builder = new StringColumnBuilder(1);
        if (value != null) {
          builder.set(0, (String) value);
        }
        yield builder.build();
      }
      case FEATURE_BUNDLE -> throw new IllegalArgumentException("no column");
    };
  }
}
