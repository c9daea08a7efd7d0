package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What a {@link PlanStore} has under a name. */
public sealed interface PlanLookup {

  /**
   * A plan.
   *
   * @param outdated why the newest state of its file was refused; the plan is the one before. Empty
   *     if the plan is the newest state
   */
  record Found(CompiledPlan plan, List<PlanFault> warnings, List<PlanFault> outdated)
      implements PlanLookup {
    public Found {
      requireNonNull(plan, "plan is null");
      warnings = List.copyOf(warnings);
      outdated = List.copyOf(outdated);
    }
  }

  /** Nothing, or nothing that may be read. */
  record Missing(String reason) implements PlanLookup {}

  /** A file that is no plan, and never was one since the store was opened. */
  record Refused(List<PlanFault> faults) implements PlanLookup {
    public Refused {
      faults = List.copyOf(faults);
    }
  }
}
