package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import java.util.Optional;

/** What the values of an expression are, if they are not null. */
public enum ExprType {
  NUMBER("a number"),
  STRING("a string"),
  BOOL("a bool"),
  /** Always null: fits where any of the others does. */
  NULL("null");

  private final String words;

  ExprType(String words) {
    this.words = words;
  }

  /** As a sentence names it. */
  public String words() {
    return words;
  }

  /** What reading a key of this type gives; empty if expressions cannot read it. */
  static Optional<ExprType> of(KeySpec.Type type) {
    return switch (type) {
      case INT, FLOAT -> Optional.of(NUMBER);
      case STRING -> Optional.of(STRING);
      case BOOL -> Optional.of(BOOL);
      case FEATURE_BUNDLE -> Optional.empty();
    };
  }

  static ExprType of(ParamSpec.Type type) {
    return switch (type) {
      case INT, FLOAT -> NUMBER;
      case STRING -> STRING;
      case BOOL -> BOOL;
    };
  }
}
