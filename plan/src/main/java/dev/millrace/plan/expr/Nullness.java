package dev.millrace.plan.expr;

/** Whether a value can be null. */
enum Nullness {
  NEVER,
  MAYBE,
  ALWAYS;

  /** Of something that is null if this or the other is. */
  Nullness orElse(Nullness other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Of something that is one of the two. */
  Nullness either(Nullness other) {
    return this == other ? this : MAYBE;
  }
}
