package dev.millrace.server.engine;

import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.flow.Outcome;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.WorkflowState;
import dev.millrace.server.store.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A workflow in memory, with those of its tasks that were needed, as the current batch left them;
 * and what is stored of all that the batch changed. Confined to one hand. If a batch fails, what it
 * touched is forgotten and read again.
 */
final class Known {

  private final UUID id;
  private final @Nullable WorkflowState storedAtFirst;
  private @Nullable WorkflowState stored;
  private WorkflowState state;
  private FlowDef flow;
  private long definition;
  private boolean watched;

  /** Whether the store knows that it is watched. */
  private boolean watchStored;

  private final Map<String, TaskState> tasks = new HashMap<>();
  private final Map<String, String> lastByRef = new HashMap<>();
  private final Map<String, String> lastByBase = new HashMap<>();
  private boolean complete;

  /** The stored form of what the batch changed; null for what is new. */
  private final Map<String, @Nullable TaskState> before = new LinkedHashMap<>();

  private final Set<String> removed = new HashSet<>();
  private final Map<String, String> chained = new HashMap<>();

  /** A workflow as it was read. */
  Known(UUID id, WorkflowState stored, FlowDef flow, long definition, boolean watched) {
    this.id = id;
    this.storedAtFirst = stored;
    this.stored = stored;
    this.state = stored;
    this.flow = flow;
    this.definition = definition;
    this.watched = watched;
    this.watchStored = watched;
  }

  /** A workflow that begins. */
  Known(UUID id, Outcome start, long definition, boolean watched) {
    this.id = id;
    this.storedAtFirst = null;
    this.stored = null;
    this.state = start.workflow();
    this.flow = start.definition();
    this.definition = definition;
    this.watched = watched;
    this.complete = true;
    apply(start);
  }

  UUID id() {
    return id;
  }

  WorkflowState state() {
    return state;
  }

  /** What is in the store, or null if nothing is. */
  @Nullable WorkflowState stored() {
    return stored;
  }

  FlowDef flow() {
    return flow;
  }

  long definition() {
    return definition;
  }

  boolean watched() {
    return watched;
  }

  void watch() {
    watched = true;
  }

  /** Whether somebody watches it and other servers do not know yet. */
  boolean watchIsNew() {
    return watched && !watchStored;
  }

  /** Another definition, for a restart. */
  void redefine(FlowDef newFlow, long number) {
    flow = newFlow;
    definition = number;
  }

  /** All tasks are here: what is not here does not exist. */
  void complete() {
    complete = true;
  }

  boolean isComplete() {
    return complete;
  }

  int weight() {
    return 1 + tasks.size();
  }

  /** A task as it was read. Does not replace what is here. */
  TaskState learn(TaskState task) {
    var here = tasks.putIfAbsent(task.id(), task);
    if (here != null) {
      return here;
    }
    newest(lastByRef, task.ref(), task);
    newest(lastByBase, task.key().base(), task);
    return task;
  }

  private void newest(Map<String, String> last, String name, TaskState task) {
    last.merge(name, task.id(), (a, b) -> number(a) >= number(b) ? a : b);
  }

  private static long number(String taskId) {
    return Integer.toUnsignedLong(Objects.requireNonNull(TaskId.parse(taskId)).number());
  }

  void apply(Outcome outcome) {
    state = outcome.workflow();
    for (var task : outcome.changed()) {
      put(task);
    }
    for (var gone : outcome.removed()) {
      remove(gone);
    }
  }

  /** A task that is new or different. */
  void put(TaskState task) {
    var old = tasks.put(task.id(), task);
    if (!before.containsKey(task.id())) {
      before.put(task.id(), old);
    }
    if (old == null) {
      newest(lastByRef, task.ref(), task);
      newest(lastByBase, task.key().base(), task);
    }
  }

  private void remove(String taskId) {
    var old = tasks.remove(taskId);
    if (!before.containsKey(taskId)) {
      before.put(taskId, old);
    }
    removed.add(taskId);
    if (old == null) {
      return;
    }
    boolean wasLast = lastByRef.remove(old.ref(), taskId);
    if (lastByBase.remove(old.key().base(), taskId) || wasLast) {
      // Which one is the newest now is found by looking at all.
      var rest = List.copyOf(tasks.values());
      rest.forEach(task -> newest(lastByRef, task.ref(), task));
      rest.forEach(task -> newest(lastByBase, task.key().base(), task));
    }
  }

  @Nullable TaskState task(String taskId) {
    return tasks.get(taskId);
  }

  @Nullable TaskState byRef(String ref) {
    var last = lastByRef.get(ref);
    return last == null ? null : tasks.get(last);
  }

  @Nullable TaskState byBase(String base) {
    var last = lastByBase.get(base);
    return last == null ? null : tasks.get(last);
  }

  /** Those that are here, in the order of their numbers. */
  Collection<TaskState> tasks() {
    var sorted = new TreeMap<Long, TaskState>();
    tasks.values().forEach(task -> sorted.put(number(task.id()), task));
    return sorted.values();
  }

  /** Whether a task with this id cannot be in the store. */
  boolean neverStored(String taskId) {
    var row = TaskId.parse(taskId);
    return row == null
        || !row.workflow().equals(id)
        || storedAtFirst == null
        || complete
        || removed.contains(taskId)
        || Integer.toUnsignedLong(row.number()) > storedAtFirst.progress().made();
  }

  // What the batch changed

  void chain(String taskId, String next) {
    chained.put(taskId, next);
  }

  @Nullable String chained(String taskId) {
    return chained.get(taskId);
  }

  boolean dirty() {
    return state != stored || !before.isEmpty() || watchIsNew();
  }

  /** The tasks that changed, and are there. */
  List<TaskState> changed() {
    var changed = new ArrayList<TaskState>(before.size());
    for (var taskId : before.keySet()) {
      var task = tasks.get(taskId);
      if (task != null) {
        changed.add(task);
      }
    }
    return changed;
  }

  /** What is stored of a task that changed; null if it is new. */
  @Nullable TaskState before(String taskId) {
    return before.get(taskId);
  }

  /** The stored tasks that are no more. */
  List<TaskId> removed() {
    return removed.stream()
        .filter(taskId -> before.get(taskId) != null)
        .map(taskId -> Objects.requireNonNull(TaskId.parse(taskId)))
        .toList();
  }

  /** What changed is stored now. */
  void committed() {
    stored = state;
    watchStored = watched;
    before.clear();
    removed.clear();
    chained.clear();
  }
}
