package dev.millrace.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The params of a node, checked one by one: Long, Double, Boolean, String, KeySpec or EndpointSpec
 * as the op's param says; a String is also the id of an expression, a predicate or a node.
 *
 * @param sound whether there was no fault, so that the op may see them
 * @param label what the plan calls the node in traces
 */
record BoundParams(Map<String, Object> values, boolean sound, @Nullable String label) {
  BoundParams {
    values = Map.copyOf(values);
  }

  @Nullable Object value(String param) {
    return values.get(param);
  }
}
