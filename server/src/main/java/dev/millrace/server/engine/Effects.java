package dev.millrace.server.engine;

import dev.millrace.client.IdempotencyStrategy;
import dev.millrace.client.WireJson;
import dev.millrace.server.ServiceException;
import dev.millrace.server.flow.Decision;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Reply;
import dev.millrace.server.flow.WireForm;
import dev.millrace.server.flow.WorkflowKey;
import dev.millrace.server.flow.WorkflowStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what was decided for others than the workflow itself: children, parents, workers,
 * people. Queues and timers need nothing here, they are columns. Part of one batch.
 */
final class Effects {

  /** How many workflows may start each other before one of them waits for something. */
  private static final int MAX_DEPTH = 100;

  private final Batch batch;
  private final Map<UUID, Integer> depth = new HashMap<>();
  private final Map<IdempotencyKey, String> keys = new HashMap<>();
  private final List<Runnable> afterCommit = new ArrayList<>();

  private record IdempotencyKey(String name, String key) {}

  /** Who starts a workflow: the parent and its task, if it has one. */
  record Origin(@Nullable UUID parent, @Nullable String parentTask, @Nullable String createdBy) {

    static Origin outside(@Nullable String createdBy) {
      return new Origin(null, null, createdBy);
    }
  }

  Effects(Batch batch) {
    this.batch = batch;
  }

  void of(Known known, List<Decision> decisions) {
    for (var decision : decisions) {
      switch (decision) {
        case Decision.Enqueue _, Decision.Dequeue _, Decision.Arm _, Decision.Disarm _ -> {}
        case Decision.Revoke(var taskId, var workerId) ->
            afterCommit.add(() -> batch.parts.revoked.add(workerId, taskId));
        case Decision.StartChild start -> startChild(known, start);
        case Decision.StartFailureWorkflow start -> startFailureWorkflow(known, start);
        case Decision.TerminateChild(var id, var reason) -> send(id, new Event.Terminate(reason));
        case Decision.RetryChild(var id) -> retryChild(known, id);
        case Decision.ReviveParent(var id, var taskId) ->
            send(id, new Event.ChildRevived(taskId, known.state().id()));
        case Decision.WorkflowEnded _ -> ended(known);
        case Decision.Publish(var taskId, var event, _) ->
            afterCommit.add(() ->
                batch.parts.log.warn(
                    "An event was published and nobody handles events here",
                    Map.of("event", event, "task", taskId)));
        case Decision.Alert(var taskId, var reason) -> alert(known, taskId, reason);
      }
    }
  }

  private void send(String workflowId, Event event) {
    batch.send(UUID.fromString(workflowId), event, _ -> {});
  }

  private void alert(Known known, @Nullable String taskId, String reason) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("workflow", known.state().id());
    if (taskId != null) {
      fields.put("task", taskId);
    }
    afterCommit.add(() -> {
      batch.parts.metrics.alerts.increment();
      batch.parts.log.warn(reason, fields);
    });
  }

  // Starting

  /**
   * Starts a workflow, or finds the one that has its key.
   *
   * @return the id of the workflow
   * @throws ServiceException if it cannot be started
   */
  String start(UUID id, Decision.Child what, Origin origin, boolean watched) {
    var key = what.idempotencyKey();
    if (key != null && !key.isBlank()) {
      var existing = existing(what, key);
      if (existing != null) {
        if (watched) {
          watch(UUID.fromString(existing));
        }
        return existing;
      }
      keys.put(new IdempotencyKey(what.name(), key), id.toString());
    }
    var found = batch.definition(what.name(), what.version(), what.definition());
    int deep = origin.parent() == null ? 0 : depth.getOrDefault(origin.parent(), 0) + 1;
    if (deep > MAX_DEPTH) {
      throw new ServiceException(
          ServiceException.Code.INVALID,
          "More than " + MAX_DEPTH + " workflows start each other and none of them waits");
    }
    depth.put(id, deep);
    var workflowKey =
        new WorkflowKey(
            id.toString(),
            found.frozen().flow().name(),
            found.frozen().flow().version(),
            what.correlationId(),
            origin.parent() == null ? null : origin.parent().toString(),
            origin.parentTask(),
            what.priority(),
            what.taskToDomain(),
            key == null || key.isBlank() ? null : key,
            origin.createdBy());
    var outcome =
        batch.parts.decider.start(
            found.frozen().flow(), new Event.Start(workflowKey, what.input()), batch.now());
    var known = new Known(id, outcome, found.number(), watched);
    batch.began(known);
    afterCommit.add(batch.parts.metrics.workflowsStarted::increment);
    of(known, outcome.decisions());
    return id.toString();
  }

  /** The workflow that has the key, if it is to be had instead of a new one. */
  private @Nullable String existing(Decision.Child what, String key) {
    var here = keys.get(new IdempotencyKey(what.name(), key));
    WorkflowStatus status;
    String id;
    if (here != null) {
      id = here;
      var known = batch.find(UUID.fromString(here));
      status = known == null ? WorkflowStatus.RUNNING : known.state().status();
    } else {
      var row = batch.tx.workflowByKey(what.name(), key);
      if (row == null) {
        return null;
      }
      id = row.id().toString();
      status = WorkflowStatus.valueOf(row.status());
    }
    var strategy = Objects.requireNonNullElse(what.idempotencyStrategy(), IdempotencyStrategy.FAIL);
    boolean returned =
        switch (strategy) {
          case RETURN_EXISTING -> true;
          case FAIL -> false;
          case FAIL_ON_RUNNING -> status.isTerminal();
        };
    if (!returned) {
      throw new ServiceException(
          ServiceException.Code.CONFLICT,
          "The idempotency key %s of workflow %s is taken by %s".formatted(key, what.name(), id));
    }
    return id;
  }

  /** Somebody waits for a workflow that was there: servers that change it say so. */
  private void watch(UUID id) {
    var known = batch.find(id);
    if (known != null && !known.state().status().isTerminal()) {
      known.watch();
    }
  }

  private void startChild(Known parent, Decision.StartChild start) {
    var origin =
        start.parent() ? new Origin(parent.id(), start.taskId(), null) : Origin.outside(null);
    boolean watched = start.parent() && parent.watched();
    Event answer;
    try {
      var id = start(UUID.fromString(start.workflowId()), start.child(), origin, watched);
      answer = new Event.ChildStarted(start.taskId(), id);
    } catch (ServiceException e) {
      answer =
          new Event.ChildRejected(
              start.taskId(), start.workflowId(), Objects.requireNonNull(e.getMessage()));
    }
    batch.send(parent.id(), answer, _ -> {});
  }

  private void startFailureWorkflow(Known failed, Decision.StartFailureWorkflow start) {
    var child = start.child();
    var input = new LinkedHashMap<String, @Nullable Object>(child.input());
    var tasks = List.copyOf(new KnownRows(failed, batch.tx).all());
    var whole = WireForm.workflow(failed.state(), failed.flow(), tasks);
    input.put("failedWorkflow", WireJson.mapper().convertValue(whole, Map.class));
    var with =
        new Decision.Child(
            child.name(),
            child.version(),
            child.definition(),
            Collections.unmodifiableMap(input),
            child.correlationId(),
            child.taskToDomain(),
            child.priority(),
            null,
            null);
    try {
      var _ = start(UUID.fromString(start.workflowId()), with, Origin.outside(null), false);
    } catch (ServiceException e) {
      alert(failed, null, "The failure workflow cannot be started: " + e.getMessage());
    }
  }

  // Families

  private void ended(Known known) {
    afterCommit.add(batch.parts.metrics.workflowsEnded::increment);
    tellParent(known);
  }

  private void tellParent(Known known) {
    var state = known.state();
    var key = state.key();
    if (key.parentId() == null || key.parentTaskId() == null) {
      return;
    }
    send(
        key.parentId(),
        new Event.ChildEnded(
            key.parentTaskId(), key, state.status(), state.data().output(), state.data().reason()));
  }

  private void retryChild(Known parent, String childId) {
    var id = UUID.fromString(childId);
    batch.send(
        id,
        new Event.RetriedByParent(),
        reply -> {
          var child = reply instanceof Reply.Done ? null : batch.find(id);
          if (child != null && child.state().status().isTerminal()) {
            tellParent(child);
          } else if (reply instanceof Reply.Rejected && child == null) {
            batch.parts.log.warn(
                "A sub-workflow that is to be retried is gone",
                Map.of("workflow", childId, "parent", parent.state().id()));
          }
        });
  }

  void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  void committed() {
    afterCommit.forEach(Runnable::run);
  }
}
