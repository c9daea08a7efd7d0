package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Arguments;
import dev.millrace.dsl.eval.Globals;
import dev.millrace.dsl.eval.NativeFunction;
import dev.millrace.dsl.eval.Operators;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.CompileLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The names that plan code sees: those of the language, and those of the engine. */
public final class PlanRuntime {

  /** What the engine's names can be imported from. */
  public static final Set<String> MODULES = Set.of("@ranking-dsl/runtime", "@millrace/runtime");

  private final Map<String, Value> globals = new HashMap<>(Globals.all());
  private final Map<String, Value> exports = new HashMap<>();
  private final Operators operators;

  public PlanRuntime(PlanNames names, CompileLimits limits) {
    var symbols = new Symbols(limits);
    var builders = new Builders(symbols);
    operators = new Lifting(symbols);
    exports.put("Key", new NameSpaces.Keys(names));
    exports.put("P", new NameSpaces.Params(names));
    exports.put("EP", NameSpaces.endpoints(names));
    exports.put("coalesce", builders.coalesce());
    exports.put("regex", builders.regex());
    globals.putAll(exports);
    exports.put("E", builders.expressions());
    exports.put("Pred", builders.predicates());
    exports.put(
        "definePlan",
        new NativeFunction(
            "definePlan",
            (_, values, at) -> PlanDefinition.of(new Arguments("definePlan", values, at))));
  }

  /** What is there without an import. */
  public Map<String, Value> globals() {
    return Map.copyOf(globals);
  }

  /** What {@code "@ranking-dsl/runtime"} exports. */
  public Map<String, Value> exports() {
    return Map.copyOf(exports);
  }

  /** What is said about names that are not there for want of an import. */
  public Map<String, String> hints() {
    var hints = new HashMap<String, String>();
    for (String name : exports.keySet()) {
      hints.put(
          name,
          "'%s' is not imported; write import { %s } from \"@ranking-dsl/runtime\";"
              .formatted(name, name));
    }
    return hints;
  }

  public Operators operators() {
    return operators;
  }
}
