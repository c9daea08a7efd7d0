package dev.millrace.plan.registry;

/** A param: a value that a request may set. */
public record ParamSpec(
    int id, String name, Type type, boolean nullable, Lifecycle lifecycle, String doc) {

  /** What a param's value is. */
  public enum Type {
    INT,
    FLOAT,
    STRING,
    BOOL
  }
}
