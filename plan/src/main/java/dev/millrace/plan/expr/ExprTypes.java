package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks which types go together, once, when a plan is loaded. Thread-safe if the two lookups are.
 */
public final class ExprTypes {

  private final IntFunction<@Nullable KeySpec> keys;
  private final IntFunction<@Nullable ParamSpec> params;

  /** The lookups answer null for an id that is not in the registry. */
  public ExprTypes(IntFunction<@Nullable KeySpec> keys, IntFunction<@Nullable ParamSpec> params) {
    this.keys = keys;
    this.params = params;
  }

  public Checked<TypedExpr> check(Expr expr) {
    TypeCheck check = new TypeCheck(keys, params);
    ExprType type = check.expr(expr, TreePath.ROOT);
    if (type == null || !check.faults().isEmpty()) {
      return new Checked.Faulty<>(check.faults());
    }
    return new Checked.Typed<>(new TypedExpr(expr, type, check.names()));
  }

  public Checked<TypedPred> check(Pred pred) {
    TypeCheck check = new TypeCheck(keys, params);
    check.pred(pred, TreePath.ROOT);
    if (!check.faults().isEmpty()) {
      return new Checked.Faulty<>(check.faults());
    }
    return new Checked.Typed<>(new TypedPred(pred, check.names(), check.readsPattern()));
  }
}
