package dev.millrace.server.engine;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Those who want to know when a workflow changes. Thread-safe. */
final class Watchers {

  private final Map<UUID, List<Runnable>> byWorkflow = new ConcurrentHashMap<>();

  void add(UUID workflow, Runnable watcher) {
    var _ =
        byWorkflow.compute(
            workflow,
            (_, there) -> {
              var watchers = there == null ? new CopyOnWriteArrayList<Runnable>() : there;
              watchers.add(watcher);
              return watchers;
            });
  }

  void remove(UUID workflow, Runnable watcher) {
    var _ =
        byWorkflow.computeIfPresent(
            workflow,
            (_, there) -> {
              there.remove(watcher);
              return there.isEmpty() ? null : there;
            });
  }

  /** The workflow changed. */
  void changed(UUID workflow) {
    var watchers = byWorkflow.get(workflow);
    if (watchers != null) {
      watchers.forEach(Runnable::run);
    }
  }

  /** Any workflow may have changed. */
  void anyChanged() {
    byWorkflow.values().forEach(watchers -> watchers.forEach(Runnable::run));
  }
}
