package dev.millrace.dsl;

import dev.millrace.dsl.eval.Interpreter;
import dev.millrace.dsl.eval.Meter;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.runtime.JsonWriter;
import dev.millrace.dsl.runtime.PlanAssembly;
import dev.millrace.dsl.runtime.PlanDefinition;
import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.dsl.runtime.PlanRuntime;
import dev.millrace.dsl.source.CompileLimits;
import dev.millrace.dsl.source.Diagnostic;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Module;
import dev.millrace.plan.PlanFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Makes one plan of one bundle. Not thread-safe, used once. */
final class Compilation {

  private final Bundle bundle;
  private final PlanRuntime runtime;
  private final Interpreter interpreter;
  private final PlanAssembly assembly;
  private final CompileLimits limits;
  private final Map<String, Map<String, Value>> exports = new HashMap<>();

  Compilation(Bundle bundle, PlanNames names, CompileLimits limits, LongSupplier nanoClock) {
    this.bundle = bundle;
    this.limits = limits;
    this.runtime = new PlanRuntime(names, limits);
    var meter = new Meter(limits, nanoClock);
    this.interpreter = new Interpreter(meter, runtime.operators(), runtime.hints());
    this.assembly = new PlanAssembly(names, meter);
  }

  /** The plan that the file exports; its code has run, but not the one that builds it. */
  PlanDefinition definition(String file) {
    Module module = bundle.module(file);
    Value exported = run(file).get("default");
    if (exported instanceof PlanDefinition definition) {
      return definition;
    }
    Place end = module.file().at(0);
    if (exported == null) {
      throw end.refuse(
          "this file exports no plan; expected export default definePlan({ name, build })");
    }
    throw end.refuse("the default export must be definePlan(…), not %s", exported.shown());
  }

  private Map<String, Value> run(String file) {
    Map<String, Value> known = exports.get(file);
    if (known != null) {
      return known;
    }
    Map<String, Value> result =
        interpreter.run(
            bundle.module(file),
            runtime.globals(),
            imported -> {
              String target = bundle.target(imported);
              return target == null ? runtime.exports() : run(target);
            });
    exports.put(file, result);
    return result;
  }

  /** The plan JSON. */
  String json(PlanDefinition definition, String toolVersion, String digest) {
    assembly.build(definition, interpreter);
    var builtBy = new LinkedHashMap<String, Object>();
    builtBy.put("backend", "millrace");
    builtBy.put("tool", "millrace");
    builtBy.put("tool_version", toolVersion);
    builtBy.put("bundle_digest", digest);
    String json = JsonWriter.document(assembly.document(definition.name(), builtBy));
    if (json.length() > limits.outputChars()) {
      throw definition.at().refuse("the plan has more than %d characters", limits.outputChars());
    }
    return json;
  }

  List<Diagnostic> warnings() {
    return assembly.unused();
  }

  /** What the engine says of the plan, at the places in the source. */
  PlanCheckReport checked(String json, PlanDefinition definition, PlanCheck check) {
    var verdict = check.check(json.getBytes(StandardCharsets.UTF_8));
    return new PlanCheckReport(
        placed(verdict.faults(), definition), placed(verdict.warnings(), definition));
  }

  record PlanCheckReport(List<Diagnostic> faults, List<Diagnostic> warnings) {}

  private List<Diagnostic> placed(List<PlanFault> faults, PlanDefinition definition) {
    var diagnostics = new ArrayList<Diagnostic>();
    for (PlanFault fault : faults) {
      Place place = assembly.placeOf(fault.path());
      diagnostics.add(Diagnostic.at(place == null ? definition.at() : place, fault.reason()));
    }
    return diagnostics;
  }
}
