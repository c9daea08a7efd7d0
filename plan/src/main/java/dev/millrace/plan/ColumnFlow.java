package dev.millrace.plan;

import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.Writes;
import dev.millrace.plan.registry.KeySpec;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which columns the rows of each node may have, as far as ops say what they write: a key that a
 * node reads and nobody before it can have written is a fault. Sets are shared where nothing is
 * added, and dropped when the last successor has seen them. Not thread-safe, used once.
 */
final class ColumnFlow {
  private static final int KEY_OF_ID = 1;

  private final PlanDraft draft;
  private final @Nullable OpSpec[] specs;
  private final @Nullable BoundParams[] params;
  private final PlanGraph graph;
  private final Faults faults;
  private final Map<Integer, Integer> numbers = new HashMap<>();

  ColumnFlow(
      PlanDraft draft,
      @Nullable OpSpec[] specs,
      @Nullable BoundParams[] params,
      PlanGraph graph,
      Faults faults) {
    this.draft = draft;
    this.specs = specs;
    this.params = params;
    this.graph = graph;
    this.faults = faults;
  }

  void check() {
    int size = specs.length;
    @Nullable Columns[] known = new Columns[size];
    int[] readers = new int[size];
    for (int index : graph.order()) {
      int[] inputs = graph.inputs()[index];
      Columns before = union(inputs, known);
      OpSpec spec = specs[index];
      BoundParams bound = params[index];
      if (spec == null || bound == null) {
        known[index] = Columns.ANY;
      } else {
        checkReads(
            draft.nodes().get(index), spec, bound, inputs.length == 0 ? Columns.ANY : before);
        known[index] = after(spec, bound, inputs, known, before);
      }
      for (int input : inputs) {
        if (++readers[input] == graph.successors()[input].length) {
          known[input] = null;
        }
      }
    }
  }

  /**
   * A set of keys, by their dense numbers; or any keys at all, where an op does not say. Bits,
   * because a plan may have very many such sets.
   */
  @SuppressWarnings("JdkObsolete") // nothing else is a set of small numbers
  private record Columns(BitSet keys, boolean any) {
    static final Columns ANY = new Columns(new BitSet(), true);
    static final Columns NONE = new Columns(new BitSet(), false);

    Columns with(Columns other) {
      if (any || other.any) {
        return ANY;
      }
      BitSet all = (BitSet) keys.clone();
      all.or(other.keys);
      return all.equals(keys) ? this : new Columns(all, false);
    }
  }

  private int dense(int key) {
    return numbers.computeIfAbsent(key, _ -> numbers.size());
  }

  private boolean mayHave(Columns columns, int key) {
    return columns.any() || key == KEY_OF_ID || columns.keys().get(dense(key));
  }

  private Columns columns(@Nullable List<Integer> keys) {
    if (keys == null) {
      return Columns.ANY;
    }
    BitSet bits = new BitSet();
    keys.forEach(key -> bits.set(dense(key)));
    return new Columns(bits, false);
  }

  private static Columns union(int[] inputs, @Nullable Columns[] known) {
    Columns result = Columns.NONE;
    for (int input : inputs) {
      Columns columns = known[input];
      result = columns == null ? result : columns.with(result);
    }
    return result;
  }

  private Columns after(
      OpSpec spec, BoundParams bound, int[] inputs, @Nullable Columns[] known, Columns before) {
    Columns kept =
        switch (spec.contract()) {
          case VARIABLE_DENSE -> Columns.NONE;
          case UNARY_PRESERVE_VIEW, STABLE_FILTER, PREFIX_OF_INPUT, PERMUTATION_OF_INPUT ->
              inputs.length == 0 ? Columns.NONE : union(new int[] {inputs[0]}, known);
          case CONCAT_DENSE -> before;
        };
    return kept.with(columns(writes(spec, bound)));
  }

  /** The keys that a node writes, ascending; null if that is not known. */
  static @Nullable List<Integer> writes(OpSpec spec, BoundParams bound) {
    return switch (spec.writes()) {
      case Writes.Keys(List<Integer> keys) -> keys.stream().sorted().distinct().toList();
      case Writes.FromParam(String param) ->
          bound.value(param) instanceof KeySpec key ? List.of(key.id()) : null;
    };
  }

  private void checkReads(NodeDraft node, OpSpec spec, BoundParams bound, Columns before) {
    for (OpParam param : spec.params()) {
      boolean written = spec.writes().equals(new Writes.FromParam(param.name()));
      if (!written
          && bound.value(param.name()) instanceof KeySpec key
          && !mayHave(before, key.id())) {
        faults.add(
            node.path().field("params").field(param.name()),
            node.id(),
            "%s: column for key '%s' not found: no node before this one writes it"
                .formatted(spec.shortName(), key.name()));
      }
    }
  }
}
