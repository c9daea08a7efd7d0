package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Arguments;
import dev.millrace.dsl.eval.NativeFunction;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.eval.Values;
import dev.millrace.dsl.source.Place;
import java.util.HashMap;
import java.util.List;

/** {@code ctx}: where a plan starts. */
record PlanContext(PlanAssembly plan) implements Value.HostValue {

  @Override
  public String kind() {
    return "ctx";
  }

  @Override
  public Value member(String name, Place at) {
    var sources = RowSetValue.members(plan, List.of(), "ctx");
    var members = new HashMap<>(sources.members());
    members.put(
        "requireCapability",
        new NativeFunction(
            "requireCapability",
            (_, values, where) -> {
              var given = new Arguments("requireCapability", values, where);
              plan.require(given.string(0), given.value(1), where);
              return Values.UNDEFINED;
            }));
    return new dev.millrace.dsl.eval.Namespace("ctx", members, sources.refused()).member(name, at);
  }
}
