package dev.millrace.plan.op;

import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import java.util.OptionalInt;

/**
 * One node of a plan that is being loaded: its params, already checked against the op's {@link
 * OpSpec}. A param that is not set has its default; asking for one that has neither, or for another
 * type, is a defect of the op and throws {@link IllegalStateException}.
 */
public interface NodeSetup {

  String nodeId();

  /** Whether the param is set or has a default. */
  boolean has(String param);

  long integer(String param);

  double number(String param);

  boolean bool(String param);

  String string(String param);

  KeySpec key(String param);

  EndpointSpec endpoint(String param);

  /**
   * The expression of a param, ready to compute the column of {@code target}.
   *
   * @throws BadParamException if its type is not that of {@code target}
   */
  VmProgram expr(String param, KeySpec target);

  FilterProgram pred(String param);

  /**
   * How many rows of this node's result anybody will ever look at, if that is known: the node may
   * leave the rest out (if its contract allows) or in any order.
   */
  OptionalInt limit();
}
