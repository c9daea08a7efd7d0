package dev.millrace.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The six examples of the engine's first description, written in Java, and the names by which its
 * command lines call three of them.
 */
final class SeedExamples {
  private static final String REDIS = "redis_default";

  private SeedExamples() {}

  /** All plans, by name. */
  static Map<String, PlanDocument> plans() {
    Map<String, PlanDocument> plans = new LinkedHashMap<>();
    add(plans, "simple_viewer", SeedExamples::simpleViewer);
    add(plans, "viewer_filter", SeedExamples::viewerFilter);
    add(plans, "parallel_fanout", SeedExamples::parallelFanout);
    add(plans, "mixed_pipeline", SeedExamples::mixedPipeline);
    add(plans, "diamond", SeedExamples::diamond);
    add(plans, "complex_dag", SeedExamples::complexDag);
    add(plans, "simple_plan", SeedExamples::simpleViewer);
    add(plans, "complex_plan", SeedExamples::complexDag);
    add(plans, "my_plan", SeedExamples::mixedPipeline);
    return plans;
  }

  private static void add(
      Map<String, PlanDocument> plans, String name, Function<PlanContext, PlanOutputs> build) {
    plans.put(name, Plans.definePlan(name, build));
  }

  private static PlanOutputs simpleViewer(PlanContext ctx) {
    return ctx.viewer(REDIS);
  }

  private static PlanOutputs viewerFilter(PlanContext ctx) {
    return ctx.viewer(REDIS).filter(Preds.cmp(">", E.key("id"), E.constant(5)));
  }

  private static PlanOutputs parallelFanout(PlanContext ctx) {
    CandidateSet v = ctx.viewer(REDIS);
    CandidateSet followBranch = v.follow(REDIS);
    CandidateSet recsBranch = v.recommendation(REDIS);
    return ctx.outputs(followBranch, recsBranch);
  }

  private static E weighted(double otherwise) {
    return E.mul(E.key("id"), E.coalesce(E.param("weight"), E.constant(otherwise)));
  }

  private static PlanOutputs mixedPipeline(PlanContext ctx) {
    return ctx.viewer(REDIS)
        .follow(REDIS)
        .vm("score", weighted(0.5))
        .filter(Preds.cmp(">=", E.key("score"), E.constant(0.5)))
        .sort("score", "desc")
        .take(10);
  }

  private static PlanOutputs diamond(PlanContext ctx) {
    CandidateSet v = ctx.viewer(REDIS);
    CandidateSet left = v.follow(REDIS);
    CandidateSet right = v.recommendation(REDIS);
    return left.concat(right);
  }

  private static PlanOutputs complexDag(PlanContext ctx) {
    CandidateSet v = ctx.viewer(REDIS);
    CandidateSet followBranch = v.follow(REDIS).media(REDIS).vm("score", weighted(0.1));
    CandidateSet recsBranch = v.recommendation(REDIS).media(REDIS).vm("score", weighted(0.1));
    return followBranch.concat(recsBranch).sort("score", "desc").take(50);
  }
}
