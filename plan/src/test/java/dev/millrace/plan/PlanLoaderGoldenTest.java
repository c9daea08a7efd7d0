package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which of the golden plans load, and what is said of the others. */
class PlanLoaderGoldenTest {
  /** Fail in the reference and here when they run: data, time or IO. */
  private static final Set<String> FAIL_LATER =
      Set.of(
          "own_sleep_fail",
          "own_unused_branch",
          "own_vm_inf",
          "own_vm_null_nonnullable",
          "own_regex_param",
          "own_concat_dicts__seedC",
          "async__nodetimeout_sleep100_at20",
          "async__deadline_busy100_at20",
          "async__nodetimeout_busy100_at20");

  /** Where, and some words of why. */
  private static final Map<String, List<String>> REFUSED =
      Map.ofEntries(
          Map.entry("own_bad_cmp_op", List.of("$.pred_table.p0.cmp", "Unknown cmp operator: =~")),
          Map.entry(
              "own_bad_endpoint_kind",
              List.of("$.nodes[0].params.endpoint", "'ep_0002' has kind 'http'", "'redis'")),
          Map.entry(
              "own_bad_endpoint_missing",
              List.of("$.nodes[0].params.endpoint", "missing required field 'endpoint'")),
          Map.entry("own_bad_endpoint_unknown", List.of("$.nodes[0].params.endpoint", "'ep_0099'")),
          Map.entry("own_bad_expr_op", List.of("$.expr_table.e0", "no node uses expr 'e0' (div)")),
          Map.entry(
              "own_bad_fixed_negative",
              List.of("$.nodes[0].params.row_count", "'row_count' must be >= 0")),
          Map.entry(
              "own_bad_in_bool",
              List.of(
                  "$.pred_table.p0.list[0]",
                  "in list contains unsupported type (expected numbers or strings)")),
          Map.entry(
              "own_bad_missing_output",
              List.of("$.outputs[0]", "Output references missing node: zz")),
          Map.entry(
              "own_bad_noderef_cycle", List.of("$.nodes[1]", "Plan contains a cycle: c -> c")),
          Map.entry(
              "own_bad_noderef_missing",
              List.of("$.nodes[1].params.rhs", "node_ref 'rhs' references missing node: zz")),
          Map.entry(
              "own_bad_regex_kind",
              List.of("$.pred_table.p0.pattern.kind", "must be 'literal' or 'param'")),
          Map.entry(
              "own_bad_schema_version",
              List.of("$.schema_version", "Unsupported schema_version: 2 (expected 1)")),
          Map.entry("own_bad_self_cycle", List.of("$.nodes[1]", "Plan contains a cycle: t -> t")),
          Map.entry(
              "own_bad_sort_key_unknown",
              List.of("$.nodes[1].params.by", "key 77 not in key registry")),
          Map.entry(
              "own_bad_sort_missing_col",
              List.of("$.nodes[1].params.by", "column for key 'final_score' not found")),
          Map.entry(
              "own_bad_sort_missing_strcol",
              List.of("$.nodes[1].params.by", "column for key 'country' not found")),
          Map.entry(
              "own_bad_source_with_input",
              List.of("$.nodes[1].inputs", "fixed_source: expected 0 inputs, got 1")),
          Map.entry(
              "own_bad_take_arity0",
              List.of("$.nodes[0].inputs", "take: expected exactly 1 input, got 0")),
          Map.entry("own_bad_take_zero", List.of("$.nodes[1].params.count", "'count' must be > 0")),
          Map.entry(
              "own_bad_unqualified_op",
              List.of("$.nodes[0].op", "Unknown op 'fixed_source'", "'test::fixed_source'")),
          Map.entry(
              "own_cap_dup",
              List.of(
                  "$.capabilities_required[1]",
                  "Plan 'capabilities_required' contains duplicate: cap.a")),
          Map.entry(
              "own_cap_null_payload",
              List.of(
                  "at plan: payload is null, expected object (use {} or omit key)",
                  "$.extensions['cap.rfc.0001.extensions_capabilities.v1']")),
          Map.entry("own_extra_top_field", List.of("$.surprise", "unknown field 'surprise'")),
          Map.entry("own_follow_fanout_zero", List.of("$.nodes[1].params.fanout", "must be > 0")),
          Map.entry(
              "own_media_fanout_over",
              List.of("$.nodes[1].params.fanout", "'fanout' exceeds maximum limit (10000)")),
          Map.entry("own_sleep_neg", List.of("$.nodes[1].params.duration_ms", "must be >= 0")),
          Map.entry(
              "own_vm_out_id", List.of("$.nodes[1].params.out_key", "cannot write to Key.id")),
          Map.entry(
              "own_vm_out_float_frac",
              List.of("$.nodes[1].params.out_key", "field 'out_key' must be int")),
          Map.entry(
              "own_vm_out_unknown",
              List.of("$.nodes[1].params.out_key", "key 99 not in key registry")),
          Map.entry(
              "planinfo__own_vm_out_zero",
              List.of("$.nodes[1].params.out_key", "'out_key' must be > 0")));

  /** Those that only types refuse. */
  private static final Set<String> TYPES =
      Set.of(
          "own_expr_unknown_key",
          "own_expr_unknown_param",
          "own_regex_bad",
          "own_string_in_not_key",
          "own_vm_out_bundle",
          "own_vm_out_string",
          "own_vm_param_string");

  private final PlanLoader loader =
      new PlanLoader(
          Registries.builtin(Environment.DEV),
          new SampleOps().catalog(),
          new NoTypes(),
          PlanLimits.defaults());

  static Stream<Golden.Case> plans() {
    return Golden.cases().stream().filter(each -> each.plan() != null);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void loadsOrRefuses(Golden.Case golden) {
    PlanLoad load = loader.load(Golden.bytes(golden.plan()));

    boolean refused =
        golden.refused() && !FAIL_LATER.contains(golden.name()) && !TYPES.contains(golden.name());
    switch (load) {
      case PlanLoad.Loaded(var plan, var warnings) -> {
        assertThat(refused).as("should be refused").isFalse();
        assertThat(warnings).isEmpty();
        assertThat(golden.plan()).contains(plan.name());
      }
      case PlanLoad.Refused(var faults) -> {
        assertThat(refused).as("%s", faults).isTrue();
        assertThat(REFUSED).containsKey(golden.name());
        assertThat(faults)
            .anyMatch(
                fault -> REFUSED.get(golden.name()).stream().allMatch(fault.toString()::contains));
      }
    }
  }
}
