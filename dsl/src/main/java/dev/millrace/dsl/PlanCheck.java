package dev.millrace.dsl;

import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import java.util.List;

/** The last word on a plan: what the engine would refuse when it loads it. Thread-safe. */
@FunctionalInterface
public interface PlanCheck {

  /** What is wrong with a plan JSON, and what works and should be changed. */
  Verdict check(byte[] json);

  /** What a loader says. */
  static PlanCheck of(PlanLoader loader) {
    return json ->
        switch (loader.load(json)) {
          case PlanLoad.Loaded loaded -> new Verdict(List.of(), loaded.warnings());
          case PlanLoad.Refused refused -> new Verdict(refused.faults(), List.of());
        };
  }

  /** What was found. */
  record Verdict(List<PlanFault> faults, List<PlanFault> warnings) {
    public Verdict {
      faults = List.copyOf(faults);
      warnings = List.copyOf(warnings);
    }
  }
}
