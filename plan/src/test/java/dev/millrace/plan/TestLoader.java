package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.List;

/** Loads plans for tests of the engine; a plan that is refused fails the test. */
record TestLoader(PlanLoader loader) {

  static TestLoader of(Registries registries, OpCatalog ops, ExprBackend backend) {
    return new TestLoader(PlanLoader.create(registries, ops).withBackend(backend));
  }

  /** With the registries and ops that are built in, and compiled expressions. */
  static TestLoader builtin() {
    return new TestLoader(PlanLoader.create(Registries.builtin(Environment.DEV)));
  }

  CompiledPlan plan(String json) {
    return switch (loader.load(json.getBytes(UTF_8))) {
      case PlanLoad.Loaded loaded -> loaded.plan();
      case PlanLoad.Refused refused -> throw new AssertionError(refused.faults() + " in " + json);
    };
  }

  /** What is wrong with a plan that must not load. */
  List<PlanFault> faults(String json) {
    return switch (loader.load(json.getBytes(UTF_8))) {
      case PlanLoad.Loaded _ -> throw new AssertionError("loads: " + json);
      case PlanLoad.Refused refused -> refused.faults();
    };
  }
}
