package dev.millrace.server.flow;

import dev.millrace.client.ExecutionMetadata;
import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import dev.millrace.client.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How states look over the wire, and what comes over the wire looks like here. */
public final class WireForm {

  private WireForm() {}

  public static Task task(TaskState task, WorkflowState workflow) {
    var key = workflow.key();
    return task(
        task,
        new Home(key.id(), key.name(), key.correlationId(), key.priority()),
        executed(task, workflow));
  }

  /**
   * What a task shows of its workflow.
   *
   * @param id the workflow's
   */
  public record Home(String id, String name, @Nullable String correlationId, int priority) {}

  /** A task that has not ended: the state of its workflow is not needed for it. */
  public static Task task(TaskState task, Home home) {
    return task(task, home, false);
  }

  // The class file of a record has no type annotations on what its constructor is given.
  @SuppressWarnings("NullAway")
  private static Task task(TaskState task, Home home, boolean executed) {
    var key = task.key();
    var times = task.times();
    var delivery = task.delivery();
    var definition = key.source().taskDefinition();
    return new Task(
        key.type(),
        status(task.status()),
        task.data().input(),
        key.ref(),
        task.attempt().number(),
        key.seq(),
        home.correlationId(),
        delivery.polls(),
        key.defName(),
        times.scheduled(),
        times.started(),
        times.ended(),
        times.updated(),
        delivery.startDelaySeconds(),
        task.attempt().retriedTaskId(),
        task.attempt().retried(),
        executed,
        true,
        definition == null ? 0 : definition.responseTimeoutSeconds(),
        home.id(),
        home.name(),
        key.id(),
        task.data().reason(),
        delivery.callbackAfterSeconds(),
        delivery.workerId(),
        task.data().output(),
        key.source(),
        delivery.domain(),
        definition == null ? 0 : definition.rateLimitPerFrequency(),
        definition == null ? 0 : definition.rateLimitFrequencyInSeconds(),
        null,
        null,
        home.priority(),
        definition == null ? null : definition.executionNameSpace(),
        definition == null ? null : definition.isolationGroupId(),
        Math.max(key.iteration(), task.progress().iteration()),
        task.progress().subWorkflowId(),
        false,
        times.firstStarted(),
        ExecutionMetadata.NONE,
        null,
        Map.of(),
        definition,
        queueWait(task),
        key.iteration() > 0);
  }

  /** The task that a workflow ended with does not count as executed, unless it ended it badly. */
  private static boolean executed(TaskState task, WorkflowState workflow) {
    if (task.key().type().equals("TERMINATE") && task.status() == TaskStatus.COMPLETED) {
      return workflow.status() != WorkflowStatus.COMPLETED;
    }
    return task.progress().settled()
        && !Objects.equals(task.id(), workflow.progress().endedBy())
        && task.status() != TaskStatus.SKIPPED;
  }

  private static long queueWait(TaskState task) {
    var times = task.times();
    return times.started() == 0
        ? 0
        : Math.max(0, times.started() - Math.max(times.scheduled(), task.delivery().availableAt()));
  }

  /**
   * A workflow.
   *
   * @param tasks its tasks, or none if they are not wanted
   */
  // As above: null values in maps are fine.
  @SuppressWarnings("NullAway")
  public static Workflow workflow(
      WorkflowState workflow, FlowDef definition, List<TaskState> tasks) {
    var key = workflow.key();
    var data = workflow.data();
    var times = workflow.times();
    return new Workflow(
        "",
        times.created(),
        times.updated(),
        key.createdBy(),
        null,
        status(workflow.status()),
        times.ended(),
        key.id(),
        key.parentId(),
        key.parentTaskId(),
        tasks.stream().map(task -> task(task, workflow)).toList(),
        data.input(),
        data.output(),
        key.correlationId(),
        null,
        data.reason(),
        null,
        key.taskToDomain(),
        workflow.failedRefs(),
        definition.source(),
        null,
        null,
        key.priority(),
        data.variables(),
        times.lastRetried(),
        workflow.failedNames(),
        List.of(),
        key.idempotencyKey(),
        null,
        false,
        times.created(),
        key.name(),
        key.version());
  }

  /**
   * What a worker says.
   *
   * @param lease the token it sent, or null
   */
  public static TaskReport report(TaskResult result, @Nullable Integer lease) {
    var status =
        switch (result.status()) {
          case IN_PROGRESS -> TaskReport.Status.IN_PROGRESS;
          case COMPLETED -> TaskReport.Status.COMPLETED;
          case FAILED -> TaskReport.Status.FAILED;
          case FAILED_WITH_TERMINAL_ERROR -> TaskReport.Status.FAILED_WITH_TERMINAL_ERROR;
          case CANCELED -> TaskReport.Status.CANCELED;
        };
    return new TaskReport(
        status,
        result.outputData(),
        result.reasonForIncompletion(),
        result.workerId(),
        result.callbackAfterSeconds(),
        lease,
        result.extendLease());
  }

  /** What somebody says who names a task's status in the path. */
  public static TaskReport report(Task.Status status, Map<String, @Nullable Object> output) {
    var known =
        switch (status) {
          case IN_PROGRESS, SCHEDULED -> TaskReport.Status.IN_PROGRESS;
          case COMPLETED -> TaskReport.Status.COMPLETED;
          case COMPLETED_WITH_ERRORS -> TaskReport.Status.COMPLETED_WITH_ERRORS;
          case FAILED -> TaskReport.Status.FAILED;
          case FAILED_WITH_TERMINAL_ERROR -> TaskReport.Status.FAILED_WITH_TERMINAL_ERROR;
          case CANCELED -> TaskReport.Status.CANCELED;
          case TIMED_OUT -> TaskReport.Status.TIMED_OUT;
          case SKIPPED -> TaskReport.Status.SKIPPED;
        };
    return TaskReport.of(known, output);
  }

  public static Task.Status status(TaskStatus status) {
    return switch (status) {
      case SCHEDULED -> Task.Status.SCHEDULED;
      case IN_PROGRESS -> Task.Status.IN_PROGRESS;
      case COMPLETED -> Task.Status.COMPLETED;
      case COMPLETED_WITH_ERRORS -> Task.Status.COMPLETED_WITH_ERRORS;
      case SKIPPED -> Task.Status.SKIPPED;
      case FAILED -> Task.Status.FAILED;
      case FAILED_WITH_TERMINAL_ERROR -> Task.Status.FAILED_WITH_TERMINAL_ERROR;
      case TIMED_OUT -> Task.Status.TIMED_OUT;
      case CANCELED -> Task.Status.CANCELED;
    };
  }

  public static Workflow.Status status(WorkflowStatus status) {
    return switch (status) {
      case RUNNING -> Workflow.Status.RUNNING;
      case PAUSED -> Workflow.Status.PAUSED;
      case COMPLETED -> Workflow.Status.COMPLETED;
      case FAILED -> Workflow.Status.FAILED;
      case TIMED_OUT -> Workflow.Status.TIMED_OUT;
      case TERMINATED -> Workflow.Status.TERMINATED;
    };
  }
}
