package dev.millrace.stress.server;

import dev.millrace.client.IdempotencyStrategy;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import dev.millrace.worker.WorkResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The workflow of the soak: first, then left beside right, then last. What comes out can be told
 * from what goes in, so a step that was left out or done on other data shows.
 */
final class SumFlow {

  static final String NAME = "stress_sum";
  static final String FIRST = "first";
  static final String LAST = "last";
  static final List<String> REFS = List.of(FIRST, "left", "right", LAST);

  /** First and last share a queue, so that chained updates cross from workflow to workflow. */
  static final List<String> TYPES = List.of("stress_ends", "stress_left", "stress_right");

  private static final String WORKFLOW =
      """
      {"name": "stress_sum", "version": 1, "timeoutSeconds": 0, "tasks": [
        {"name": "stress_ends", "taskReferenceName": "first", "type": "SIMPLE",
         "inputParameters": {"n": "${workflow.input.n}"}},
        {"name": "fork", "taskReferenceName": "fork", "type": "FORK_JOIN", "forkTasks": [
          [{"name": "stress_left", "taskReferenceName": "left", "type": "SIMPLE",
            "inputParameters": {"n": "${first.output.n}"}}],
          [{"name": "stress_right", "taskReferenceName": "right", "type": "SIMPLE",
            "inputParameters": {"n": "${first.output.n}"}}]]},
        {"name": "join", "taskReferenceName": "join", "type": "JOIN", "joinOn": ["left", "right"]},
        {"name": "stress_ends", "taskReferenceName": "last", "type": "SIMPLE",
         "inputParameters": {"n": "${left.output.n}", "m": "${right.output.n}"}}],
       "outputParameters": {"n": "${last.output.n}"}}
      """;

  private SumFlow() {}

  /**
   * @param leaseSeconds after which a task whose worker is silent is given to another
   */
  static void register(MillraceClient client, int leaseSeconds) throws InterruptedException {
    var mapper = WireJson.mapper();
    client
        .metadata()
        .registerTasks(
            TYPES.stream()
                .map(type -> mapper.readValue(task(type, leaseSeconds), TaskDef.class))
                .toList())
        .await();
    var _ =
        client
            .metadata()
            .registerWorkflows(List.of(mapper.readValue(WORKFLOW, WorkflowDef.class)))
            .await();
  }

  private static String task(String type, int leaseSeconds) {
    return """
    {"name": "%s", "retryCount": 10000, "retryDelaySeconds": 0, "responseTimeoutSeconds": %d,
     "timeoutSeconds": 3600, "timeoutPolicy": "RETRY"}
    """
        .formatted(type, leaseSeconds);
  }

  /** May be sent any number of times. */
  static StartWorkflowRequest start(long n) {
    return new StartWorkflowRequest(
        NAME,
        1,
        null,
        Map.of("n", n),
        Map.of(),
        null,
        null,
        0,
        null,
        "key-" + n,
        IdempotencyStrategy.RETURN_EXISTING);
  }

  static WorkResult work(Task task) {
    long n = number(task.inputData().get("n"));
    long result =
        switch (task.referenceTaskName()) {
          case "first" -> n + 1;
          case "left" -> 2 * n;
          case "right" -> 3 * n;
          case "last" -> n + number(task.inputData().get("m"));
          default -> throw new IllegalArgumentException("no such step: " + task);
        };
    return WorkResult.completed(Map.of("n", result));
  }

  /** What the workflow that was started with a number answers. */
  static long expected(long n) {
    return 5 * (n + 1);
  }

  static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : Long.MIN_VALUE;
  }
}
