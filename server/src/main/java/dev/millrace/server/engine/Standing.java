package dev.millrace.server.engine;

import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.server.flow.WireForm;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a workflow is, and at which task it, or one that it started, waits for somebody outside.
 *
 * @param below the running workflows that it started and that were looked at
 */
record Standing(Workflow workflow, @Nullable Blocker blocker, Set<UUID> below) {

  /** A task that waits for somebody outside. */
  record Blocker(Workflow workflow, Task task) {}

  /** Looks at those that it started, too, unless it waits itself. */
  static Standing of(Reader.View view, UUID id) {
    var workflow = whole(view, id);
    var below = new LinkedHashSet<UUID>();
    return new Standing(workflow, blocker(view, workflow, below), below);
  }

  /** Whether only somebody outside can bring it on. */
  boolean isAtRest() {
    return workflow.status().isTerminal() || blocker != null;
  }

  /** The running workflows that a workflow has started and waits for. */
  static List<UUID> children(Reader.View view, UUID id) {
    return view.tx().workflow(id) == null ? List.of() : children(view, whole(view, id));
  }

  private static List<UUID> children(Reader.View view, Workflow workflow) {
    return workflow.tasks().stream()
        .filter(task -> !task.status().isTerminal())
        .map(Task::subWorkflowId)
        .filter(Objects::nonNull)
        .map(UUID::fromString)
        .filter(child -> view.tx().workflow(child) != null) // it may have been removed
        .toList();
  }

  private static @Nullable Blocker blocker(Reader.View view, Workflow workflow, Set<UUID> below) {
    var blocker = own(workflow);
    if (blocker != null) {
      return blocker;
    }
    for (var child : children(view, workflow)) {
      if (below.add(child)) {
        var found = blocker(view, whole(view, child), below);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static @Nullable Blocker own(Workflow workflow) {
    return workflow.tasks().stream()
        .filter(task -> !task.status().isTerminal())
        .filter(task ->
            Objects.equals(task.taskType(), "WAIT") || Objects.equals(task.taskType(), "HUMAN"))
        .findFirst()
        .map(task -> new Blocker(workflow, task))
        .orElse(null);
  }

  private static Workflow whole(Reader.View view, UUID id) {
    var found = view.workflow(id.toString());
    return WireForm.workflow(found.state(), found.flow(), view.tasks(id));
  }
}
