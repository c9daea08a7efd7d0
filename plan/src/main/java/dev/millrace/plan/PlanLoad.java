package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /**
   * Not a plan that this engine runs.
   *
   * @param faults all that is wrong with it, at least one
   * @param info what it is, if the engine lacks something that it requires; else null
   */
  record Refused(List<PlanFault> faults, @Nullable PlanInfo info) implements PlanLoad {
    public Refused {
      faults = List.copyOf(faults);
    }

    Refused(List<PlanFault> faults) {
      this(faults, null);
    }
  }
}
