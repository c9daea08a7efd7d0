package dev.millrace.plan.expr;

import org.jspecify.annotations.Nullable;

/** What a request sets the params to. A param that is not set is null. Immutable. */
public interface ParamValues {

  /** No param is set. */
  ParamValues NONE = _ -> null;

  /**
   * The value of a param: a {@link Double} (for int params too), a {@link Boolean} or a {@link
   * String}, as its type in the registry says; null if it is not set or set to null.
   */
  @Nullable Object value(int paramId);
}
