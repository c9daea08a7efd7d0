package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A key: the name, number and type of a column.
 *
 * @param replacedBy the name of the key to use instead
 */
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

  public KeySpec {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(lifecycle, "lifecycle is null");
    requireNonNull(doc, "doc is null");
  }
}
