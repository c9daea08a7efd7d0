package dev.millrace.server.script;

import org.jspecify.annotations.Nullable;

/**
 * The variables of a function or a block at run time. Where a name is was found out by {@link
 * Names}. A slot is null until its declaration was reached. Not thread-safe.
 */
final class Scope {

  final @Nullable Object[] slots;
  private final @Nullable Scope outer;

  Scope(int size, @Nullable Scope outer) {
    this.slots = new Object[size];
    this.outer = outer;
  }

  /** The scope that is so many around this one. */
  Scope around(int hops) {
    Scope scope = this;
    for (int i = 0; i < hops; i++) {
      scope = scope.outer();
    }
    return scope;
  }

  private Scope outer() {
    if (outer == null) {
      throw new IllegalStateException("no scope around this one");
    }
    return outer;
  }

  /** The same variables and values, which change apart from now on. */
  Scope copy() {
    var copy = new Scope(slots.length, outer);
    System.arraycopy(slots, 0, copy.slots, 0, slots.length);
    return copy;
  }
}
