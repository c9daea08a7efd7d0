package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;

/** What {@code throw} throws and {@code catch} catches. Refusals are never caught by a plan. */
final class ThrownValue extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Value value;
  private final transient Place at;

  ThrownValue(Value value, Place at) {
    super(null, null, false, false);
    this.value = value;
    this.at = at;
  }

  Value value() {
    return value;
  }

  Place at() {
    return at;
  }
}
