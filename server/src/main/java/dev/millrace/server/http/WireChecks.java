package dev.millrace.server.http;

import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.TaskDef;
import dev.millrace.client.TaskResult;
import dev.millrace.client.WorkflowDef;
import dev.millrace.client.WorkflowTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must be in a body so that the services can rely on the records' types: JSON may leave out
 * anything. What a definition means is checked behind the services.
 */
final class WireChecks {

  private static final int MAX_PRIORITY = 99;

  private WireChecks() {}

  static void result(TaskResult result, Violations violations) {
    violations.needed(result.workflowInstanceId(), "workflowInstanceId");
    violations.needed(result.taskId(), "taskId");
    violations.needed(result.status(), "status");
    if (result.callbackAfterSeconds() < 0) {
      violations.add("callbackAfterSeconds", "must not be negative", result.callbackAfterSeconds());
    }
    for (int i = 0; i < result.logs().size(); i++) {
      var line = result.logs().get(i);
      String path = "logs[" + i + "]";
      violations.needed(line, path);
      if (line != null) {
        violations.needed((Object) line.log(), path + ".log");
      }
    }
  }

  static void start(StartWorkflowRequest request, Violations violations) {
    violations.needed(request.name(), "name");
    startFields(request, violations);
  }

  /** But for the name, which may come from elsewhere. */
  static void startFields(StartWorkflowRequest request, Violations violations) {
    priority(request.priority(), violations);
    if (request.workflowDef() != null) {
      workflow(request.workflowDef(), "workflowDef.", violations);
    }
  }

  static void priority(int priority, Violations violations) {
    if (priority < 0 || priority > MAX_PRIORITY) {
      violations.add("priority", "must be from 0 to 99", priority);
    }
  }

  static void task(TaskDef definition, Violations violations) {
    task(definition, "", violations);
  }

  static void tasks(List<TaskDef> definitions, Violations violations) {
    for (int i = 0; i < definitions.size(); i++) {
      TaskDef definition = definitions.get(i);
      String path = "[" + i + "]";
      violations.needed(definition, path);
      if (definition != null) {
        task(definition, path + ".", violations);
      }
    }
  }

  private static void task(TaskDef definition, String path, Violations violations) {
    violations.needed(definition.name(), path + "name");
    violations.atLeast(0, definition.retryCount(), path + "retryCount");
    violations.atLeast(0, definition.retryDelaySeconds(), path + "retryDelaySeconds");
    violations.atLeast(0, definition.timeoutSeconds(), path + "timeoutSeconds");
    violations.atLeast(1, definition.responseTimeoutSeconds(), path + "responseTimeoutSeconds");
    violations.atLeast(0, definition.totalTimeoutSeconds(), path + "totalTimeoutSeconds");
    violations.atLeast(1, definition.backoffScaleFactor(), path + "backoffScaleFactor");
    violations.atLeast(0, definition.maxRetryDelaySeconds(), path + "maxRetryDelaySeconds");
    violations.atLeast(0, definition.backoffJitterMs(), path + "backoffJitterMs");
    timeouts(definition, path, violations);
    Integer poll = definition.pollTimeoutSeconds();
    if (poll != null) {
      violations.atLeast(0, poll, path + "pollTimeoutSeconds");
    }
  }

  /** In the reference's words. */
  private static void timeouts(TaskDef definition, String path, Violations violations) {
    long timeout = definition.timeoutSeconds();
    long response = definition.responseTimeoutSeconds();
    long total = definition.totalTimeoutSeconds();
    if (timeout > 0 && response > timeout) {
      violations.add(
          path + "responseTimeoutSeconds",
          "TaskDef: %s responseTimeoutSeconds: %d must be less than timeoutSeconds: %d"
              .formatted(definition.name(), response, timeout),
          response);
    }
    if (timeout > 0 && total > 0 && timeout > total) {
      violations.add(
          path + "timeoutSeconds",
          "TaskDef: %s timeoutSeconds: %d must be less than or equal to totalTimeoutSeconds: %d"
              .formatted(definition.name(), timeout, total),
          timeout);
    }
  }

  static void workflow(WorkflowDef definition, Violations violations) {
    workflow(definition, "", violations);
  }

  static void workflows(List<WorkflowDef> definitions, Violations violations) {
    for (int i = 0; i < definitions.size(); i++) {
      String path = "[" + i + "]";
      violations.needed(definitions.get(i), path);
      if (definitions.get(i) != null) {
        workflow(definitions.get(i), path + ".", violations);
      }
    }
  }

  private static void workflow(WorkflowDef definition, String path, Violations violations) {
    violations.needed(definition.name(), path + "name");
    steps(definition.tasks(), path + "tasks", violations);
  }

  private static void steps(List<WorkflowTask> steps, String path, Violations violations) {
    for (int i = 0; i < steps.size(); i++) {
      step(steps.get(i), path + "[" + i + "]", violations);
    }
  }

  private static void step(@Nullable WorkflowTask step, String path, Violations violations) {
    violations.needed(step, path);
    if (step == null) {
      return;
    }
    violations.needed(step.name(), path + ".name");
    violations.needed(step.taskReferenceName(), path + ".taskReferenceName");
    steps(step.defaultCase(), path + ".defaultCase", violations);
    steps(step.loopOver(), path + ".loopOver", violations);
    step.decisionCases().forEach((name, branch) -> branch(branch, path + "." + name, violations));
    for (int i = 0; i < step.forkTasks().size(); i++) {
      branch(step.forkTasks().get(i), path + ".forkTasks[" + i + "]", violations);
    }
  }

  private static void branch(
      @Nullable List<WorkflowTask> branch, String path, Violations violations) {
    violations.needed(branch, path);
    if (branch != null) {
      steps(branch, path, violations);
    }
  }
}
