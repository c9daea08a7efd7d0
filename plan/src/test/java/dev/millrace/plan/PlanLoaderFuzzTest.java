package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import dev.millrace.rows.RowSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whatever it is given, the loader loads or refuses it: no crash, no hang, no flood of faults. What
 * loads can be run.
 */
class PlanLoaderFuzzTest {
  private static final int ROUNDS = 1_000;

  /** Plans whose sources have more rows are loaded, but not run. */
  private static final long MOST_ROWS = 10_000;

  private static final Registries REGISTRIES = Registries.builtin(Environment.DEV);

  private final PlanLoader loader =
      PlanLoader.create(REGISTRIES).withBackend(ExprBackend.interpreter());
  private final PlanLoader compiling = PlanLoader.create(REGISTRIES);
  private final List<byte[]> plans =
      Golden.cases().stream()
          .map(Golden.Case::plan)
          .filter(Objects::nonNull)
          .distinct()
          .map(Golden::bytes)
          .toList();

  private PlanLoad load(byte[] json, Object origin) {
    PlanLoad load;
    try {
      load = loader.load(json);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(origin + ": " + new String(json, UTF_8), e);
    }
    switch (load) {
      case PlanLoad.Loaded(CompiledPlan plan, var _) -> checkLinked(plan);
      case PlanLoad.Refused(List<PlanFault> faults, var _) ->
          assertThat(faults)
              .as("%s", origin)
              .hasSizeBetween(1, 1_001)
              .allMatch(fault -> fault.path().startsWith("$") && !fault.reason().isBlank());
    }
    return load;
  }

  /** Runs a plan if it loads, compiled and interpreted, and returns whether it was run. */
  private boolean run(byte[] json, long seed, int round) {
    String origin = "seed %d round %d".formatted(seed, round);
    PlanLoad load = load(json, origin);
    if (!(load instanceof PlanLoad.Loaded interpreted) || hasManyRows(json)) {
      return false;
    }
    try {
      var compiled = (PlanLoad.Loaded) compiling.load(json);
      assertThat(CheckedRun.answers(compiled.plan(), seed))
          .isEqualTo(CheckedRun.answers(interpreted.plan(), seed));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(origin + ": " + new String(json, UTF_8), e);
    }
    return true;
  }

  private static boolean hasManyRows(byte[] json) {
    return JsonMapper.shared().readTree(json).findValues("row_count").stream()
        .anyMatch(rows -> rows.asLong(0) > MOST_ROWS);
  }

  private static void checkLinked(CompiledPlan plan) {
    int edges = 0;
    int back = 0;
    for (PlanNode node : plan.nodes()) {
      edges += node.inputs().length;
      back += node.successors().length;
      for (int input : node.inputs()) {
        if (input < 0 || input >= plan.size() || input == node.index()) {
          throw new AssertionError("%s has input %d".formatted(node.id(), input));
        }
      }
    }
    assertThat(back).isEqualTo(edges);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void spoiltTextIsRefusedOrRun(long seed) {
    PlanMutator mutator = new PlanMutator(seed);
    Random random = new Random(seed);
    int ran = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] plan = plans.get(random.nextInt(plans.size()));
      ran += run(mutator.spoilText(plan), seed, round) ? 1 : 0;
    }
    assertThat(ran).as("seed %d", seed).isBetween(1, ROUNDS - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void spoiltTreesAreRefusedOrRun(long seed) {
    PlanMutator mutator = new PlanMutator(seed);
    Random random = new Random(seed);
    int ran = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var tree = JsonMapper.shared().readTree(plans.get(random.nextInt(plans.size())));
      ran += run(mutator.spoilTree(tree), seed, round) ? 1 : 0;
    }
    // Neither all nor none: else the mutations say nothing.
    assertThat(ran).as("seed %d", seed).isBetween(1, ROUNDS - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7})
  void confusedPlansAreRefusedOrRun(long seed) {
    PlanMutator mutator = new PlanMutator(seed);
    Random random = new Random(seed);
    int ran = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var tree = JsonMapper.shared().readTree(plans.get(random.nextInt(plans.size())));
      ran += run(mutator.confuse(tree), seed, round) ? 1 : 0;
    }
    assertThat(ran).as("seed %d", seed).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
  }

  @Test
  void spoiltRequestsAreReadOrRefused() {
    RequestParser parser = new RequestParser(REGISTRIES.params());
    PlanMutator mutator = new PlanMutator(5);
    byte[] request =
        "{\"request_id\":\"r\",\"user_id\":7,\"param_overrides\":{\"weight\":1,\"esr_cutoff\":0.5}}"
            .getBytes(UTF_8);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] spoilt = mutator.spoilText(request);
      assertThat(parser.parse(spoilt)).as("seed 5 round %d", round).isNotNull();
    }
  }

  private static String node(int index, String op, int input, String params) {
    // Joined by hand: formatting so many takes longer than loading them.
    String inputs = input < 0 ? "" : "\"n" + input + "\"";
    return "{\"node_id\":\"n"
        + index
        + "\",\"op\":\""
        + op
        + "\",\"inputs\":["
        + inputs
        + "],\"params\":{"
        + params
        + "}}";
  }

  private static byte[] plan(StringBuilder nodes, String outputs, String exprs) {
    return "{\"schema_version\":1,\"plan_name\":\"p\",\"nodes\":[%s],\"outputs\":[%s],\"expr_table\":{%s}}"
        .formatted(nodes, outputs, exprs)
        .getBytes(UTF_8);
  }

  @Test
  void aChainOfAHundredThousandNodesLoadsAndRuns() throws Exception {
    StringBuilder nodes = new StringBuilder(node(0, "test::fixed_source", -1, "\"row_count\":7"));
    for (int i = 1; i < 100_000; i++) {
      String params = i % 2 == 0 ? "\"count\":5" : "\"by\":1";
      nodes.append(',').append(node(i, i % 2 == 0 ? "core::take" : "core::sort", i - 1, params));
    }
    var loaded = (PlanLoad.Loaded) load(plan(nodes, "\"n99999\"", ""), "chain");
    assertThat(loaded.plan().info().complexity().depth()).isEqualTo(100_000);
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2))) {
      PlanRequest request = PlanRequest.of("r", 1).withChecks().withTrace();
      EngineConfig inline = EngineConfig.defaults();
      for (EngineConfig config : List.of(inline, inline.withInlineRows(1).withBatchRows(1))) {
        PlanEngine engine = PlanEngine.create(executor, TestPlan.NO_CLIENTS, config);

        PlanAnswer answer = engine.run(loaded.plan(), request);

        assertThat(((PlanAnswer.Rows) answer).outputs())
            .singleElement()
            .extracting(RowSet::size)
            .isEqualTo(5);
        assertThat(answer.trace().criticalPath()).hasSize(100_000);
      }
    }
  }

  @Test
  void aFanOfAHundredThousandNodesLoads() {
    StringBuilder nodes = new StringBuilder(node(0, "test::fixed_source", -1, ""));
    for (int i = 1; i < 50_000; i++) {
      nodes.append(',').append(node(i, "core::vm", 0, "\"out_key\":2001,\"expr_id\":\"e0\""));
    }
    for (int i = 50_000; i < 99_998; i++) {
      nodes.append(',').append(node(i, "core::concat", i - 49_999, "\"rhs\":\"n0\""));
    }
    byte[] json = plan(nodes, "", "\"e0\":{\"op\":\"key_ref\",\"key_id\":1}");
    assertThat(load(json, "fan")).isInstanceOf(PlanLoad.Loaded.class);
  }

  @Test
  void aCycleOfAHundredThousandNodesIsNamedInALine() {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      nodes
          .append(i == 0 ? "" : ",")
          .append(node(i, "core::take", i == 0 ? 99_999 : i - 1, "\"count\":5"));
    }
    var refused = (PlanLoad.Refused) load(plan(nodes, "", ""), "cycle");
    assertThat(refused.faults())
        .singleElement()
        .asString()
        .contains("Plan contains a cycle", "(100000 nodes)")
        .hasSizeLessThan(300);
  }

  @Test
  void aHundredThousandFaultyNodesGiveAThousandFaults() {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      nodes.append(i == 0 ? "" : ",").append("{\"node_id\":\"n\"}");
    }
    var refused = (PlanLoad.Refused) load(plan(nodes, "", ""), "faults");
    assertThat(refused.faults()).hasSize(1_001);
    assertThat(refused.faults().getLast().reason()).contains("more faults");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anExpressionMayBeAsDeepAsTheLimitAndNoDeeper(boolean compiled) {
    PlanLoader either =
        compiled ? PlanLoader.create(REGISTRIES) : loader.withLimits(PlanLimits.defaults());
    assertThat(either.load(nested(199))).isInstanceOf(PlanLoad.Loaded.class);
    assertThat(either.load(nested(200)).toString()).contains("at most 200 deep");
    assertThat(either.load(nested(100_000)).toString()).contains("Invalid JSON");
  }

  private static byte[] nested(int depth) {
    StringBuilder nodes =
        new StringBuilder(node(0, "test::fixed_source", -1, ""))
            .append(',')
            .append(node(1, "core::vm", 0, "\"out_key\":2001,\"expr_id\":\"e0\""));
    String expr =
        "{\"op\":\"neg\",\"x\":".repeat(depth)
            + "{\"op\":\"key_ref\",\"key_id\":1}"
            + "}".repeat(depth);
    return plan(nodes, "\"n1\"", "\"e0\":" + expr);
  }

  @Test
  void anExpressionOfTooManyPartsIsRefusedOnce() {
    StringBuilder nodes =
        new StringBuilder(node(0, "test::fixed_source", -1, ""))
            .append(',')
            .append(node(1, "core::vm", 0, "\"out_key\":2001,\"expr_id\":\"e0\""));
    String expr = "{\"op\":\"key_ref\",\"key_id\":1}";
    for (int i = 0; i < 15; i++) {
      expr = "{\"op\":\"add\",\"a\":%s,\"b\":%s}".formatted(expr, expr);
    }
    var refused = (PlanLoad.Refused) load(plan(nodes, "", "\"e0\":" + expr), "parts");
    assertThat(refused.faults())
        .singleElement()
        .asString()
        .contains("an expression has at most 10000 parts");
  }

  @Test
  void memoryIsBoundedByTheNumberOfTokens() {
    byte[] flood = ("[" + "[],".repeat(600_000) + "[]]").getBytes(UTF_8);
    PlanLoader small =
        loader.withLimits(new PlanLimits(flood.length, 500_000, 100_000, 10_000, 10_000, 200));
    assertThat(small.load(flood).toString()).contains("$[249999]: Invalid JSON", "Token count");
  }
}
