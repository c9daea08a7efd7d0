package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.expr.Checked;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.expr.ExprTypes;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.TypeFault;
import dev.millrace.plan.expr.TypedExpr;
import dev.millrace.plan.expr.TypedPred;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Registries;
import java.util.List;
import java.util.Optional;

/** Loads plans for tests of the engine; a plan that is refused fails the test. */
final class TestLoader {

  private static final Registries BUILTIN = Registries.builtin(Environment.DEV);

  private final Registries registries;
  private final PlanLoader loader;

  TestLoader(Registries registries, OpCatalog ops, ExprBackend backend) {
    this.registries = registries;
    this.loader =
        new PlanLoader(registries, ops, new Checker(registries, backend), PlanLimits.defaults());
  }

  /** With the registries and ops that are built in, and compiled expressions. */
  static TestLoader builtin() {
    return new TestLoader(BUILTIN, OpCatalog.installed(), ExprBackend.compiler());
  }

  Registries registries() {
    return registries;
  }

  CompiledPlan plan(String json) {
    return switch (load(json)) {
      case PlanLoad.Loaded(CompiledPlan plan, _) -> plan;
      case PlanLoad.Refused(var faults) -> throw new AssertionError(faults + " in " + json);
    };
  }

  PlanLoad load(String json) {
    return loader.load(json.getBytes(UTF_8));
  }

  private record Checker(Registries registries, ExprBackend backend) implements ExprChecker {
    private ExprTypes types() {
      return new ExprTypes(
          id -> registries.keys().find(id).orElse(null),
          id -> registries.params().find(id).orElse(null));
    }

    private static List<Fault> faults(Checked<?> checked) {
      return checked instanceof Checked.Faulty<?>(List<TypeFault> all)
          ? all.stream().map(each -> new Fault(each.path(), each.reason())).toList()
          : List.of();
    }

    @Override
    public List<Fault> check(Expr expr) {
      return faults(types().check(expr));
    }

    @Override
    public List<Fault> check(Pred pred) {
      return faults(types().check(pred));
    }

    private TypedExpr typed(Expr expr) {
      return ((Checked.Typed<TypedExpr>) types().check(expr)).value();
    }

    @Override
    public Optional<String> misfit(Expr expr, KeySpec target) {
      return typed(expr).misfit(target);
    }

    @Override
    public VmProgram program(Expr expr, KeySpec target) {
      return backend.vm(typed(expr), target);
    }

    @Override
    public FilterProgram program(Pred pred) {
      return backend.filter(((Checked.Typed<TypedPred>) types().check(pred)).value());
    }
  }
}
