package dev.millrace.dsl.runtime;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;

/** What an expression's value is. */
enum ValueType {
  NUMBER("a number"),
  STRING("a string"),
  BOOL("true or false"),
  NULL("null");

  private final String shown;

  ValueType(String shown) {
    this.shown = shown;
  }

  String shown() {
    return shown;
  }

  /** Whether values of both can meet: null meets everything. */
  boolean meets(ValueType other) {
    return this == other || this == NULL || other == NULL;
  }

  static ValueType of(ParamSpec.Type type) {
    return switch (type) {
      case INT, FLOAT -> NUMBER;
      case STRING -> STRING;
      case BOOL -> BOOL;
    };
  }

  /** A feature bundle is no value; it is refused before this is asked. */
  static ValueType of(KeySpec.Type type) {
    return switch (type) {
      case INT, FLOAT -> NUMBER;
      case STRING -> STRING;
      case BOOL -> BOOL;
      case FEATURE_BUNDLE -> NULL;
    };
  }
}
