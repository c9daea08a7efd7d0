package dev.millrace.plan.expr;

/** Generated code that selects rows. Stateless, so thread-safe. */
abstract class SelectLoop {

  /** Whose position is its physical row. */
  abstract void dense(Frame frame, Selection selection, int from, int to);

  /** Whose physical row is looked up. */
  abstract void indexed(Frame frame, Selection selection, int from, int to);
}
