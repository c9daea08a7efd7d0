package dev.millrace.plan;

import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.op.Writes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many rows of each node anybody looks at: if its only successor takes the first few, these
 * few. Through ops that keep their rows, too, but only through built-in ones that compute nothing:
 * a custom op may need all of its rows, and a vm may fail on one that nobody would have seen.
 */
final class RowLimits {
  static final int NONE = -1;

  private RowLimits() {}

  /** The limit of each node, {@link #NONE} where there is none. */
  static int[] of(PlanGraph graph, @Nullable OpSpec[] specs, @Nullable BoundParams[] params) {
    boolean[] isOutput = graph.isOutput();
    int[] limits = new int[specs.length];
    Arrays.fill(limits, NONE);
    for (int i = graph.order().length - 1; i >= 0; i--) {
      int index = graph.order()[i];
      int[] successors = graph.successors()[index];
      if (!isOutput[index] && successors.length == 1) {
        int next = successors[0];
        OpSpec spec = specs[next];
        int taken = spec == null ? NONE : prefix(spec, params[next]);
        if (taken != NONE) {
          limits[index] = limits[next] == NONE ? taken : Math.min(taken, limits[next]);
        } else if (spec != null && passes(spec)) {
          limits[index] = limits[next];
        }
      }
    }
    return limits;
  }

  /** How many rows a node takes of its input; {@link #NONE} if it takes no prefix. */
  static int prefix(OpSpec spec, @Nullable BoundParams params) {
    if (spec.contract() == OutputContract.PREFIX_OF_INPUT
        && params != null
        && params.value("count") instanceof Long count) {
      return Math.clamp(count, 0, Integer.MAX_VALUE);
    }
    return NONE;
  }

  private static boolean passes(OpSpec spec) {
    return spec.contract() == OutputContract.UNARY_PRESERVE_VIEW
        && spec.writes().equals(Writes.NONE)
        && (spec.name().startsWith("core::") || spec.name().startsWith("test::"));
  }
}
