package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one decision function: a workflow's state and an event become its new state and what is to be
 * done. Pure but for the ids and the jitter that it is given; stateless, thread-safe. {@code
 * FLOW.md} tells the rules.
 */
public final class Decider {

  private final FlowSettings settings;

  public Decider(FlowSettings settings) {
    this.settings = settings;
  }

  /** Begins a workflow. */
  public Outcome start(FlowDef definition, Event.Start event, long now) {
    var call = new Flow.Call(settings, now);
    var flow = new Flow(definition, null, blank(event.key(), now), TaskRows.none(), call);
    Revivals.begin(flow, event.key(), event.input());
    Stepper.run(flow);
    return flow.outcome(List.of(new Reply.Done(event.key().id())));
  }

  public Outcome decide(
      FlowDef definition, WorkflowState workflow, TaskRows rows, Event event, long now) {
    return decide(definition, workflow, rows, List.of(event), now);
  }

  /**
   * Takes several events, one after the other. The state is the same as if each had been decided
   * and stored by itself.
   */
  public Outcome decide(
      FlowDef definition,
      WorkflowState workflow,
      TaskRows rows,
      List<? extends Event> events,
      long now) {
    var flow = new Flow(definition, workflow, workflow, rows, new Flow.Call(settings, now));
    var replies = new ArrayList<Reply>(events.size());
    for (var event : events) {
      flow.newEvent();
      replies.add(act(flow, definition, event));
      Stepper.run(flow);
    }
    return flow.outcome(replies);
  }

  private static Reply act(Flow flow, FlowDef definition, Event event) {
    return switch (event) {
      case Event.Start start ->
          Commands.conflict(flow, "it has begun and cannot be started as " + start.key().id());
      case Event.Claimed e ->
          with(flow, e.taskId(), t -> TaskUpdates.claimed(flow, t, e.workerId()));
      case Event.Returned e ->
          with(flow, e.taskId(), t -> TaskUpdates.returned(flow, t, e.lease()));
      case Event.TaskUpdated e ->
          with(flow, e.taskId(), t -> TaskUpdates.updated(flow, t, e.report()));
      case Event.RefUpdated e ->
          found(flow, flow.latest(e.ref()), e.ref(), t -> TaskUpdates.updated(flow, t, e.report()));
      case Event.Signalled e -> TaskUpdates.signalled(flow, e.report());
      case Event.TimerDue(var taskId) when taskId == null -> TaskUpdates.due(flow);
      case Event.TimerDue(var taskId) -> with(flow, taskId, t -> TaskUpdates.due(flow, t));
      case Event.ChildStarted e ->
          with(flow, e.taskId(), t -> Children.started(flow, t, e.workflowId()));
      case Event.ChildRejected e ->
          with(flow, e.taskId(), t -> Children.rejected(flow, t, e.reason()));
      case Event.ChildEnded e -> with(flow, e.taskId(), t -> Children.ended(flow, t, e));
      case Event.ChildRevived e ->
          with(flow, e.taskId(), t -> Revivals.childRevived(flow, t, e.workflowId()));
      case Event.Pause _ -> Commands.pause(flow);
      case Event.Resume _ -> Commands.resume(flow);
      case Event.ResetCallbacks _ -> Commands.resetCallbacks(flow);
      case Event.Terminate e -> Commands.terminate(flow, e.reason());
      case Event.Retry e -> Revivals.retry(flow, e.resumeChildren(), false);
      case Event.RetriedByParent _ -> Revivals.retry(flow, true, true);
      case Event.Restart e -> Revivals.restart(flow, definition, e);
      case Event.Rerun e -> Revivals.rerun(flow, e);
      case Event.Skip e -> Commands.skip(flow, e);
    };
  }

  private static Reply with(Flow flow, @Nullable String id, Function<TaskState, Reply> action) {
    return found(flow, id == null ? null : flow.task(id), String.valueOf(id), action);
  }

  private static Reply found(
      Flow flow, @Nullable TaskState task, String name, Function<TaskState, Reply> action) {
    return task == null
        ? new Reply.Rejected(
            Reply.Code.NOT_FOUND, "No task " + name + " in workflow " + flow.head().id())
        : action.apply(task);
  }

  /** What a workflow is in the instant before it begins. */
  private static WorkflowState blank(WorkflowKey key, long now) {
    return new WorkflowState(
        key,
        WorkflowStatus.RUNNING,
        new WorkflowState.Data(Values.NONE, Values.NONE, Values.NONE, null),
        new WorkflowState.Times(now, now, 0, 0),
        Set.of(),
        Set.of(),
        WorkflowProgress.START);
  }
}
