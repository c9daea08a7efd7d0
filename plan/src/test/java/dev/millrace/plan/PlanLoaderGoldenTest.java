package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.List;
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
  private static final String REFUSED =
      """
      own_bad_cmp_op | $.pred_table.p0.cmp | Unknown cmp operator: =~
      own_bad_endpoint_kind | $.nodes[0].params.endpoint | 'ep_0002' has kind 'http' | 'redis'
      own_bad_endpoint_missing | $.nodes[0].params.endpoint | missing required field 'endpoint'
      own_bad_endpoint_unknown | $.nodes[0].params.endpoint | 'ep_0099'
      own_bad_expr_op | $.expr_table.e0 | no node uses expr 'e0' (div)
      own_bad_fixed_negative | $.nodes[0].params.row_count | 'row_count' must be >= 0
      own_bad_in_bool | $.pred_table.p0.list[0] | in list contains unsupported type
      own_bad_missing_output | $.outputs[0] | Output references missing node: zz
      own_bad_noderef_cycle | $.nodes[1] | Plan contains a cycle: c -> c
      own_bad_noderef_missing | $.nodes[1].params.rhs | 'rhs' references missing node: zz
      own_bad_regex_kind | $.pred_table.p0.pattern.kind | must be 'literal' or 'param'
      own_bad_schema_version | $.schema_version | Unsupported schema_version: 2 (expected 1)
      own_bad_self_cycle | $.nodes[1] | Plan contains a cycle: t -> t
      own_bad_sort_key_unknown | $.nodes[1].params.by | key 77 not in key registry
      own_bad_sort_missing_col | $.nodes[1].params.by | column for key 'final_score' not found
      own_bad_sort_missing_strcol | $.nodes[1].params.by | column for key 'country' not found
      own_bad_source_with_input | $.nodes[1].inputs | fixed_source: expected 0 inputs, got 1
      own_bad_take_arity0 | $.nodes[0].inputs | take: expected exactly 1 input, got 0
      own_bad_take_zero | $.nodes[1].params.count | 'count' must be > 0
      own_bad_unqualified_op | $.nodes[0].op | Unknown op 'fixed_source' | 'test::fixed_source'
      own_cap_dup | $.capabilities_required[1] | contains duplicate: cap.a
      own_cap_null_payload | $.extensions['cap.rfc.0001 | at plan: payload is null
      own_expr_unknown_key | $.expr_table.e0.a.key_id (node 'v') | 424242
      own_expr_unknown_param | $.expr_table.e0.a.param_id (node 'v') | 424242
      own_extra_top_field | $.surprise | unknown field 'surprise'
      own_follow_fanout_zero | $.nodes[1].params.fanout | must be > 0
      own_media_fanout_over | $.nodes[1].params.fanout | exceeds maximum limit (10000)
      own_regex_bad | $.pred_table.p0.pattern.value (node 'x') | Invalid regex pattern
      own_sleep_neg | $.nodes[1].params.duration_ms | must be >= 0
      own_string_in_not_key | $.pred_table.p0.lhs (node 'x') | const_number
      own_vm_out_bundle | $.nodes[1].params.out_key (node 'v') | 'out_key': key 'features_esr'
      own_vm_out_float_frac | $.nodes[1].params.out_key | field 'out_key' must be int
      own_vm_out_id | $.nodes[1].params.out_key | cannot write to Key.id
      own_vm_out_string | $.nodes[1].params.out_key (node 'v') | 'out_key': key 'country'
      own_vm_out_unknown | $.nodes[1].params.out_key | key 99 not in key registry
      own_vm_param_string | $.expr_table.e0 (node 'v') | string
      planinfo__own_vm_out_zero | $.nodes[1].params.out_key | 'out_key' must be > 0
      """;

  private static final PlanLoader LOADER = PlanLoader.create(Registries.builtin(Environment.DEV));

  static Stream<Golden.Case> plans() {
    return Golden.cases().stream().filter(each -> each.plan() != null);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void loadsOrRefuses(Golden.Case golden) {
    PlanLoad load = LOADER.load(Golden.bytes(golden.plan()));

    boolean refused = golden.refused() && !FAIL_LATER.contains(golden.name());
    switch (load) {
      case PlanLoad.Loaded(var plan, var warnings) -> {
        assertThat(refused).as("should be refused").isFalse();
        assertThat(warnings).isEmpty();
        assertThat(golden.plan()).contains(plan.name());
      }
      case PlanLoad.Refused(var faults, var _) -> {
        assertThat(refused).as("%s", faults).isTrue();
        List<String> words = words(golden.name());
        assertThat(faults)
            .extracting(PlanFault::toString)
            .anyMatch(fault -> words.stream().allMatch(fault::contains));
      }
    }
  }

  private static List<String> words(String name) {
    List<String> line =
        REFUSED
            .lines()
            .map(each -> List.of(each.split(" \\| ")))
            .filter(each -> each.getFirst().equals(name))
            .findFirst()
            .orElseThrow(() -> new AssertionError("say why %s is refused".formatted(name)));
    return line.subList(1, line.size());
  }
}
