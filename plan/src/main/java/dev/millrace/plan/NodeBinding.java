package dev.millrace.plan;

import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import java.util.OptionalInt;

/** What an op sees of a node that is being loaded. Not thread-safe. */
final class NodeBinding implements NodeSetup {
  private final String nodeId;
  private final BoundParams params;
  private final ExprTables tables;
  private final OptionalInt limit;

  NodeBinding(String nodeId, BoundParams params, ExprTables tables, OptionalInt limit) {
    this.nodeId = nodeId;
    this.params = params;
    this.tables = tables;
    this.limit = limit;
  }

  @Override
  public String nodeId() {
    return nodeId;
  }

  @Override
  public boolean has(String param) {
    return params.value(param) != null;
  }

  private <T> T value(String param, Class<T> type) {
    Object value = params.value(param);
    if (!type.isInstance(value)) {
      throw new IllegalStateException(
          "param '%s' of node '%s' is no %s".formatted(param, nodeId, type.getSimpleName()));
    }
    return type.cast(value);
  }

  @Override
  public long integer(String param) {
    return value(param, Long.class);
  }

  @Override
  public double number(String param) {
    return value(param, Double.class);
  }

  @Override
  public boolean bool(String param) {
    return value(param, Boolean.class);
  }

  @Override
  public String string(String param) {
    return value(param, String.class);
  }

  @Override
  public KeySpec key(String param) {
    return value(param, KeySpec.class);
  }

  @Override
  public EndpointSpec endpoint(String param) {
    return value(param, EndpointSpec.class);
  }

  @Override
  public VmProgram expr(String param, KeySpec target) {
    return tables.expr(param, string(param), target);
  }

  @Override
  public FilterProgram pred(String param) {
    return tables.pred(string(param));
  }

  @Override
  public OptionalInt limit() {
    return limit;
  }
}
