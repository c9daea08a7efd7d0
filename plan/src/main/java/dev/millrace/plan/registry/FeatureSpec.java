package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

/** A feature: the name, number and type of a value inside a feature bundle. */
public record FeatureSpec(
    int id, String name, Type type, boolean nullable, Lifecycle lifecycle, String doc) {

  /** What a feature's value is. */
  public enum Type {
    INT,
    FLOAT,
    STRING,
    BOOL
  }

  public FeatureSpec {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(lifecycle, "lifecycle is null");
    requireNonNull(doc, "doc is null");
  }
}
