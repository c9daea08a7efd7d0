package dev.millrace.stress.plan;

import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import org.jspecify.annotations.Nullable;

/** Runs a scenario on ground of its own. */
public final class ScenarioRunner {

  private ScenarioRunner() {}

  /**
   * How a scenario went.
   *
   * @param expectations how many things held
   * @param failure what did not, null if all did
   */
  public record Result(int expectations, @Nullable String failure) {}

  /** A loader with the built-in ops and those that scenarios need. */
  public static PlanLoader loader() {
    return PlanLoader.create(
        Registries.builtin(Environment.DEV), OpCatalog.installed().with(new StubbornOp()));
  }

  public static Result run(Scenario scenario, PlanLoader loader) {
    try (DagGround ground = new DagGround(loader)) {
      String failure = null;
      try {
        scenario.check().run(ground);
      } catch (AssertionError e) {
        failure = e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = "interrupted";
      } catch (Exception e) { // foreign code: a scenario may throw anything
        failure = e.toString();
      }
      return new Result(ground.expectations(), failure);
    }
  }
}
