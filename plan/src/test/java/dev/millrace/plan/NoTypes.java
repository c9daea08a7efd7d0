package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.registry.KeySpec;
import java.util.List;
import java.util.Optional;

/** Finds nothing wrong with any expression, and makes programs that do not run. */
final class NoTypes implements ExprChecker {
  int programs;

  @Override
  public List<Fault> check(Expr expr) {
    return List.of();
  }

  @Override
  public List<Fault> check(Pred pred) {
    return List.of();
  }

  @Override
  public Optional<String> misfit(Expr expr, KeySpec target) {
    return Optional.empty();
  }

  @Override
  public VmProgram program(Expr expr, KeySpec target) {
    programs++;
    return (_, _) -> {
      throw new UnsupportedOperationException();
    };
  }

  @Override
  public FilterProgram program(Pred pred) {
    programs++;
    return (_, _) -> {
      throw new UnsupportedOperationException();
    };
  }
}
