package dev.millrace.plan.expr;

/** Generated code that computes a column. Stateless, so thread-safe. */
abstract class ComputeLoop {

  /** Whose position is its physical row. */
  abstract void dense(Frame frame, ResultColumn result, int from, int to);

  /** Whose physical row is looked up. */
  abstract void indexed(Frame frame, ResultColumn result, int from, int to);
}
