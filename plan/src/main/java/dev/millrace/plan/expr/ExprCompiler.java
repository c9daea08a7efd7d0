package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;

/**
 * Generates code: one class for each tree, with the loop over the rows in it. What is too big for
 * that is interpreted. Thread-safe.
 */
final class ExprCompiler implements ExprBackend {

  /** A smaller run is over before code of its own has paid. */
  private static final int BIG_RUN = 512;

  private final ExprBackend forBigTrees = new ExprInterpreter();
  private final int bigRun;

  ExprCompiler() {
    this(BIG_RUN);
  }

  /** Generates code for the nulls of a run if it has at least {@code bigRun} rows. */
  ExprCompiler(int bigRun) {
    this.bigRun = bigRun;
  }

  @Override
  public VmProgram vm(TypedExpr expr, KeySpec target) {
    expr.requireFit(target);
    Lowering lowering = new Lowering(expr.names());
    ComputeBody body = new ComputeBody(lowering.expr(expr.expr()), target);
    Layout layout = lowering.layout();
    return LoopVariants.of(layout, body, ComputeLoop.class, bigRun)
        .<VmProgram>map(loops ->
            (rows, params) ->
                CompiledCompute.begin(loops, body, new Frame(layout, expr.names(), rows, params)))
        .orElseGet(() -> forBigTrees.vm(expr, target));
  }

  @Override
  public FilterProgram filter(TypedPred pred) {
    Lowering lowering = new Lowering(pred.names());
    SelectBody body = new SelectBody(lowering.pred(pred.pred()));
    Layout layout = lowering.layout();
    return LoopVariants.of(layout, body, SelectLoop.class, bigRun)
        .<FilterProgram>map(loops ->
            (rows, params) ->
                CompiledSelect.begin(loops, new Frame(layout, pred.names(), rows, params)))
        .orElseGet(() -> forBigTrees.filter(pred));
  }
}
