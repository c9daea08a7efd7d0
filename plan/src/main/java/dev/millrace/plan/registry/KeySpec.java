package dev.millrace.plan.registry;

import org.jspecify.annotations.Nullable;

/** A key: the name, number and type of a column. */
public record KeySpec(
    int id,
    String name,
    Type type,
    boolean nullable,
    @Nullable Object defaultValue,
    Lifecycle lifecycle,
    boolean allowRead,
    boolean allowWrite,
    @Nullable String replacedBy,
    String doc) {

  /** What a key's values are. */
  public enum Type {
    INT,
    FLOAT,
    STRING,
    BOOL,
    FEATURE_BUNDLE
  }
}
