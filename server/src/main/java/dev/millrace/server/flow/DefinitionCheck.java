package dev.millrace.server.flow;

import dev.millrace.client.WorkflowDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What can only be seen of a definition when all of its steps are known. */
final class DefinitionCheck {

  private DefinitionCheck() {}

  @SuppressWarnings("ConstantValue") // what came from JSON may lack what must be there
  static List<DefinitionFault> check(WorkflowDef source, StepTree tree) {
    var faults = new ArrayList<DefinitionFault>();
    if (source.name() == null || source.name().isBlank()) {
      faults.add(new DefinitionFault("name", "must not be empty"));
    }
    for (var step : tree.steps().values()) {
      step.inputs().roots(root -> checkRoot(root, step.ref(), tree, faults));
      for (var member : StepKinds.joinOn(step.kind())) {
        checkMember(member, step, tree, faults);
      }
    }
    return faults;
  }

  private static void checkRoot(
      String root, String ref, StepTree tree, List<DefinitionFault> faults) {
    boolean known =
        root.isEmpty()
            || root.equals("workflow")
            || root.equals("CPEWF_TASK_ID")
            || tree.find(root) != null
            || tree.steps().values().stream()
                .anyMatch(step -> step.kind() instanceof StepKind.DynamicFork);
    if (!known) {
      faults.add(
          new DefinitionFault(
              ref + ".inputParameters",
              "an expression names '" + root + "', which is no task of this workflow"));
    }
  }

  /** A join in a loop can only wait for tasks of the same turn. */
  private static void checkMember(
      String member, Step join, StepTree tree, List<DefinitionFault> faults) {
    var step = tree.find(member);
    if (step != null && !Objects.equals(step.loop(), join.loop())) {
      faults.add(
          new DefinitionFault(
              join.ref() + ".joinOn", "'" + member + "' is in another loop than the join"));
    }
  }
}
