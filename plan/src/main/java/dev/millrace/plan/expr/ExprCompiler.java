package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.RowSet;

/**
 * Generates code: one class for each tree, with the loop over the rows in it. What is too big for
 * that is interpreted. Thread-safe.
 */
final class ExprCompiler implements ExprBackend {

  /** Fewer rows are done before code of their own has paid. */
  private static final int BIG_RUN = 512;

  private final ExprBackend forBigTrees = new ExprInterpreter();
  private final int bigRun;

  ExprCompiler() {
    this(BIG_RUN);
  }

  /** Generates code for the nulls of a run once runs have had {@code bigRun} rows together. */
  ExprCompiler(int bigRun) {
    this.bigRun = bigRun;
  }

  @Override
  public VmProgram vm(TypedExpr expr, KeySpec target) {
    expr.requireFit(target);
    Lowering lowering = new Lowering(expr.names());
    ComputeBody body = new ComputeBody(lowering.expr(expr.expr()), target);
    Layout layout = lowering.layout();
    Binding binding = new Binding(layout, expr.names());
    Magnitude magnitude = new Magnitude(body.value(), layout);
    return LoopVariants.of(layout, body, ComputeLoop.class, bigRun)
        .<VmProgram>map(loops ->
            (rows, params) ->
                CompiledCompute.begin(loops, target, magnitude, binding.frame(rows, params)))
        .orElseGet(() -> forBigTrees.vm(expr, target));
  }

  @Override
  public FilterProgram filter(TypedPred pred) {
    Lowering lowering = new Lowering(pred.names());
    SelectBody body = new SelectBody(lowering.pred(pred.pred()));
    Layout layout = lowering.layout();
    return LoopVariants.of(layout, body, SelectLoop.class, bigRun)
        .<FilterProgram>map(
            loops -> new CompiledFilter(loops, new Binding(layout, pred.names()), pred.mayFail()))
        .orElseGet(() -> forBigTrees.filter(pred));
  }

  private record CompiledFilter(LoopVariants<SelectLoop> loops, Binding binding, boolean mayFail)
      implements FilterProgram {

    @Override
    public Run begin(RowSet rows, ParamValues params) {
      return CompiledSelect.begin(loops, binding.frame(rows, params));
    }
  }
}
