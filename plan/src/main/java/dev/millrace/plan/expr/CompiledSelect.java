package dev.millrace.plan.expr;

import dev.millrace.rows.RowSet;

/** A run of a generated loop that selects rows. Not thread-safe. */
final class CompiledSelect implements FilterProgram.Run {

  private final SelectLoop loop;
  private final Frame frame;
  private final Selection selection;

  private CompiledSelect(SelectLoop loop, Frame frame) {
    this.loop = loop;
    this.frame = frame;
    selection = new Selection(frame.rowSet());
  }

  static CompiledSelect begin(LoopVariants<SelectLoop> loops, Frame frame) {
    return new CompiledSelect(loops.pick(frame).loop(), frame);
  }

  @Override
  public void select(int from, int to) {
    if (frame.rows() == null) {
      loop.dense(frame, selection, from, to);
    } else {
      loop.indexed(frame, selection, from, to);
    }
  }

  @Override
  public int selected() {
    return selection.count();
  }

  @Override
  public RowSet result() {
    return selection.rows();
  }
}
