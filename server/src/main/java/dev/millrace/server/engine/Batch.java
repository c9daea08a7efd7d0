package dev.millrace.server.engine;

import dev.millrace.client.WorkflowDef;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Reply;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.TaskStatus;
import dev.millrace.server.store.Changes;
import dev.millrace.server.store.ReadyTask;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import dev.millrace.server.store.WorkflowRow;
import dev.millrace.server.store.WriteTransaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction while it is worked out: the workflows it touches, the events that are still to be
 * decided, and the rows it will write. Made anew for every attempt; confined to one hand.
 */
final class Batch {

  /** A workflow with at most as many tasks is read whole. */
  private static final int SMALL = 100;

  final Parts parts;
  final WriteTransaction tx;
  private final LongSupplier clock;
  private long now;

  private final Map<UUID, @Nullable Known> touched = new LinkedHashMap<>();

  /** By the workflow they go to; those of one are decided together. */
  private final SequencedMap<UUID, List<Errand>> errands = new LinkedHashMap<>();

  private final Effects effects = new Effects(this);
  private final Map<String, Definer.Numbered> definitions = new HashMap<>();
  private final Set<UUID> deleted = new LinkedHashSet<>();

  /** Tasks that came into a queue in this batch, or that came back to it. */
  private final Map<String, List<Known>> fresh = new HashMap<>();

  private final Set<String> freshIds = new LinkedHashSet<>();

  /** Queues that others are to look into, beside those that something came into. */
  private final Set<String> stirred = new LinkedHashSet<>();

  /** By how much this batch changed what is held of a concurrency limit. */
  private final Map<String, Integer> held = new HashMap<>();

  private final List<TaskRow> claimedRows = new ArrayList<>();
  private long earliest = Store.NEVER;
  private int scheduled;
  private int ended;
  private int returned;

  /** An event on its way to a workflow. */
  private record Errand(Event event, Consumer<Reply> answer) {}

  Batch(Parts parts, WriteTransaction tx, LongSupplier clock) {
    this.parts = parts;
    this.tx = tx;
    this.clock = clock;
    this.now = clock.getAsLong();
  }

  /** When its decisions are made. */
  long now() {
    return now;
  }

  void send(UUID workflow, Event event, Consumer<Reply> answer) {
    errands.computeIfAbsent(workflow, _ -> new ArrayList<>()).add(new Errand(event, answer));
  }

  /**
   * The time of something in a queue has come, or this batch keeps something of it from others and
   * leaves it there: those who wait elsewhere are told.
   */
  void stir(String queue) {
    stirred.add(queue);
  }

  Effects effects() {
    return effects;
  }

  private void find(Collection<UUID> ids) {
    var missing = missing(ids);
    if (!missing.isEmpty()) {
      long _ = load(missing);
    }
  }

  /** Decides all there is to decide, and what follows from that. */
  void decide() {
    find(errands.keySet());
    for (var next = errands.pollFirstEntry(); next != null; next = errands.pollFirstEntry()) {
      decide(next.getKey(), next.getValue());
    }
  }

  private void decide(UUID id, List<Errand> mine) {
    var known = find(id);
    if (known == null) {
      var reply = new Reply.Rejected(Reply.Code.NOT_FOUND, "No such workflow found by id: " + id);
      mine.forEach(errand -> errand.answer().accept(reply));
      return;
    }
    var events = mine.stream().map(Errand::event).toList();
    var outcome =
        parts.decider.decide(known.flow(), known.state(), new KnownRows(known, tx), events, now);
    var before = outcome.changed().stream().map(task -> known.task(task.id())).toList();
    known.apply(outcome);
    note(known, outcome.changed(), before);
    effects.of(known, outcome.decisions());
    for (int i = 0; i < mine.size(); i++) {
      mine.get(i).answer().accept(outcome.replies().get(i));
    }
  }

  /** A workflow that began in this batch. */
  void began(Known known) {
    touched.put(known.id(), known);
    var tasks = known.changed();
    note(known, tasks, tasks.stream().map(_ -> (@Nullable TaskState) null).toList());
  }

  /** Sees which queues and limits change with the tasks. */
  private void note(
      Known known, List<TaskState> tasks, List<? extends @Nullable TaskState> before) {
    for (int i = 0; i < tasks.size(); i++) {
      var task = tasks.get(i);
      var old = before.get(i);
      count(old == null ? null : TaskCodec.slot(old), -1);
      count(TaskCodec.slot(task), 1);
      if (task.status() == TaskStatus.SCHEDULED && task.delivery().availableAt() <= now) {
        var queue = Queues.name(task.key().type(), task.delivery().domain());
        if (freshIds.add(task.id())) {
          fresh.computeIfAbsent(queue, _ -> new ArrayList<>()).add(known);
        }
      }
      if (old == null && task.status() == TaskStatus.SCHEDULED) {
        scheduled++;
      }
      if (old != null
          && old.status() == TaskStatus.IN_PROGRESS
          && task.status() == TaskStatus.SCHEDULED) {
        returned++;
      }
      if (!task.live() && (old == null || old.live())) {
        ended++;
      }
    }
  }

  private void count(@Nullable String slot, int more) {
    if (slot != null) {
      held.merge(slot, more, Integer::sum);
    }
  }

  // Workflows

  /** The definition that a start names, see {@link Definer#find}. */
  Definer.Numbered definition(
      String name, @Nullable Integer version, @Nullable WorkflowDef definition) {
    return parts.definer.find(name, version, definition, tx, definitions);
  }

  /** The workflow as this batch has left it, or null if there is none. */
  @Nullable Known find(UUID id) {
    find(List.of(id));
    return deleted.contains(id) ? null : touched.get(id);
  }

  /**
   * Begins with the workflows that the batch is known to need, and with what is registered now.
   * Where nobody else writes, mostly all of it is here. Where others do, what they wrote while this
   * waited for their locks has happened before.
   */
  void open(Collection<UUID> ids) {
    if (parts.exclusive) {
      find(ids);
    } else {
      parts.definer.sees(load(missing(ids)));
      now = clock.getAsLong();
    }
  }

  /** Those of which nothing is here. */
  private Set<UUID> missing(Collection<UUID> ids) {
    var missing = new LinkedHashSet<UUID>();
    for (var id : ids) {
      if (touched.containsKey(id)) {
        continue;
      }
      var here = parts.known.take(id);
      if (here == null) {
        missing.add(id);
      }
      touched.put(id, here);
    }
    return missing;
  }

  /** Reads workflows, and answers the revision of what is registered. */
  private long load(Set<UUID> ids) {
    var locked = tx.lock(ids, SMALL);
    for (var row : locked.workflows()) {
      var known = known(row);
      touched.put(row.id(), known);
      if (known.state().progress().made() <= SMALL) {
        known.complete();
      }
    }
    locked.tasks().forEach(this::learn);
    return locked.revision();
  }

  private Known known(WorkflowRow row) {
    var flow = parts.definer.flow(row.definition(), tx);
    return new Known(row.id(), WorkflowCodec.workflow(row), flow, row.definition(), row.watched());
  }

  private void learn(TaskRow row) {
    var known = touched.get(row.id().workflow());
    // Of a large workflow these are not the newest ones.
    if (known != null && known.isComplete()) {
      var _ = known.learn(TaskCodec.task(row, known.flow()).task());
    }
  }

  void delete(UUID id) {
    deleted.add(id);
  }

  // Handing out

  /** Queues into which something came in this batch. */
  Set<String> freshQueues() {
    return fresh.keySet();
  }

  /** Names of limits of which something was freed. */
  Set<String> freed() {
    var freed = new LinkedHashSet<String>();
    held.forEach((slot, more) -> {
      if (more < 0) {
        freed.add(slot);
      }
    });
    return freed;
  }

  int heldMore(String slot) {
    return held.getOrDefault(slot, 0);
  }

  /** What came into a queue in this batch and is still there. */
  List<Candidate> freshIn(String queue) {
    var candidates = new ArrayList<Candidate>();
    for (var known : new LinkedHashSet<>(fresh.getOrDefault(queue, List.of()))) {
      for (var task : known.changed()) {
        if (available(task, queue)) {
          candidates.add(candidate(task, known));
        }
      }
    }
    return candidates;
  }

  private static boolean in(TaskState task, String queue) {
    return Queues.name(task.key().type(), task.delivery().domain()).equals(queue);
  }

  private boolean available(TaskState task, String queue) {
    return task.status() == TaskStatus.SCHEDULED
        && task.delivery().availableAt() <= now
        && in(task, queue);
  }

  /** A task that may be handed out. */
  record Candidate(Claimed claimed, long definition, @Nullable Known known) {}

  /** Whether the state of a task is here. */
  boolean knows(TaskId id) {
    var known = here(id.workflow());
    return known != null && known.task(id.toString()) != null;
  }

  private @Nullable Known here(UUID id) {
    if (parts.exclusive && !touched.containsKey(id)) {
      var known = parts.known.take(id);
      if (known != null) {
        touched.put(id, known);
      }
    }
    return touched.get(id);
  }

  /** A stored task as a candidate; null if this batch changed it so that it is none. */
  @Nullable Candidate candidate(ReadyTask ready, String queue) {
    var id = ready.id().workflow();
    var known = here(id);
    var task = known == null ? null : known.task(ready.id().toString());
    if (known != null && task != null) {
      return available(task, queue) ? candidate(task, known) : null;
    }
    var row = ready.row();
    if (row == null
        || deleted.contains(id)
        || (known != null && known.neverStored(row.id().toString()))) {
      return null;
    }
    var stored = TaskCodec.task(row, parts.definer.flow(row.definition(), tx));
    return new Candidate(Claimed.of(stored), row.definition(), known);
  }

  private static Candidate candidate(TaskState task, Known known) {
    var key = known.state().key();
    return new Candidate(
        new Claimed(task, known.flow(), key.priority(), key.correlationId()),
        known.definition(),
        known);
  }

  /** Puts a claimed task in the place of the candidate. */
  void claimed(Candidate candidate, TaskState task) {
    count(TaskCodec.slot(task), 1);
    if (candidate.known() != null) {
      candidate.known().put(task);
      return;
    }
    var claimed = candidate.claimed();
    var context =
        new TaskCodec.Context(
            claimed.flow(),
            candidate.definition(),
            claimed.priority(),
            claimed.correlationId(),
            now);
    earliest = Math.min(earliest, task.progress().dueAt());
    claimedRows.add(TaskCodec.row(task, claimed.task(), context, null));
  }

  // The end

  /** Writes what changed. */
  void save() {
    var newWorkflows = new ArrayList<WorkflowRow>();
    var changedWorkflows = new ArrayList<WorkflowRow>();
    var newTasks = new ArrayList<TaskRow>();
    var changedTasks = new ArrayList<TaskRow>(claimedRows);
    var removed = new ArrayList<TaskId>();
    for (var known : touched.values()) {
      if (known == null || !known.dirty() || deleted.contains(known.id())) {
        continue;
      }
      var stored = known.stored();
      var state = known.state();
      if (state != stored || known.watchIsNew()) {
        var row = WorkflowCodec.row(state, stored, known.definition(), known.watched());
        (stored == null ? newWorkflows : changedWorkflows).add(row);
        earliest = Math.min(earliest, row.timerAt());
      }
      tasks(known, newTasks, changedTasks);
      removed.addAll(known.removed());
    }
    tx.save(new Changes(newWorkflows, changedWorkflows, newTasks, changedTasks, removed));
    for (var id : deleted) {
      boolean _ = tx.delete(id);
    }
    if (!parts.exclusive) {
      signal();
    }
  }

  private void tasks(Known known, List<TaskRow> fresh, List<TaskRow> changed) {
    var key = known.state().key();
    var context =
        new TaskCodec.Context(
            known.flow(), known.definition(), key.priority(), key.correlationId(), now);
    for (var task : known.changed()) {
      var before = known.before(task.id());
      var row = TaskCodec.row(task, before, context, known.chained(task.id()));
      (before == null ? fresh : changed).add(row);
      earliest =
          Math.min(earliest, Math.min(row.timerAt(), row.delayed() ? row.readyAt() : Store.NEVER));
    }
  }

  private void signal() {
    stirred().forEach(name -> tx.signal(new Signal.QueueReady(name)));
    for (var known : touched.values()) {
      if (known != null && known.watched() && known.dirty()) {
        tx.signal(new Signal.WorkflowChanged(known.id()));
      }
    }
  }

  /**
   * Queues in which others may find something once this is committed, and limits of which something
   * was freed: what one held back may be waited for elsewhere.
   */
  Set<String> stirred() {
    var all = new LinkedHashSet<>(fresh.keySet());
    all.addAll(stirred);
    all.addAll(freed());
    return all;
  }

  /** The earliest time that something is to happen because of what this batch wrote. */
  long earliest() {
    return earliest;
  }

  /** The workflows that this batch changed. */
  List<UUID> changed() {
    var changed = new ArrayList<UUID>();
    for (var known : touched.values()) {
      if (known != null && known.dirty()) {
        changed.add(known.id());
      }
    }
    return changed;
  }

  /** What was decided is stored. */
  void committed() {
    parts.definer.committed(definitions);
    parts.metrics.tasksScheduled.add(scheduled);
    parts.metrics.tasksEnded.add(ended);
    parts.metrics.tasksReturned.add(returned);
    effects.committed();
    for (var known : touched.values()) {
      if (known != null && !deleted.contains(known.id())) {
        known.committed();
        if (parts.exclusive) {
          parts.known.keep(known);
        }
      }
    }
  }
}
