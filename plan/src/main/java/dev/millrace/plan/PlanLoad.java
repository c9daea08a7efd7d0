package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What came of loading a plan. */
public sealed interface PlanLoad {

  /**
   * A plan that can be run.
   *
   * @param warnings what works and should be changed, such as the use of a deprecated key
   */
  record Loaded(CompiledPlan plan, List<PlanFault> warnings) implements PlanLoad {
    public Loaded {
      requireNonNull(plan, "plan is null");
      warnings = List.copyOf(warnings);
    }
  }

  /** Not a plan: all that is wrong with it, at least one fault. */
  record Refused(List<PlanFault> faults) implements PlanLoad {
    public Refused {
      faults = List.copyOf(faults);
    }
  }
}
