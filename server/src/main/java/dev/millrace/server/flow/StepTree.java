package dev.millrace.server.flow;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps that were compiled together: a definition's, or those of one task that a dynamic fork made.
 * Immutable.
 *
 * @param joins which joins wait for a step, by its reference name
 */
record StepTree(Step first, Map<String, Step> steps, Map<String, List<Step>> joins) {

  StepTree {
    steps = Map.copyOf(steps);
    joins = Map.copyOf(joins);
  }

  @Nullable Step find(String base) {
    return steps.get(base);
  }

  List<Step> joinsOn(String base) {
    var found = joins.get(base);
    return found == null ? List.of() : found;
  }

  @Override
  public String toString() {
    return steps.size() + " steps from " + first;
  }
}
