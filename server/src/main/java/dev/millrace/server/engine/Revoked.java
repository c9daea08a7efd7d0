package dev.millrace.server.engine;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tasks that workers still have although they ended. Best effort: a worker that is not told sees it
 * when it updates the task. Bounded; thread-safe.
 */
final class Revoked {

  private static final int WORKERS = 10_000;
  private static final int TASKS = 1_000;

  /** How many are told at once: they travel in a header. */
  private static final int TOLD = 100;

  private final Map<String, Set<String>> byWorker = new LinkedHashMap<>();

  synchronized void add(String worker, String taskId) {
    var tasks = byWorker.computeIfAbsent(worker, _ -> new LinkedHashSet<>());
    if (tasks.size() < TASKS) {
      tasks.add(taskId);
    }
    if (byWorker.size() > WORKERS) {
      var eldest = byWorker.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  /** Each is told once. */
  synchronized List<String> take(String worker) {
    if (byWorker.isEmpty()) {
      return List.of();
    }
    var tasks = byWorker.remove(worker);
    if (tasks == null) {
      return List.of();
    }
    var told = tasks.stream().limit(TOLD).toList();
    if (tasks.size() > TOLD) {
      told.forEach(tasks::remove);
      byWorker.put(worker, tasks);
    }
    return told;
  }
}
