package dev.millrace.server.engine;

import dev.millrace.client.Task;
import dev.millrace.client.TaskSummary;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Workflows and tasks as searches show them. */
final class Summaries {

  private Summaries() {}

  static WorkflowSummary of(Workflow workflow) {
    var input = text(workflow.input());
    var output = text(workflow.output());
    return new WorkflowSummary(
        Objects.requireNonNullElse(workflow.workflowName(), ""),
        workflow.workflowVersion(),
        workflow.workflowId(),
        workflow.correlationId(),
        time(workflow.startTime()),
        time(workflow.updateTime()),
        time(workflow.endTime()),
        workflow.status(),
        input,
        output,
        workflow.reasonForIncompletion(),
        workflow.endTime() == 0 ? 0 : workflow.endTime() - workflow.startTime(),
        workflow.event(),
        String.join(",", workflow.failedReferenceTaskNames()),
        null,
        null,
        workflow.priority(),
        workflow.failedTaskNames(),
        workflow.createdBy(),
        workflow.taskToDomain(),
        workflow.idempotencyKey(),
        Objects.requireNonNullElse(workflow.parentWorkflowId(), ""),
        null,
        input.length(),
        output.length());
  }

  static TaskSummary of(Task task) {
    return new TaskSummary(
        task.workflowInstanceId(),
        task.workflowType(),
        task.correlationId(),
        time(task.scheduledTime()),
        time(task.startTime()),
        time(task.updateTime()),
        time(task.endTime()),
        task.status(),
        task.reasonForIncompletion(),
        task.endTime() == 0 ? 0 : task.endTime() - task.startTime(),
        task.queueWaitTime(),
        task.taskDefName(),
        task.taskType(),
        text(task.inputData()),
        text(task.outputData()),
        task.taskId(),
        null,
        null,
        task.workflowPriority(),
        task.domain());
  }

  private static String text(Map<String, @Nullable Object> fields) {
    return WireJson.mapper().writeValueAsString(fields);
  }

  /** ISO 8601 with milliseconds; null if it did not happen. */
  private static @Nullable String time(long millis) {
    return millis == 0
        ? null
        : Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
