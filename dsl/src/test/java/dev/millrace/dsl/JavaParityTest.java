package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.CandidateSet;
import dev.millrace.plan.E;
import dev.millrace.plan.PlanContext;
import dev.millrace.plan.PlanDocument;
import dev.millrace.plan.PlanOutputs;
import dev.millrace.plan.Plans;
import dev.millrace.plan.Preds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** A plan in TypeScript and the same plan in Java are the same plan. */
final class JavaParityTest {

  private static final String REDIS = "redis_default";

  private static final Map<String, Function<PlanContext, PlanOutputs>> IN_JAVA =
      Map.of(
          "simple_viewer", ctx -> ctx.viewer(REDIS),
          "viewer_filter",
              ctx -> ctx.viewer(REDIS).filter(Preds.cmp(">", E.key("id"), E.constant(5))),
          "parallel_fanout", JavaParityTest::parallelFanout,
          "mixed_pipeline", JavaParityTest::mixedPipeline,
          "diamond", JavaParityTest::diamond,
          "complex_dag", JavaParityTest::complexDag);

  private static PlanOutputs parallelFanout(PlanContext ctx) {
    CandidateSet v = ctx.viewer(REDIS);
    CandidateSet followBranch = v.follow(REDIS);
    CandidateSet recsBranch = v.recommendation(REDIS);
    return ctx.outputs(followBranch, recsBranch);
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

  private static E weighted(double otherwise) {
    return E.mul(E.key("id"), E.coalesce(E.param("weight"), E.constant(otherwise)));
  }

  private static String inTypeScript(String name) {
    var result =
        TestNames.compiler()
            .compileText(name + ".plan.ts", SeedExamplesTest.resource(name + ".plan.ts"));
    assertThat(result).isInstanceOf(CompileResult.Compiled.class);
    return ((CompileResult.Compiled) result).json();
  }

  /** Who made it and from which lines is all that may differ; both are the last fields. */
  private static String common(String json) {
    int end = json.indexOf(",\n  \"built_by\"");
    assertThat(end).as(json).isPositive();
    return json.substring(0, end);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simple_viewer",
        "viewer_filter",
        "parallel_fanout",
        "mixed_pipeline",
        "diamond",
        "complex_dag"
      })
  void bothAreTheSameTextUpToWhoMadeThem(String name) {
    PlanDocument inJava = Plans.definePlan(name, IN_JAVA.get(name));

    assertThat(common(inTypeScript(name))).isEqualTo(common(inJava.json()));
  }

  @Test
  void onlyBuiltByAndSourceSpansDiffer() {
    var mapper = JsonMapper.shared();
    var typeScript = mapper.readTree(inTypeScript("diamond"));
    var java = mapper.readTree(Plans.definePlan("diamond", IN_JAVA.get("diamond")).json());
    assertThat(typeScript.propertyNames())
        .containsExactlyElementsOf(
            List.of("schema_version", "plan_name", "nodes", "outputs", "built_by", "source_spans"));
    assertThat(java.propertyNames()).doesNotContain("source_spans");
    assertThat(java.path("built_by").path("backend").asString()).isEqualTo("java");
    assertThat(typeScript.path("built_by").path("backend").asString()).isEqualTo("millrace");
  }
}
