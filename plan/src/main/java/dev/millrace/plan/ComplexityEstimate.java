package dev.millrace.plan;

import dev.millrace.plan.op.OpSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts what a linked plan is made of, and bounds its rows by what its params say. */
final class ComplexityEstimate {
  private ComplexityEstimate() {}

  static PlanInfo.Complexity of(
      PlanGraph graph, @Nullable OpSpec[] specs, @Nullable BoundParams[] params) {
    int size = specs.length;
    int[] depths = new int[size];
    int[] widths = new int[size + 1];
    long[] rows = new long[size];
    int edges = 0;
    for (int index : graph.order()) {
      int[] inputs = graph.inputs()[index];
      int depth = 1;
      long before = 0;
      for (int input : inputs) {
        depth = Math.max(depth, depths[input] + 1);
        before = plus(before, rows[input]);
      }
      edges += inputs.length;
      depths[index] = depth;
      widths[depth]++;
      long first = inputs.length == 0 ? 1 : rows[inputs[0]];
      rows[index] = rows(specs[index], params[index], first, before);
    }
    return new PlanInfo.Complexity(
        size,
        edges,
        Arrays.stream(depths).max().orElse(0),
        Arrays.stream(widths).max().orElse(0),
        Arrays.stream(rows).max().orElse(0));
  }

  /** By the params that sources and lists have in common: how many rows, how many for each row. */
  private static long rows(
      @Nullable OpSpec spec, @Nullable BoundParams params, long first, long all) {
    if (spec == null || params == null) {
      return first;
    }
    return switch (spec.contract()) {
      case VARIABLE_DENSE -> {
        if (params.value("row_count") instanceof Long count) {
          yield Math.max(0, count);
        }
        yield params.value("fanout") instanceof Long fanout ? times(first, fanout) : first;
      }
      case PREFIX_OF_INPUT -> Math.min(first, RowLimits.prefix(spec, params));
      case CONCAT_DENSE -> all;
      case UNARY_PRESERVE_VIEW, STABLE_FILTER, PERMUTATION_OF_INPUT -> first;
    };
  }

  private static long plus(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static long times(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }
}
