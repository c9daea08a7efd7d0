package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A param: a value that a request may set.
 *
 * @param allowWrite whether a request may set it at all
 * @param replacedBy the name of the param to use instead
 */
public record ParamSpec(
    int id,
    String name,
    Type type,
    boolean nullable,
    Lifecycle lifecycle,
    boolean allowWrite,
    @Nullable String replacedBy,
    String doc) {

  /** What a param's value is. */
  public enum Type {
    INT,
    FLOAT,
    STRING,
    BOOL
  }

  public ParamSpec {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(lifecycle, "lifecycle is null");
    requireNonNull(doc, "doc is null");
  }

  /** A param that requests may set. */
  public ParamSpec(
      int id, String name, Type type, boolean nullable, Lifecycle lifecycle, String doc) {
    this(id, name, type, nullable, lifecycle, true, null, doc);
  }
}
