package dev.millrace.plan.op;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.registry.EndpointSpec;
import org.jspecify.annotations.Nullable;

/**
 * A param that an op takes.
 *
 * @param required whether a node must set it
 * @param defaultValue what an optional one is when it is not set or null: Long, Double, Boolean or
 *     String as the type says; null: it then has no value
 * @param min the least allowed number, null for none
 * @param max the greatest allowed number, null for none
 * @param endpointKind what the endpoint must speak, if the type is {@link Type#ENDPOINT}
 */
public record OpParam(
    String name,
    Type type,
    boolean required,
    @Nullable Object defaultValue,
    @Nullable Long min,
    @Nullable Long max,
    EndpointSpec.@Nullable Kind endpointKind,
    String doc) {

  /** What a param's value is. */
  public enum Type {
    INT,
    FLOAT,
    BOOL,
    STRING,
    /** The number of a key in the registry. */
    KEY,
    /** The id of an expression in the plan's {@code expr_table}. */
    EXPR,
    /** The id of a predicate in the plan's {@code pred_table}. */
    PRED,
    /** The id of a node, whose rows become a further input. */
    NODE,
    /** The id of an endpoint. */
    ENDPOINT
  }

  public OpParam {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(doc, "doc is null");
    if ((type == Type.ENDPOINT) != (endpointKind != null)) {
      throw new IllegalArgumentException(
          "param '%s': a kind goes with an endpoint".formatted(name));
    }
  }

  private static OpParam of(String name, Type type) {
    return new OpParam(name, type, false, null, null, null, null, "");
  }

  public static OpParam integer(String name) {
    return of(name, Type.INT);
  }

  public static OpParam number(String name) {
    return of(name, Type.FLOAT);
  }

  public static OpParam bool(String name) {
    return of(name, Type.BOOL);
  }

  public static OpParam string(String name) {
    return of(name, Type.STRING);
  }

  public static OpParam key(String name) {
    return of(name, Type.KEY);
  }

  public static OpParam expr(String name) {
    return of(name, Type.EXPR);
  }

  public static OpParam pred(String name) {
    return of(name, Type.PRED);
  }

  public static OpParam node(String name) {
    return of(name, Type.NODE);
  }

  public static OpParam endpoint(String name, EndpointSpec.Kind kind) {
    return new OpParam(name, Type.ENDPOINT, false, null, null, null, kind, "");
  }

  public OpParam withRequired() {
    return new OpParam(name, type, true, null, min, max, endpointKind, doc);
  }

  public OpParam withDefault(Object value) {
    return new OpParam(name, type, false, value, min, max, endpointKind, doc);
  }

  public OpParam withRange(long least, long greatest) {
    return new OpParam(name, type, required, defaultValue, least, greatest, endpointKind, doc);
  }

  public OpParam withDoc(String newDoc) {
    return new OpParam(name, type, required, defaultValue, min, max, endpointKind, newDoc);
  }
}
