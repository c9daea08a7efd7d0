package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Bits;
import dev.millrace.rows.Column;
import dev.millrace.rows.RowSet;
import org.jspecify.annotations.Nullable;

/** A run of a generated loop that computes a column. Not thread-safe. */
final class CompiledCompute implements VmProgram.Run {

  private final ComputeLoop loop;
  private final Frame frame;
  private final ResultColumn result;

  /** Whether the rows are at their positions. */
  private final boolean dense;

  /** Where to mark whole ranges, since the loop itself marks no row; null if nobody has to. */
  private final long @Nullable [] ranges;

  /** What to check, since the loop itself checks no row; null if nobody has to. */
  private final double @Nullable [] unchecked;

  private CompiledCompute(
      ComputeLoop loop, Frame frame, ResultColumn result, boolean complete, boolean finite) {
    this.loop = loop;
    this.frame = frame;
    this.result = result;
    dense = frame.rows() == null;
    ranges = dense && complete ? result.validity() : null;
    unchecked =
        dense && complete && !finite && result instanceof ResultColumn.Floats floats
            ? floats.values()
            : null;
  }

  static CompiledCompute begin(
      LoopVariants<ComputeLoop> loops, KeySpec target, Magnitude magnitude, Frame frame) {
    LoopVariants.Variant<ComputeLoop> variant = loops.pick(frame);
    RowSet rows = frame.rowSet();
    int length = rows.batch().length();
    boolean complete = variant.complete();
    boolean all = rows.rows() == null && rows.size() == length;
    ResultColumn result = ResultColumn.of(target, length, complete && all);
    boolean finite = target.type() == KeySpec.Type.FLOAT && magnitude.isFinite(frame.constants());
    return new CompiledCompute(variant.loop(), frame, result, complete, finite);
  }

  @Override
  public void compute(int from, int to) {
    if (!dense) {
      loop.indexed(frame, result, from, to);
      return;
    }
    loop.dense(frame, result, from, to);
    if (unchecked != null) {
      ResultFaults.allFinite(unchecked, from, to);
    }
    if (ranges != null) {
      Bits.setRange(ranges, from, to);
    }
  }

  @Override
  public Column column() {
    return result.column();
  }
}
