package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.TypedExpr;
import dev.millrace.plan.expr.TypedPred;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanLoaderTest {
  private static final String SOURCE =
      "{\"node_id\":\"a\",\"op\":\"test::fixed_source\",\"inputs\":[]}";

  private final OpProbe ops = new OpProbe();

  private static PlanLoader loader(OpCatalog catalog) {
    return PlanLoader.create(Registries.builtin(Environment.DEV), catalog);
  }

  private PlanLoad load(String json) {
    return loader(ops.catalog()).load(json.getBytes(UTF_8));
  }

  private CompiledPlan loaded(String json) {
    PlanLoad load = load(json);
    assertThat(load).isInstanceOf(PlanLoad.Loaded.class);
    return ((PlanLoad.Loaded) load).plan();
  }

  private List<String> faults(String json) {
    PlanLoad load = load(json);
    assertThat(load).isInstanceOf(PlanLoad.Refused.class);
    return ((PlanLoad.Refused) load).faults().stream().map(PlanFault::toString).toList();
  }

  private static String plan(String nodes, String outputs) {
    return "{\"schema_version\":1,\"plan_name\":\"p\",\"nodes\":[%s],\"outputs\":[%s]}"
        .formatted(nodes, outputs);
  }

  private static String node(String id, String op, String input, String params) {
    return "{\"node_id\":\"%s\",\"op\":\"%s\",\"inputs\":[%s],\"params\":{%s}}"
        .formatted(id, op, input.isEmpty() ? "" : "\"" + input + "\"", params);
  }

  @Test
  void linksNodesByIndexInTheOrderOfTheEdges() {
    CompiledPlan plan =
        loaded(
            plan(
                String.join(
                    ",",
                    node("t", "core::take", "c", "\"count\":3,\"trace\":\"top\""),
                    node("c", "core::concat", "a", "\"rhs\":\"b\""),
                    node("d", "core::concat", "a", "\"rhs\":\"a\""),
                    SOURCE,
                    node("b", "test::fixed_source", "", "\"row_count\":2.0")),
                "\"t\",\"a\",\"t\""));

    assertThat(plan.nodes()).extracting(PlanNode::id).containsExactly("t", "c", "d", "a", "b");
    assertThat(plan.node(1).inputs()).containsExactly(3, 4);
    assertThat(plan.node(2).inputs()).containsExactly(3, 3);
    assertThat(plan.node(3).successors()).containsExactly(1, 2, 2);
    assertThat(plan.node(0).prefix()).isEqualTo(3);
    assertThat(plan.node(0).label()).isEqualTo("top");
    assertThat(plan.node(1).prefix()).isEqualTo(-1);
    assertThat(plan.outputs()).containsExactly(0, 3, 0);
  }

  @Test
  void knowsWhereAPlanReadsFrom() {
    String viewer = node("v", "core::viewer", "", "\"endpoint\":\"ep_0001\"");
    String media = node("m", "core::media", "v", "\"endpoint\":\"ep_0001\"");

    assertThat(loaded(plan(SOURCE, "\"a\"")).endpoints()).isEmpty();
    assertThat(loaded(plan(viewer + "," + media, "\"m\"")).endpoints())
        .extracting(EndpointSpec::id)
        .containsExactly("ep_0001");
  }

  @Test
  void tellsAllFaultsAtOnce() {
    String json =
        """
        {"schema_version":3,"plan_name":"a-b","colour":1,"outputs":["zz",5],"nodes":[
          {"node_id":"x y","op":"core::take","inputs":["q"],"params":{"count":-1}},
          {"node_id":"n","op":"core::tke","inputs":[],"weight":2},
          {"node_id":"n","op":"core::take","inputs":["n","n"],"params":{"count":"1","cuont":1}},
          {"node_id":"m","op":"test::fixed_source","inputs":[1],"params":[]},
          7],
         "expr_table":{"e0":{"op":"add","a":{"op":"nope"},"c":1}}}
        """;
    assertThat(faults(json))
        .contains(
            "$.schema_version: Unsupported schema_version: 3 (expected 1)",
            "$.plan_name: plan_name 'a-b' must match [A-Za-z0-9_]{1,128}",
            "$.colour: Plan has unknown field 'colour'",
            "$.outputs[0]: Output references missing node: zz",
            "$.outputs[1]: Plan has non-string output",
            "$.nodes[0].node_id: node_id 'x y' must match [A-Za-z0-9_]{1,64}",
            "$.nodes[0].inputs[0]: references missing input: q",
            "$.nodes[0].params.count: 'count' must be > 0, got -1",
            "$.nodes[1].weight (node 'n'): Node has unknown field 'weight'",
            "$.nodes[1].op (node 'n'): Unknown op 'core::tke' (did you mean 'core::take'?)",
            "$.nodes[2].node_id (node 'n'): Duplicate node_id: n",
            "$.nodes[2].inputs (node 'n'): take: expected exactly 1 input, got 2",
            "$.nodes[2].params.count (node 'n'): field 'count' must be int",
            "$.nodes[2].params.cuont (node 'n'): unexpected field 'cuont' for op 'core::take'"
                + " (did you mean 'count'?)",
            "$.nodes[3].inputs[0] (node 'm'): Node has non-string input",
            "$.nodes[3].params (node 'm'): params must be an object or null",
            "$.nodes[4]: a node is an object",
            "$.expr_table.e0.a.op: Unknown ExprNode op: nope",
            "$.expr_table.e0.b: add missing 'b'",
            "$.expr_table.e0.c: add has unknown field 'c'",
            "$.expr_table.e0: no node uses expr 'e0' (add)");
  }

  @Test
  void missingPartsAreNamed() {
    assertThat(faults("{}"))
        .containsExactlyInAnyOrder(
            "$.schema_version: Plan missing or invalid 'schema_version'",
            "$.plan_name: Plan missing or invalid 'plan_name'",
            "$.nodes: Plan missing or invalid 'nodes'",
            "$.outputs: Plan missing or invalid 'outputs'");
    assertThat(faults(plan("{}", "")))
        .containsExactlyInAnyOrder(
            "$.nodes[0].node_id: Node missing or invalid 'node_id'",
            "$.nodes[0].op: Node missing or invalid 'op'",
            "$.nodes[0].inputs: Node missing or invalid 'inputs'");
    assertThat(faults("[]")).containsExactly("$: a plan is an object");
  }

  @Test
  void textThatIsNoPlanIsRefusedWithItsPlace() {
    assertThat(faults("")).singleElement().asString().contains("it is empty");
    assertThat(faults("{\"nodes\":[{\"op\":1,\"op\":2}]}"))
        .singleElement()
        .asString()
        .startsWith("$.nodes[0].op: Invalid JSON")
        .contains("Duplicate", "line 1");
    assertThat(faults(plan("", "") + " x")).singleElement().asString().contains("Invalid JSON");
    assertThat(faults(plan("", "") + "{}")).singleElement().asString().contains("follows");
    assertThat(faults("{\"nodes\":NaN}")).singleElement().asString().contains("NaN");
    assertThat(faults("{\"nodes\":1" + "0".repeat(500) + "}"))
        .singleElement()
        .asString()
        .contains("length");
    assertThat(faults("[".repeat(1000))).singleElement().asString().contains("depth");
  }

  @Test
  void namesTheNodesOfOneCycle() {
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("x", "core::take", "z", "\"count\":1"),
            node("y", "core::take", "x", "\"count\":1"),
            node("z", "core::concat", "y", "\"rhs\":\"a\""),
            node("w", "core::take", "z", "\"count\":1"));
    assertThat(faults(plan(nodes, "\"w\"")))
        .singleElement()
        .asString()
        .containsAnyOf("x -> y -> z -> x", "y -> z -> x -> y", "z -> x -> y -> z");
  }

  @Test
  void aColumnFromOneSideOfAConcatIsThere() {
    String viewer = node("v", "core::viewer", "", "\"endpoint\":\"ep_0001\"");
    String concat = node("c", "core::concat", "a", "\"rhs\":\"v\"");
    String sort = node("s", "core::sort", "%s", "\"by\":3001");
    assertThat(load(plan(String.join(",", viewer, SOURCE, concat, sort.formatted("c")), "\"s\"")))
        .isInstanceOf(PlanLoad.Loaded.class);
    assertThat(faults(plan(String.join(",", viewer, SOURCE, sort.formatted("a")), "\"s\"")))
        .containsExactly(
            "$.nodes[2].params.by (node 's'): sort: column for key 'country' not found: no node"
                + " before this one writes it");
  }

  @Test
  void newRowsHaveOnlyTheColumnsThatTheirOpWrites() {
    String nodes =
        String.join(
            ",",
            node("v", "core::viewer", "", "\"endpoint\":\"ep_0001\""),
            node("m", "core::media", "v", "\"endpoint\":\"ep_0001\""),
            node("s", "core::sort", "m", "\"by\":3001"));
    assertThat(faults(plan(nodes, "\"s\""))).singleElement().asString().contains("'country'");
  }

  @Test
  void aNodeIsToldHowManyRowsAnybodyLooksAt() {
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("f", "test::sleep", "a", "\"duration_ms\":1"),
            node("s", "core::sort", "f", "\"by\":1"),
            node("w", "test::sleep", "s", "\"duration_ms\":1"),
            node("t", "core::take", "w", "\"count\":10"),
            node("u", "core::take", "t", "\"count\":4"));
    var _ = loaded(plan(nodes, "\"u\""));

    assertThat(ops.limits.get("u")).isEqualTo(OptionalInt.empty());
    assertThat(ops.limits.get("t")).isEqualTo(OptionalInt.of(4));
    assertThat(ops.limits.get("w")).isEqualTo(OptionalInt.of(4));
    assertThat(ops.limits.get("s")).isEqualTo(OptionalInt.of(4));
    assertThat(ops.limits.get("f")).isEqualTo(OptionalInt.empty());
  }

  @Test
  void anOutputOrASecondReaderMeansThatAllRowsCount() {
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("s", "core::sort", "a", "\"by\":1"),
            node("t", "core::take", "s", "\"count\":4"));
    var _ = loaded(plan(nodes, "\"t\",\"s\""));
    assertThat(ops.limits.get("s")).isEqualTo(OptionalInt.empty());
    assertThat(ops.limits.get("a")).isEqualTo(OptionalInt.empty());

    String twice = nodes + "," + node("k", "core::take", "s", "\"count\":5");
    var _ = loaded(plan(twice, "\"t\",\"k\""));
    assertThat(ops.limits.get("s")).isEqualTo(OptionalInt.empty());
  }

  @Test
  void aCustomOpThatKeepsItsRowsMayStillNeedAllOfThem() {
    Op rank =
        ops.op(
            OpSpec.of("acme::rank", 1).withContract(OutputContract.UNARY_PRESERVE_VIEW), _ -> {});
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("s", "core::sort", "a", "\"by\":1"),
            node("r", "acme::rank", "s", ""),
            node("t", "core::take", "r", "\"count\":4"));
    assertThat(loader(ops.catalog().with(rank)).load(plan(nodes, "\"t\"").getBytes(UTF_8)))
        .isInstanceOf(PlanLoad.Loaded.class);
    assertThat(ops.limits.get("r")).isEqualTo(OptionalInt.of(4));
    assertThat(ops.limits.get("s")).isEqualTo(OptionalInt.empty());
  }

  @Test
  void anExpressionIsCompiledOnceForAllNodesWithTheSameKey() {
    String vm = "\"out_key\":%d,\"expr_id\":\"e0\"";
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("b", "core::vm", "a", vm.formatted(2001)),
            node("c", "core::vm", "b", vm.formatted(2001)),
            node("d", "core::vm", "c", vm.formatted(1001)));
    String json = plan(nodes, "\"d\"");
    List<String> made = new ArrayList<>();
    PlanLoad load =
        loader(ops.catalog())
            .withBackend(counting(made))
            .load(
                (json.substring(0, json.length() - 1)
                        + ",\"expr_table\":{\"e0\":{\"op\":\"const_number\",\"value\":1}}}")
                    .getBytes(UTF_8));
    assertThat(load).isInstanceOf(PlanLoad.Loaded.class);
    assertThat(made).containsExactly("final_score", "model_score_1");
  }

  private static ExprBackend counting(List<String> made) {
    ExprBackend backend = ExprBackend.interpreter();
    return new ExprBackend() {
      @Override
      public VmProgram vm(TypedExpr expr, KeySpec target) {
        made.add(target.name());
        return backend.vm(expr, target);
      }

      @Override
      public FilterProgram filter(TypedPred pred) {
        return backend.filter(pred);
      }
    };
  }

  @Test
  void aFaultInTheTablesNamesTheNodeThatUsesIt() {
    String json =
        """
        {"schema_version":1,"plan_name":"p","outputs":["v"],"nodes":[%s,%s],
         "source_spans":{"v":{"file":"p.ts","line":3,"column":9}},
         "expr_table":{"e0":{"op":"const_number","value":1e999}}}
        """
            .formatted(SOURCE, node("v", "core::vm", "a", "\"out_key\":2001,\"expr_id\":\"e0\""));
    PlanFault fault = ((PlanLoad.Refused) load(json)).faults().getFirst();
    assertThat(fault)
        .isEqualTo(
            new PlanFault(
                "$.expr_table.e0.value",
                "v",
                "const_number 'value' must be a finite number",
                new SourceSpan("p.ts", 3, 9)));
  }

  @Test
  void aNodeKnowsItsPlaceInTheSource() {
    String json = plan(SOURCE, "\"a\"");
    CompiledPlan plan =
        loaded(
            json.substring(0, json.length() - 1)
                + ",\"built_by\":{\"tool\":\"x\"},"
                + "\"source_spans\":{\"a\":{\"file\":\"p.ts\",\"line\":1,\"column\":2}}}");
    assertThat(plan.node(0).span()).isEqualTo(new SourceSpan("p.ts", 1, 2));
    assertThat(
            faults(
                json.substring(0, json.length() - 1)
                    + ",\"source_spans\":{\"b\":{\"file\":\"p.ts\",\"line\":1,\"column\":2},"
                    + "\"a\":{\"line\":1}}}"))
        .containsExactlyInAnyOrder(
            "$.source_spans.b: there is no node 'b'",
            "$.source_spans.a: a source span has a file, a line and a column");
  }

  @Test
  void anOpThatBreaksIsAFaultOfThePlanAndNotOfTheLoader() {
    Op broken =
        ops.op(
            OpSpec.of("acme::broken", 0),
            setup -> {
              var _ = setup.string("nothing");
            });
    PlanLoad load =
        loader(OpCatalog.of(broken))
            .load(plan(node("a", "acme::broken", "", ""), "\"a\"").getBytes(UTF_8));
    assertThat(((PlanLoad.Refused) load).faults())
        .singleElement()
        .asString()
        .contains("$.nodes[0] (node 'a'): op 'acme::broken' failed to prepare");
  }

  @Test
  void rangesHoldForFloatsToo() {
    Op scale =
        ops.op(
            OpSpec.of("acme::scale", 0)
                .withParam(OpParam.number("by").withRequired().withRange(0, 2)),
            _ -> {});
    PlanLoader loader = loader(OpCatalog.of(scale));
    assertThat(loader.load(plan(node("a", "acme::scale", "", "\"by\":1.5"), "").getBytes(UTF_8)))
        .isInstanceOf(PlanLoad.Loaded.class);
    assertThat(
            loader
                .load(plan(node("a", "acme::scale", "", "\"by\":2.5"), "").getBytes(UTF_8))
                .toString())
        .contains("'by' exceeds maximum limit (2), got 2.5");
    assertThat(
            loader
                .load(plan(node("a", "acme::scale", "", "\"by\":-0.5"), "").getBytes(UTF_8))
                .toString())
        .contains("'by' must be >= 0, got -0.5");
  }

  @Test
  void keysThatMayNotBeUsedAreRefusedAndOldOnesWarnedOf(@TempDir Path folder) throws IOException {
    var _ =
        Files.writeString(
            folder.resolve("keys.toml"),
            """
            schema_version = 1
            key = [
              {key_id = 1, name = "id", type = "int", allow_write = false},
              {key_id = 2, name = "old", type = "float", default = 0, status = "deprecated",
               allow_write = true, replaced_by = "fresh"},
              {key_id = 3, name = "fresh", type = "float", default = 0},
              {key_id = 4, name = "gone", type = "float", default = 0, status = "blocked"},
              {key_id = 5, name = "secret", type = "float", default = 0, allow_read = false},
              {key_id = 6, name = "fixed", type = "float", default = 0, allow_write = false},
            ]
            """);
    PlanLoader loader = PlanLoader.create(Registries.load(folder, Environment.DEV), ops.catalog());
    String nodes =
        String.join(
            ",",
            SOURCE,
            node("b", "core::vm", "a", "\"out_key\":%d,\"expr_id\":\"e0\""),
            node("s", "core::sort", "b", "\"by\":%d"));
    String json =
        plan(nodes, "\"s\"")
            .replace(
                "\"outputs\"",
                "\"expr_table\":{\"e0\":{\"op\":\"key_ref\",\"key_id\":2}},\"outputs\"");

    var loaded = (PlanLoad.Loaded) loader.load(json.formatted(2, 2).getBytes(UTF_8));
    assertThat(loaded.warnings())
        .extracting(PlanFault::toString)
        .containsExactlyInAnyOrder(
            "$.nodes[1].params.out_key (node 'b'): key 'old' is deprecated, use 'fresh'",
            "$.nodes[2].params.by (node 's'): key 'old' is deprecated, use 'fresh'",
            "$.expr_table.e0.key_id (node 'b'): key 'old' is deprecated, use 'fresh'");
    assertThat(loader.load(json.formatted(6, 5).getBytes(UTF_8)).toString())
        .contains("key 'fixed' is not writable", "key 'secret' is not readable");
    assertThat(loader.load(json.formatted(4, 4).getBytes(UTF_8)).toString())
        .contains("'out_key': key 'gone' is blocked", "'by': key 'gone' is blocked");
  }

  @Test
  void limitsAreToldAndKept() {
    PlanLoader small = loader(ops.catalog()).withLimits(new PlanLimits(2_000, 500, 2, 1, 3, 2));
    assertThat(small.load(plan(String.join(",", SOURCE, SOURCE, SOURCE), "").getBytes(UTF_8)))
        .asString()
        .contains("the plan has 3 nodes, at most 2 are allowed");
    assertThat(small.load(" ".repeat(3_000).getBytes(UTF_8)))
        .asString()
        .contains("longer than 2000 bytes");
    assertThat(small.load(("[" + "0,".repeat(600) + "0]").getBytes(UTF_8)))
        .asString()
        .contains("Invalid JSON");
    String exprs =
        "{\"schema_version\":1,\"plan_name\":\"p\",\"nodes\":[],\"outputs\":[],\"expr_table\":{%s}}";
    String leaf = "{\"op\":\"const_null\"}";
    assertThat(
            small.load(
                exprs.formatted("\"e0\":%s,\"e1\":%s".formatted(leaf, leaf)).getBytes(UTF_8)))
        .asString()
        .contains("expr_table has 2 entries, at most 1");
    String neg = "{\"op\":\"neg\",\"x\":%s}";
    assertThat(
            small.load(
                exprs.formatted("\"e0\":" + neg.formatted(neg.formatted(leaf))).getBytes(UTF_8)))
        .asString()
        .contains("$.expr_table.e0.x.x", "at most 2 deep");
  }

  @Test
  void aFileThatCannotBeReadIsRefused(@TempDir Path folder) {
    assertThat(loader(ops.catalog()).load(folder.resolve("none.plan.json")))
        .asString()
        .contains("Cannot open plan file");
  }
}
