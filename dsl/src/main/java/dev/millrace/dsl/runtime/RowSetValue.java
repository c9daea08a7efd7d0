package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Namespace;
import dev.millrace.dsl.eval.NativeFunction;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a node gives, as a plan's code sees it: something to put further ops on. */
record RowSetValue(PlanAssembly plan, int node) implements Value.HostValue {

  @Override
  public String kind() {
    return "a row set";
  }

  @Override
  public Value member(String name, Place at) {
    return members(plan, List.of(this), "a row set").member(name, at);
  }

  /** The ops that take as many inputs as are there, by namespace; those of core without one. */
  static Namespace members(PlanAssembly plan, List<RowSetValue> inputs, String kind) {
    var members = new HashMap<String, Value>();
    var spaces = new HashMap<String, Map<String, Value>>();
    for (var op : plan.names().ops()) {
      // An op of several inputs starts at its first one; the others are an option.
      if (inputs.isEmpty() == (op.inputs() == 0)) {
        var space = spaces.computeIfAbsent(OpNames.space(op), _ -> new HashMap<>());
        space.put(
            OpNames.method(op),
            new NativeFunction(
                OpNames.method(op), (in, values, at) -> plan.add(op, inputs, in, values, at)));
      }
    }
    spaces.forEach((space, ops) -> members.put(space, new Namespace("." + space, ops, Map.of())));
    members.putAll(spaces.getOrDefault("core", Map.of()));
    members.put(
        "op", new NativeFunction("op", (in, values, at) -> plan.addNamed(inputs, in, values, at)));
    return new Namespace(kind, members, Map.of());
  }
}
