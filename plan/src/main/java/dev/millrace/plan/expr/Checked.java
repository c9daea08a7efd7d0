package dev.millrace.plan.expr;

import java.util.List;

/** What the check of types says of an expression or a predicate. */
public sealed interface Checked<T> {

  record Typed<T>(T value) implements Checked<T> {}

  /** All faults, in the order of the tree; at least one. */
  record Faulty<T>(List<TypeFault> faults) implements Checked<T> {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }
}
