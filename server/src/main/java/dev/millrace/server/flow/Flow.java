package dev.millrace.server.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workflow while something is decided about it: the stored state, and what changed on top of it.
 * Mutable, confined to one call of the decider; nothing of it is seen before {@link #outcome}.
 */
final class Flow {

  private final TaskRows rows;
  private final FlowSettings settings;
  private final long now;
  private final @Nullable WorkflowState before;

  private FlowDef definition;
  private WorkflowState head;
  private final Map<String, TaskState> changed = new LinkedHashMap<>();
  private final Map<String, String> byRef = new HashMap<>();
  private final Map<String, String> byBase = new HashMap<>();
  private final Set<String> removed = new HashSet<>();
  private final Map<String, StepTree> branches = new HashMap<>();
  private final List<Decision> effects = new ArrayList<>();
  private final Deque<String> ended = new ArrayDeque<>();
  private long steps;

  /**
   * @param before the stored state, null for a workflow that begins
   * @param head the same, or what it begins with
   */
  Flow(
      FlowDef definition,
      @Nullable WorkflowState before,
      WorkflowState head,
      TaskRows rows,
      Call call) {
    this.definition = definition;
    this.before = before;
    this.head = head;
    this.rows = rows;
    this.settings = call.settings();
    this.now = call.now();
  }

  /** With what and when the decider is called. */
  record Call(FlowSettings settings, long now) {}

  FlowDef definition() {
    return definition;
  }

  FlowSettings settings() {
    return settings;
  }

  long now() {
    return now;
  }

  WorkflowState head() {
    return head;
  }

  void head(WorkflowState newHead) {
    head = newHead;
  }

  void progress(WorkflowProgress newProgress) {
    head = head.withProgress(newProgress);
  }

  boolean running() {
    return head.status() == WorkflowStatus.RUNNING;
  }

  void effect(Decision decision) {
    effects.add(decision);
  }

  /** Counts what the current event does; false if it does too much. */
  boolean mayStep() {
    return ++steps <= settings.limits().maxSteps();
  }

  /** Something takes as long as so many steps. */
  void charge(int asLongAs) {
    steps += asLongAs;
  }

  void newEvent() {
    steps = 0;
  }

  // Tasks

  @Nullable TaskState task(String id) {
    var there = changed.get(id);
    return there != null || removed.contains(id) ? there : rows.byId(id);
  }

  /** The last attempt with this reference name. */
  @Nullable TaskState latest(String ref) {
    var id = byRef.get(ref);
    return id != null ? task(id) : current(rows.byRef(ref), ref, false);
  }

  /** The task of a step that was made last, in whatever turn. */
  @Nullable TaskState newest(String base) {
    var id = byBase.get(base);
    return id != null ? task(id) : current(rows.byBase(base), base, true);
  }

  private @Nullable TaskState current(@Nullable TaskState row, String name, boolean base) {
    if (row == null || !removed.contains(row.id())) {
      return row == null ? null : task(row.id());
    }
    // Rare: only after a rerun took away the newest.
    return all().stream()
        .filter(task -> (base ? task.key().base() : task.ref()).equals(name))
        .reduce((_, last) -> last)
        .orElse(null);
  }

  /** The id of the next task that is made known. */
  String nextTaskId() {
    return settings.ids().task(head.id(), head.progress().made() + 1);
  }

  /** Makes a task known, new or changed. */
  void put(TaskState task) {
    var old = task(task.id());
    if (old == null) {
      byRef.put(task.ref(), task.id());
      byBase.put(task.key().base(), task.id());
      progress(head.progress().withSeq(task.key().seq()).withLastTaskId(task.id()));
    }
    int more = (active(task) ? 1 : 0) - (old != null && active(old) ? 1 : 0);
    if (more != 0) {
      progress(head.progress().withActive(head.progress().active() + more));
    }
    changed.put(task.id(), task);
  }

  void remove(TaskState task) {
    if (active(task)) {
      progress(head.progress().withActive(head.progress().active() - 1));
    }
    changed.remove(task.id());
    removed.add(task.id());
    byRef.remove(task.ref(), task.id());
    byBase.remove(task.key().base(), task.id());
  }

  private boolean active(TaskState task) {
    return task.live() && !step(task).kind().passive();
  }

  /** Those that have not ended, in the order in which they were made. */
  List<TaskState> live() {
    return overlay(new ArrayList<>(rows.live())).stream().filter(TaskState::live).toList();
  }

  List<TaskState> all() {
    return overlay(new ArrayList<>(rows.all()));
  }

  private List<TaskState> overlay(List<TaskState> stored) {
    var all = new LinkedHashMap<String, TaskState>();
    stored.forEach(task -> all.put(task.id(), task));
    all.putAll(changed);
    all.keySet().removeAll(removed);
    return all.values().stream().sorted(Comparator.comparingInt(task -> task.key().seq())).toList();
  }

  // Steps

  /** The step that a task is an attempt at. */
  Step step(TaskState task) {
    var step = tree(task.key().branch()).find(task.key().base());
    if (step == null) {
      throw new IllegalStateException("no step for " + task + " in " + definition);
    }
    return step.kind() instanceof StepKind.Dynamic ? step.as(task.key().source()) : step;
  }

  /** The steps of the definition, or of a branch that a dynamic fork made. */
  StepTree tree(@Nullable String branch) {
    return branch == null ? definition.tree() : branches.computeIfAbsent(branch, this::compile);
  }

  void branch(String ref, StepTree tree) {
    branches.put(ref, tree);
  }

  private StepTree compile(String branch) {
    var root = latest(branch);
    if (root == null) {
      throw new IllegalStateException("no task " + branch + " in " + head);
    }
    var faults = new ArrayList<DefinitionFault>();
    var tree = new StepCompiler(settings.taskDefs(), faults).compile(List.of(root.key().source()));
    if (tree == null) {
      throw new IllegalStateException(root + " was compiled before: " + faults);
    }
    return tree;
  }

  // The agenda: tasks that ended and whose end was not acted upon.

  void ended(TaskState task) {
    put(task);
    if (head.status() == WorkflowStatus.PAUSED) {
      progress(head.progress().plusUnsettled(task.id()));
    } else if (!head.status().isTerminal()) {
      ended.add(task.id());
    }
  }

  @Nullable String nextEnded() {
    return ended.poll();
  }

  void clearAgenda() {
    ended.clear();
  }

  /** Another definition, for a restart. */
  void redefine(FlowDef newDefinition) {
    definition = newDefinition;
    branches.clear();
  }

  Outcome outcome(List<Reply> replies) {
    changed.replaceAll((_, task) -> task.withDueAt(Deadlines.of(task, step(task))));
    long due = Deadlines.of(head, definition);
    if (due != head.progress().dueAt()) {
      progress(head.progress().withDueAt(due));
    }
    if (head != before) {
      var times = head.times();
      head =
          head.withTimes(
              new WorkflowState.Times(times.created(), now, times.ended(), times.lastRetried()));
    }
    var decisions = new ArrayList<Decision>();
    for (var task : changed.values()) {
      var step = step(task);
      Differences.of(rows.byId(task.id()), task, step, head).forEach(decisions::add);
    }
    for (var id : removed) {
      Differences.removed(rows.byId(id)).forEach(decisions::add);
    }
    Differences.of(before, head).forEach(decisions::add);
    decisions.addAll(effects);
    var gone = removed.stream().filter(id -> rows.byId(id) != null).sorted().toList();
    return new Outcome(head, definition, List.copyOf(changed.values()), gone, decisions, replies);
  }
}
