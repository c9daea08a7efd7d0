package dev.millrace.dsl.runtime;

import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import java.util.List;

/** How ops and their params are called in TypeScript. */
public final class OpNames {

  private OpNames() {}

  /** {@code core::busy_cpu} is {@code busyCpu}. */
  public static String method(OpSpec op) {
    return camel(op.shortName());
  }

  public static String space(OpSpec op) {
    return op.name().substring(0, op.name().indexOf("::"));
  }

  /** {@code expr_id} is {@code expr}, {@code out_key} is {@code outKey}. */
  public static String option(OpParam param) {
    boolean table = param.type() == OpParam.Type.EXPR || param.type() == OpParam.Type.PRED;
    String name = param.name();
    return camel(table && name.endsWith("_id") ? name.substring(0, name.length() - 3) : name);
  }

  /** All that an option may be called: its name, that of the plan JSON, and {@code key}. */
  public static List<String> options(OpParam param) {
    boolean by = param.type() == OpParam.Type.KEY && param.name().equals("by");
    return by
        ? List.of("by", "key")
        : List.of(option(param), param.name()).stream().distinct().toList();
  }

  private static String camel(String name) {
    var camel = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        upper = true;
      } else {
        camel.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    return camel.toString();
  }
}
