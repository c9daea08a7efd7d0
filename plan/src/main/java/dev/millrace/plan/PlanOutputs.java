package dev.millrace.plan;

import java.util.List;

/** What a plan written in Java answers: the rows of one candidate set, or of several. */
public sealed interface PlanOutputs permits CandidateSet, PlanOutputs.Several {

  List<CandidateSet> sets();

  /** Several candidate sets, in the order of the answer. */
  record Several(List<CandidateSet> sets) implements PlanOutputs {
    public Several {
      sets = List.copyOf(sets);
    }
  }
}
