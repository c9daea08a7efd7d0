package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.function.Function;

/**
 * Plans written in Java, with the words of the TypeScript DSL:
 *
 * <pre>{@code
 * PlanDocument feed =
 *     Plans.definePlan(
 *         "feed",
 *         ctx ->
 *             ctx.viewer("redis_default")
 *                 .follow("redis_default")
 *                 .vm("score", E.mul(E.key("id"), E.coalesce(E.param("weight"), E.constant(0.5))))
 *                 .sort("score", "desc")
 *                 .take(10));
 * PlanLoad load = PlanLoader.create(registries).load(feed.bytes());
 * }</pre>
 *
 * What is wrong with a plan is told by the loader; here only names are looked up.
 */
public final class Plans {
  private Plans() {}

  /** A plan that names built-in keys, params and endpoints. */
  public static PlanDocument definePlan(
      String name, Function<PlanContext, ? extends PlanOutputs> build) {
    return definePlan(Registries.builtin(Environment.DEV), name, build);
  }

  /**
   * A plan.
   *
   * @throws IllegalArgumentException if it names a key, param or endpoint that is not there
   */
  public static PlanDocument definePlan(
      Registries registries, String name, Function<PlanContext, ? extends PlanOutputs> build) {
    requireNonNull(name, "name is null");
    PlanContext context = new PlanContext(registries);
    PlanOutputs outputs = requireNonNull(build.apply(context), "the plan has no outputs");
    return PlanDocument.of(name, context.document(name, outputs.sets()));
  }
}
