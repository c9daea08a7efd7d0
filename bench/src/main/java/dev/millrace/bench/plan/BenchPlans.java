package dev.millrace.bench.plan;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The plans that are measured. They are JSON and go through the loader, as anybody's; only where
 * the rows come from, and what a branch computes, are ops of this benchmark.
 */
final class BenchPlans {

  /** {@code id + id * 3 - id * coalesce(P1, 0.2)}. */
  private static final String ELEVEN_NODES =
      """
      {"op":"sub",
       "a":{"op":"add","a":{"op":"key_ref","key_id":1},
            "b":{"op":"mul","a":{"op":"key_ref","key_id":1},"b":{"op":"const_number","value":3}}},
       "b":{"op":"mul","a":{"op":"key_ref","key_id":1},
            "b":{"op":"coalesce","a":{"op":"param_ref","param_id":1},
                 "b":{"op":"const_number","value":0.2}}}}
      """;

  /** {@code id * coalesce(P1, 0.2)}. */
  private static final String SCORE =
      """
      {"op":"mul","a":{"op":"key_ref","key_id":1},
       "b":{"op":"coalesce","a":{"op":"param_ref","param_id":1},
            "b":{"op":"const_number","value":0.2}}}
      """;

  private static final String SCORED =
      """
      {"op":"cmp","cmp":">=","a":{"op":"key_ref","key_id":2001},
       "b":{"op":"const_number","value":0.6}}
      """;

  /** {@code id >= 100 && !(id in (500, 5000, 50000, 99999))}. */
  private static final String FILTER =
      """
      {"op":"and",
       "a":{"op":"cmp","cmp":">=","a":{"op":"key_ref","key_id":1},
            "b":{"op":"const_number","value":100}},
       "b":{"op":"not","x":{"op":"in","lhs":{"op":"key_ref","key_id":1},
            "list":[500,5000,50000,99999]}}}
      """;

  private static final Map<String, String> EXPRS = Map.of("eleven", ELEVEN_NODES, "score", SCORE);
  private static final Map<String, String> PREDS = Map.of("scored", SCORED, "ids", FILTER);

  private final PlanLoader loader;

  /**
   * @param prepared what {@link PreparedRowsOp} gives
   */
  BenchPlans(PreparedRowsOp prepared) {
    loader =
        PlanLoader.create(
            Registries.builtin(Environment.DEV),
            OpCatalog.installed().with(prepared).with(new WorkOp()).with(new JoinOp()));
  }

  BenchPlans() {
    this(PreparedRowsOp.none());
  }

  CompiledPlan oneNode() {
    return load("one_node", source(10), "n0");
  }

  /** Source, vm, filter, sort, take. */
  CompiledPlan pipeline(int rows) {
    return load(
        "pipeline_" + rows,
        String.join(
            ",",
            source(rows),
            node("n1", "core::vm", "\"n0\"", "\"out_key\":2001,\"expr_id\":\"score\""),
            node("n2", "core::filter", "\"n1\"", "\"pred_id\":\"scored\""),
            node("n3", "core::sort", "\"n2\"", "\"by\":2001,\"order\":\"desc\""),
            node("n4", "core::take", "\"n3\"", "\"count\":5")),
        "n4");
  }

  CompiledPlan vm() {
    return ofPrepared(node("n1", "core::vm", "\"n0\"", "\"out_key\":2001,\"expr_id\":\"eleven\""));
  }

  CompiledPlan filter() {
    return ofPrepared(node("n1", "core::filter", "\"n0\"", "\"pred_id\":\"ids\""));
  }

  CompiledPlan sortTake() {
    return ofPrepared(
        node("n0s", "core::sort", "\"n0\"", "\"by\":1001,\"order\":\"desc\"")
            + ","
            + node("n1", "core::take", "\"n0s\"", "\"count\":10"));
  }

  private CompiledPlan ofPrepared(String nodes) {
    return load("prepared", node("n0", PreparedRowsOp.NAME, "", "") + "," + nodes, "n1");
  }

  /** Viewer, follow, vm, filter, take: 12 commands, of which 10 need the answer to another. */
  CompiledPlan reels() {
    return load(
        "reels",
        String.join(
            ",",
            node("n0", "core::viewer", "", "\"endpoint\":\"ep_0001\""),
            node("n1", "core::follow", "\"n0\"", "\"endpoint\":\"ep_0001\",\"fanout\":10"),
            node("n2", "core::vm", "\"n1\"", "\"out_key\":2001,\"expr_id\":\"score\""),
            node("n3", "core::filter", "\"n2\"", "\"pred_id\":\"scored\""),
            node("n4", "core::take", "\"n3\"", "\"count\":5")),
        "n4");
  }

  /** A source, {@code branches} nodes that compute, a join. */
  CompiledPlan fanOutWork(int rounds) {
    return fanOut(WorkOp.NAME, "\"rounds\":" + rounds);
  }

  /** A source, {@code branches} nodes that wait, a join. */
  CompiledPlan fanOutWait() {
    return fanOut("test::sleep", "\"duration_ms\":" + FanOut.WAIT_MILLIS);
  }

  private CompiledPlan fanOut(String op, String params) {
    String branches =
        IntStream.range(0, FanOut.BRANCHES)
            .mapToObj(branch -> node("b" + branch, op, "\"n0\"", params))
            .collect(Collectors.joining(","));
    String inputs =
        IntStream.range(0, FanOut.BRANCHES)
            .mapToObj(branch -> "\"b" + branch + "\"")
            .collect(Collectors.joining(","));
    return load(
        "fan_out",
        source(1) + "," + branches + "," + node("join", JoinOp.NAME, inputs, ""),
        "join");
  }

  CompiledPlan sleep(int millis) {
    return load(
        "sleep",
        source(1) + "," + node("n1", "test::sleep", "\"n0\"", "\"duration_ms\":" + millis),
        "n1");
  }

  /** One branch fails after a millisecond, the other one sleeps for {@code millis}. */
  CompiledPlan failsBesideSleep(int millis) {
    return load(
        "fails_beside_sleep",
        String.join(
            ",",
            source(1),
            node("n1", "test::sleep", "\"n0\"", "\"duration_ms\":1,\"fail_after_sleep\":true"),
            node("n2", "test::sleep", "\"n0\"", "\"duration_ms\":" + millis),
            node("n3", "core::concat", "\"n1\"", "\"rhs\":\"n2\"")),
        "n3");
  }

  private static String source(int rows) {
    return node("n0", "test::fixed_source", "", "\"row_count\":" + rows);
  }

  private static String node(String id, String op, String inputs, String params) {
    return "{\"node_id\":\"%s\",\"op\":\"%s\",\"inputs\":[%s],\"params\":{%s}}"
        .formatted(id, op, inputs, params);
  }

  /** A plan may not have a table entry that no node names. */
  private static String used(Map<String, String> table, String nodes) {
    return table.entrySet().stream()
        .map(entry -> Map.entry("\"" + entry.getKey() + "\"", entry.getValue()))
        .filter(entry -> nodes.contains(entry.getKey()))
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  private CompiledPlan load(String name, String nodes, String output) {
    String json =
        """
        {"schema_version":1,"plan_name":"%s","nodes":[%s],"outputs":["%s"],
         "expr_table":{%s},"pred_table":{%s}}
        """
            .formatted(name, nodes, output, used(EXPRS, nodes), used(PREDS, nodes));
    return switch (loader.load(json.getBytes(StandardCharsets.UTF_8))) {
      case PlanLoad.Loaded loaded -> loaded.plan();
      case PlanLoad.Refused refused ->
          throw new IllegalStateException("plan %s: %s".formatted(name, refused.faults()));
    };
  }
}
