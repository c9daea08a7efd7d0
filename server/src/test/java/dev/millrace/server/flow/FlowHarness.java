package dev.millrace.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowDef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A server in miniature: workflows, one queue, timers and a clock that goes when it is told to. It
 * does what decisions say and nothing else, so a decision that is missing shows.
 */
final class FlowHarness {

  static final long BEGIN = 1_800_000_000_000L;

  final FakeScripts scripts = new FakeScripts();
  final Map<String, List<Object>> jq = new HashMap<>();
  final Set<String> activeDomains = new HashSet<>();
  final List<Decision> log = new ArrayList<>();
  final Map<String, TaskDef> taskDefs = new HashMap<>();
  final Map<String, TreeMap<Integer, WorkflowDef>> workflowDefs = new HashMap<>();
  final IdentityHashMap<WorkflowDef, FlowDef> compiled = new IdentityHashMap<>();
  final Map<String, Instance> instances = new LinkedHashMap<>();
  final Map<String, Queued> queue = new LinkedHashMap<>();
  final Map<Timer, Long> timers = new HashMap<>();
  Limits limits = Limits.defaults();
  long now = BEGIN;

  /** Whether all states are checked, which takes time that grows with the workflow. */
  boolean checked = true;

  private final Deque<Runnable> elsewhere = new ArrayDeque<>();
  private boolean busy;
  private long ids;
  private long order;

  static final class Instance implements Ids {
    final List<Recorded> history = new ArrayList<>();
    final int number;
    WorkflowKey key;
    Map<String, Object> input;
    long began;
    int ids;
    FlowDef definition;
    WorkflowState head;
    MemoryRows rows = new MemoryRows();

    Instance(int number) {
      this.number = number;
    }

    /** Each workflow has ids of its own, so that it can be replayed without the others. */
    @Override
    public String workflow() {
      return "%08x-0000-0000-0000-%012d".formatted(number, ++ids);
    }

    @Override
    public String task(String workflowId, int made) {
      return "%08x-0000-0000-0001-%012d".formatted(number, made);
    }
  }

  /** Something that was sent, and when. */
  record Recorded(Event event, long at) {}

  record Queued(String workflowId, Decision.Enqueue entry, long order) {}

  record Timer(String workflowId, String taskId) {}

  Decider decider(Instance instance) {
    return new Decider(settings(instance));
  }

  FlowSettings settings(Instance instance) {
    return new FlowSettings(
        instance,
        bound -> bound,
        scripts,
        (query, _) -> {
          var found = jq.get(query);
          return found == null
              ? new JqEngine.Result.Failed("Function nope/0 does not exist")
              : new JqEngine.Result.Found(found);
        },
        taskDefs::get,
        (type, domain) -> activeDomains.contains(domain + ":" + type),
        limits);
  }

  String nextId() {
    return "00000000-0000-0000-0000-%012d".formatted(++ids);
  }

  // Definitions

  /** A task definition without retries or delays, but for what the JSON says. */
  void taskDef(String name, String json) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", name);
    fields.put("ownerEmail", "a@b.c");
    fields.put("createTime", BEGIN);
    fields.put("createdBy", "");
    fields.put("retryCount", 0);
    fields.put("retryDelaySeconds", 0);
    fields.put("timeoutSeconds", 0);
    fields.put("responseTimeoutSeconds", 60);
    fields.putAll(json(json));
    taskDefs.put(name, WireJson.mapper().convertValue(fields, TaskDef.class));
  }

  void workflowDef(String name, String tasks) {
    workflowDef(name, tasks, "{}");
  }

  void workflowDef(String name, String tasks, String more) {
    var definition =
        WireJson.mapper()
            .readValue("{\"name\":\"" + name + "\",\"tasks\":" + tasks + "}", WorkflowDef.class);
    var whole = definition;
    if (!more.equals("{}")) {
      var fields = json(WireJson.mapper().writeValueAsString(definition));
      fields.putAll(json(more));
      whole = WireJson.mapper().convertValue(fields, WorkflowDef.class);
    }
    workflowDefs.computeIfAbsent(name, _ -> new TreeMap<>()).put(whole.version(), whole);
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> json(String json) {
    return WireJson.mapper().readValue(json, LinkedHashMap.class);
  }

  FlowDef compiled(String name, Integer version) {
    var versions = workflowDefs.get(name);
    if (versions == null) {
      return null;
    }
    return compiled(version == null ? versions.lastEntry().getValue() : versions.get(version));
  }

  FlowDef compiled(WorkflowDef definition) {
    return compiled.computeIfAbsent(definition, this::compile);
  }

  private FlowDef compile(WorkflowDef definition) {
    return switch (FlowDef.compile(definition, taskDefs::get)) {
      case FlowDef.Compiled.Ok ok -> ok.definition();
      case FlowDef.Compiled.Invalid invalid ->
          throw new AssertionError(invalid.faults().toString());
    };
  }

  // Workflows

  String start(String name) {
    return start(name, "{}");
  }

  String start(String name, String input) {
    return start(name, input, null, 0, Map.of());
  }

  String start(
      String name, String input, String correlationId, int priority, Map<String, String> domains) {
    var id = nextId();
    var definition = compiled(name, null);
    var key =
        new WorkflowKey(
            id,
            name,
            definition.version(),
            correlationId,
            null,
            null,
            priority,
            domains,
            null,
            null);
    begin(definition, key, json(input));
    return id;
  }

  void begin(FlowDef definition, WorkflowKey key, Map<String, Object> input) {
    var instance = new Instance(instances.size() + 1);
    instance.key = key;
    instance.input = input;
    instance.began = now;
    instance.definition = definition;
    instances.put(key.id(), instance);
    apply(instance, decider(instance).start(definition, new Event.Start(key, input), now));
  }

  @CanIgnoreReturnValue
  Reply send(String workflowId, Event event) {
    return send(workflowId, List.of(event)).getLast();
  }

  @CanIgnoreReturnValue
  List<Reply> send(String workflowId, List<Event> events) {
    var instance = instances.get(workflowId);
    return send(instance, instance.definition, events);
  }

  @CanIgnoreReturnValue
  List<Reply> send(Instance instance, FlowDef definition, List<Event> events) {
    events.forEach(event -> instance.history.add(new Recorded(event, now)));
    var outcome = decider(instance).decide(definition, instance.head, instance.rows, events, now);
    apply(instance, outcome);
    return outcome.replies();
  }

  private void apply(Instance instance, Outcome outcome) {
    instance.rows.apply(outcome);
    instance.head = outcome.workflow();
    instance.definition = outcome.definition();
    log.addAll(outcome.decisions());
    if (checked) {
      Invariants.check(instance.definition, instance.head, instance.rows, settings(instance));
    }
    for (var decision : outcome.decisions()) {
      if (!carriedOutHere(instance, decision)) {
        elsewhere.add(() -> carryOut(instance, decision));
      }
    }
    if (checked) {
      Invariants.checkQueue(this, instance);
    }
    if (!busy) {
      busy = true;
      for (var next = elsewhere.poll(); next != null; next = elsewhere.poll()) {
        next.run();
      }
      busy = false;
    }
  }

  /** What belongs to the same commit as the state. */
  private boolean carriedOutHere(Instance instance, Decision decision) {
    var id = instance.head.id();
    switch (decision) {
      case Decision.Enqueue entry -> queue.put(entry.taskId(), new Queued(id, entry, order++));
      case Decision.Dequeue(var taskId) -> assertThat(queue.remove(taskId)).isNotNull();
      case Decision.Arm(var taskId, var at) -> timers.put(new Timer(id, taskId), at);
      case Decision.Disarm(var taskId) ->
          assertThat(timers.remove(new Timer(id, taskId))).isNotNull();
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What concerns other workflows: one thing after the other, in order. */
  private void carryOut(Instance instance, Decision decision) {
    var id = instance.head.id();
    switch (decision) {
      case Decision.Enqueue _, Decision.Dequeue _, Decision.Arm _, Decision.Disarm _ ->
          throw new AssertionError(decision);
      case Decision.Revoke _, Decision.Alert _, Decision.Publish _ -> {}
      case Decision.StartChild start -> startChild(instance, start);
      case Decision.StartFailureWorkflow start ->
          begin(
              compiled(start.child().name(), start.child().version()),
              key(start.workflowId(), start.child(), null, null),
              start.child().input());
      case Decision.TerminateChild(var child, var reason) ->
          send(child, new Event.Terminate(reason));
      case Decision.RetryChild(var child) -> {
        var status = head(child).status();
        if (send(child, new Event.RetriedByParent()) instanceof Reply.Rejected
            && status.isTerminal()) {
          tellParent(instances.get(child), status);
        }
      }
      case Decision.ReviveParent(var parent, var taskId) ->
          send(parent, new Event.ChildRevived(taskId, id));
      case Decision.WorkflowEnded(var status) -> tellParent(instance, status);
    }
  }

  private void startChild(Instance parent, Decision.StartChild start) {
    var child = start.child();
    var definition =
        child.definition() != null
            ? compiled(child.definition())
            : compiled(child.name(), child.version());
    if (definition == null) {
      send(
          parent.head.id(),
          new Event.ChildRejected(
              start.taskId(), start.workflowId(), "no such workflow: " + child.name()));
      return;
    }
    send(parent.head.id(), new Event.ChildStarted(start.taskId(), start.workflowId()));
    var key =
        start.parent()
            ? key(start.workflowId(), child, parent.head.id(), start.taskId())
            : key(start.workflowId(), child, null, null);
    begin(definition, key, child.input());
  }

  private static WorkflowKey key(
      String id, Decision.Child child, String parentId, String parentTaskId) {
    return new WorkflowKey(
        id,
        child.name(),
        child.version() == null ? 1 : child.version(),
        child.correlationId(),
        parentId,
        parentTaskId,
        child.priority(),
        child.taskToDomain(),
        child.idempotencyKey(),
        null);
  }

  private void tellParent(Instance child, WorkflowStatus status) {
    var key = child.head.key();
    if (key.parentId() != null) {
      send(
          key.parentId(),
          new Event.ChildEnded(
              key.parentTaskId(),
              key,
              status,
              child.head.data().output(),
              child.head.data().reason()));
    }
  }

  // Workers

  TaskState poll(String type) {
    return poll(type, null);
  }

  /** Hands out the task of highest priority, and of those the oldest; null if there is none. */
  TaskState poll(String type, String domain) {
    var first =
        queue.values().stream()
            .filter(q -> q.entry().type().equals(type))
            .filter(q -> Objects.equals(q.entry().domain(), domain))
            .filter(q -> q.entry().availableAt() <= now)
            .min(
                Comparator.<Queued>comparingInt(q -> -q.entry().priority())
                    .thenComparingLong(Queued::order));
    if (first.isEmpty()) {
      return null;
    }
    var entry = first.get();
    var id = entry.entry().taskId();
    assertThat(send(entry.workflowId(), new Event.Claimed(id, "w"))).isEqualTo(new Reply.Done(id));
    return instances.get(entry.workflowId()).rows.byId(id);
  }

  String workflowOf(TaskState task) {
    for (var instance : instances.values()) {
      if (instance.rows.byId(task.id()) != null) {
        return instance.head.id();
      }
    }
    throw new AssertionError("no workflow has " + task);
  }

  @CanIgnoreReturnValue
  Reply update(TaskState task, TaskReport report) {
    return send(workflowOf(task), new Event.TaskUpdated(task.id(), report.withWorker("w")));
  }

  @CanIgnoreReturnValue
  Reply update(TaskState task, TaskReport.Status status, String output) {
    return update(task, TaskReport.of(status, json(output)));
  }

  /** Polls and completes. */
  @CanIgnoreReturnValue
  TaskState complete(String type, String output) {
    var task = poll(type);
    assertThat(task).as("a task of type %s", type).isNotNull();
    update(task, TaskReport.Status.COMPLETED, output);
    return task;
  }

  @CanIgnoreReturnValue
  TaskState fail(String type, String output, String reason) {
    var task = poll(type);
    assertThat(task).as("a task of type %s", type).isNotNull();
    update(task, TaskReport.of(TaskReport.Status.FAILED, json(output)).withReason(reason));
    return task;
  }

  // Time

  /** Lets time pass and timers ring, each at its time. */
  void pass(long seconds) {
    long until = now + 1000 * seconds;
    while (true) {
      var due =
          timers.entrySet().stream()
              .filter(e -> e.getValue() <= until)
              .min(
                  Map.Entry.<Timer, Long>comparingByValue()
                      .thenComparing(e -> e.getKey().toString()));
      if (due.isEmpty()) {
        now = until;
        return;
      }
      now = Math.max(now, due.get().getValue());
      ring(due.get().getKey());
    }
  }

  /** A timer rings once; whoever wants it again arms it again. */
  void ring(Timer timer) {
    Long before = timers.get(timer);
    send(timer.workflowId(), new Event.TimerDue(timer.taskId()));
    assertThat(Objects.equals(timers.get(timer), before)).as("%s did nothing", timer).isFalse();
  }

  // Looking

  Workflow workflow(String id) {
    var instance = instances.get(id);
    return WireForm.workflow(instance.head, instance.definition, instance.rows.inOrder());
  }

  WorkflowState head(String id) {
    return instances.get(id).head;
  }

  MemoryRows rows(String id) {
    return instances.get(id).rows;
  }

  TaskState task(String id, String ref) {
    return rows(id).byRef(ref);
  }

  /** Reference names and statuses, in order. */
  List<String> tasks(String id) {
    return rows(id).inOrder().stream().map(t -> t.ref() + " " + t.status()).toList();
  }
}
