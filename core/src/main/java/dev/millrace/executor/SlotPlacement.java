package dev.millrace.executor;

import dev.millrace.task.engine.Placement;
import dev.millrace.task.engine.TaskInstance;

/**
 * A group whose instances each have an object and a slot of their own. Immutable, so thread-safe.
 */
final class SlotPlacement implements Placement {

  private final TaskInstance[] instances;

  SlotPlacement(TaskInstance[] instances) {
    this.instances = instances;
  }

  @Override
  public void wake(int taskId) {
    instances[taskId].wake();
  }

  @Override
  public void wakeAll() {
    for (TaskInstance each : instances) {
      each.wake();
    }
  }
}
