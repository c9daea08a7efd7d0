package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.List;

/** The names that plans of the tests may use. */
final class TestNames {

  private TestNames() {}

  static PlanCompiler compiler() {
    return PlanCompiler.of(names(), _ -> new PlanCheck.Verdict(List.of(), List.of()));
  }

  static PlanNames names() {
    return PlanNames.of(Registries.builtin(Environment.DEV), OpCatalog.installed());
  }
}
