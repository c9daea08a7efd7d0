package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlansTest {
  /** Set to write the files anew instead of comparing them. */
  private static final boolean UPDATE = Boolean.getBoolean("millrace.update.artifacts");

  private static final Path ARTIFACTS =
      Path.of(System.getProperty("basedir", "."), "..", "artifacts", "plans");

  private final PlanLoader loader = PlanLoader.create(Registries.builtin(Environment.DEV));

  @Test
  void theExamplesLoadWithoutAWarning() {
    SeedExamples.plans()
        .forEach((name, document) -> {
          PlanLoad load = loader.load(document.bytes());
          assertThat(load).as(name).isInstanceOf(PlanLoad.Loaded.class);
          assertThat(((PlanLoad.Loaded) load).warnings()).isEmpty();
        });
  }

  /** Run with {@code -Dmillrace.update.artifacts=true} when an example has changed on purpose. */
  @Test
  void theFilesAreWhatTheExamplesSay() throws IOException {
    Map<String, PlanDocument> plans = SeedExamples.plans();
    for (PlanDocument document : plans.values()) {
      compare(document.fileName(), document.json());
    }
    compare("index.json", PlanDocument.index(plans.values()));
  }

  private static void compare(String file, String expected) throws IOException {
    Path path = ARTIFACTS.resolve(file);
    if (UPDATE) {
      var _ = Files.createDirectories(ARTIFACTS);
      var _ = Files.writeString(path, expected);
    }
    assertThat(Files.readString(path)).as(file).isEqualTo(expected);
  }

  @Test
  void theFilesAreAPlanStore() throws IOException {
    PlanReload reload = PlanStore.open(ARTIFACTS, loader).reload();
    assertThat(reload.refused()).isEmpty();
    assertThat(reload.loaded()).containsAll(SeedExamples.plans().keySet());
  }

  @Test
  void writesWhatTheFormatSays() {
    PlanDocument document =
        Plans.definePlan(
            "p",
            ctx ->
                ctx.fixedSource(20)
                    .vm("final_score", E.neg(E.key("id")))
                    .trace("scores")
                    .filter(Preds.not(Preds.in(E.key("id"), 3, 4.5)))
                    .take(5));
    assertThat(document.json())
        .isEqualTo(
            """
            {
              "schema_version": 1,
              "plan_name": "p",
              "nodes": [
                {"node_id":"n0","op":"test::fixed_source","inputs":[],"params":{"row_count":20}},
                {"node_id":"n1","op":"core::vm","inputs":["n0"],"params":{"expr_id":"e0","out_key":2001,"trace":"scores"}},
                {"node_id":"n2","op":"core::filter","inputs":["n1"],"params":{"pred_id":"p0"}},
                {"node_id":"n3","op":"core::take","inputs":["n2"],"params":{"count":5}}
              ],
              "outputs": ["n3"],
              "expr_table": {
                "e0": {"op":"neg","x":{"op":"key_ref","key_id":1}}
              },
              "pred_table": {
                "p0": {"op":"not","x":{"op":"in","lhs":{"op":"key_ref","key_id":1},"list":[3,4.5]}}
              },
              "built_by": {"backend":"java","tool":"millrace"}
            }
            """);
  }

  @Test
  void everyKindOfExpressionSurvivesTheWayThroughJson() {
    E expr =
        E.when(
            Preds.and(
                Preds.or(Preds.isNull(E.key("country")), Preds.notNull(E.param("weight"))),
                Preds.in(E.key("country"), "US", "CA")),
            E.min(
                E.div(E.key("id"), E.constant(-0.0)), E.abs(E.sub(E.key("id"), E.constant(1e20)))),
            E.max(
                E.log1p(E.key("score")),
                E.add(E.constant(1), E.coalesce(E.constantNull(), E.constant(2)))));
    Preds pred =
        Preds.or(
            Preds.and(
                Preds.regex("country", "^u", true),
                Preds.regexParam("title", "blocklist_regex", false)),
            Preds.and(
                Preds.cmp("!=", E.key("title"), E.constant("x\"y")),
                Preds.and(
                    Preds.constant(true), Preds.cmp("==", E.constant(true), E.constant(false)))));
    PlanDocument document =
        Plans.definePlan(
            "p",
            ctx -> ctx.fixedSource(1).vm("score", E.coalesce(expr, E.constant(0))).filter(pred));

    assertThat(loader.load(document.bytes())).isInstanceOf(PlanLoad.Loaded.class);
    Faults faults = new Faults();
    Registries registries = Registries.builtin(Environment.DEV);
    ExprReader reader = new ExprReader(registries, PlanLimits.defaults(), faults);
    assertThat(reader.readExpr(ExprJson.of(expr.resolve(registries)), JsonPath.ROOT))
        .isEqualTo(expr.resolve(registries));
    assertThat(reader.readPred(ExprJson.of(pred.resolve(registries)), JsonPath.ROOT))
        .isEqualTo(pred.resolve(registries));
    assertThat(faults.all()).isEmpty();
  }

  @Test
  void theSameExpressionIsWrittenOnce() {
    PlanDocument document = SeedExamples.plans().get("complex_dag");
    assertThat(document.json()).contains("\"e0\"").doesNotContain("\"e1\"");
  }

  @Test
  void unknownNamesAreRefusedWithTheNearest() {
    assertThatThrownBy(() -> Plans.definePlan("p", ctx -> ctx.viewer("redis_defalt")))
        .hasMessage("unknown endpoint 'redis_defalt' (did you mean 'redis_default'?)");
    assertThatThrownBy(
            () -> Plans.definePlan("p", ctx -> ctx.fixedSource(1).vm("scoer", E.constant(1))))
        .hasMessageContaining("unknown key 'scoer' (did you mean 'score'?)");
    assertThatThrownBy(
            () -> Plans.definePlan("p", ctx -> ctx.fixedSource(1).vm("score", E.param("w"))))
        .hasMessageContaining("unknown param 'w'");
    assertThatThrownBy(() -> Preds.cmp("=~", E.constant(1), E.constant(2)))
        .hasMessageContaining("'=~' is none of");
  }

  @Test
  void setsOfAnotherPlanAreRefused() {
    CandidateSet[] other = new CandidateSet[1];
    var _ =
        Plans.definePlan(
            "a",
            ctx -> {
              other[0] = ctx.fixedSource(1);
              return other[0];
            });
    assertThatThrownBy(() -> Plans.definePlan("b", ctx -> ctx.fixedSource(1).concat(other[0])))
        .hasMessageContaining("another plan");
  }

  @Test
  void customOpsTakeAnyParams() {
    PlanDocument document =
        Plans.definePlan(
            "p",
            ctx -> {
              CandidateSet a = ctx.op("acme::source", Map.of("ratio", 0.5, "on", true));
              return a.op("acme::join", Map.of("with", a, "by", ctx.key("country"), "how", "left"));
            });
    assertThat(document.json())
        .contains("\"params\":{\"on\":true,\"ratio\":0.5}")
        .contains("\"params\":{\"by\":3001,\"how\":\"left\",\"with\":\"n0\"}");
    assertThat(loader.load(document.bytes()).toString())
        .contains("Unknown op 'acme::source'", "Unknown op 'acme::join'");
    assertThatThrownBy(() -> Plans.definePlan("p", ctx -> ctx.op("a::b", Map.of("x", 'c'))))
        .hasMessageContaining("param 'x' is a Character");
  }

  @Test
  void capabilitiesAreWrittenSortedWithTheirPayloads() {
    String capability = "cap.rfc.0001.extensions_capabilities.v1";
    PlanDocument document =
        Plans.definePlan(
            "p",
            ctx -> {
              ctx.requireCapability(capability, Map.of());
              return ctx.fixedSource(1);
            });
    var loaded = (PlanLoad.Loaded) loader.load(document.json().getBytes(UTF_8));
    assertThat(loaded.plan().info().needs().digest())
        .isEqualTo("sha256:0bb35f1a8f488eb4906b9c876ff7b1833f6f26bf76ec8201d60c1213d01a4787");
  }
}
