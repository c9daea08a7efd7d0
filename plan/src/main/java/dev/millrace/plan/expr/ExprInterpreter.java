package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Column;
import dev.millrace.rows.RowSet;

/** Walks the tree for each row. Slow and readable: what it answers is right. Thread-safe. */
final class ExprInterpreter implements ExprBackend {

  @Override
  public VmProgram vm(TypedExpr expr, KeySpec target) {
    expr.requireFit(target);
    return (rows, params) -> new ComputeRun(expr, target, rows, params);
  }

  @Override
  public FilterProgram filter(TypedPred pred) {
    return new Select(pred);
  }

  private record Select(TypedPred pred) implements FilterProgram {

    @Override
    public Run begin(RowSet rows, ParamValues params) {
      return new SelectRun(pred, rows, params);
    }

    @Override
    public boolean mayFail() {
      return pred.mayFail();
    }
  }

  private static final class ComputeRun implements VmProgram.Run {

    private final Expr expr;
    private final KeySpec target;
    private final RowSet rows;
    private final RowEvaluation evaluation;
    private final ResultColumn result;

    ComputeRun(TypedExpr expr, KeySpec target, RowSet rows, ParamValues params) {
      this.expr = expr.expr();
      this.target = target;
      this.rows = rows;
      evaluation = new RowEvaluation(expr.names(), rows.batch(), params);
      result = ResultColumn.of(target, rows.batch().length(), false);
    }

    @Override
    public void compute(int from, int to) {
      for (int position = from; position < to; position++) {
        int row = rows.row(position);
        Object value = evaluation.value(expr, row);
        if (value != null) {
          result.set(row, value);
        } else if (!target.nullable()) {
          throw ResultFaults.nullResult(target.name());
        }
      }
    }

    @Override
    public Column column() {
      return result.column();
    }
  }

  private static final class SelectRun implements FilterProgram.Run {

    private final Pred pred;
    private final RowSet rows;
    private final RowEvaluation evaluation;
    private final Selection selection;

    SelectRun(TypedPred pred, RowSet rows, ParamValues params) {
      this.pred = pred.pred();
      this.rows = rows;
      evaluation = new RowEvaluation(pred.names(), rows.batch(), params);
      selection = new Selection(rows);
    }

    @Override
    public void select(int from, int to) {
      int[] selected = selection.room(to - from);
      int count = selection.count();
      for (int position = from; position < to; position++) {
        int row = rows.row(position);
        if (evaluation.test(pred, row)) {
          selected[count++] = row;
        }
      }
      selection.count(count);
    }

    @Override
    public int selected() {
      return selection.count();
    }

    @Override
    public RowSet result() {
      return selection.rows();
    }
  }
}
