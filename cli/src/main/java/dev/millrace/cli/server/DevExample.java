package dev.millrace.cli.server;

import dev.millrace.client.MillraceClient;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowDef;
import dev.millrace.worker.WorkResult;
import dev.millrace.worker.WorkerHost;
import dev.millrace.worker.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** An order as a workflow: a sequence, a fork, a join, and a task that fails once. */
final class DevExample {

  static final String NAME = "order_example";
  static final String DESCRIPTION =
      "reserve_stock, then charge_card (fails at first, is retried) beside pack_parcel, then"
          + " ship_parcel";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private DevExample() {}

  static void register(MillraceClient client) throws InterruptedException {
    client
        .metadata()
        .registerTasks(read("tasks.json", new TypeReference<List<TaskDef>>() {}))
        .await();
    var _ =
        client
            .metadata()
            .registerWorkflows(read("workflows.json", new TypeReference<List<WorkflowDef>>() {}))
            .await();
  }

  private static <T> T read(String file, TypeReference<T> type) {
    try (InputStream in = DevExample.class.getResourceAsStream(file)) {
      return WireJson.mapper().readValue(Objects.requireNonNull(in, file), type);
    } catch (IOException e) {
      throw new IllegalStateException("the example " + file + " cannot be read", e);
    }
  }

  /** The workers in the server's process. */
  static WorkerHost warehouse(MillraceClient client) {
    return Workers.connect(client)
        .worker("reserve_stock", task -> completed("reserved", task.inputData().get("item")))
        .worker("pack_parcel", task -> completed("parcel", "P-" + task.inputData().get("item")))
        .start();
  }

  /** The workers in the other process. */
  static WorkerHost office(MillraceClient client) {
    return Workers.connect(client)
        .worker(
            "charge_card",
            task ->
                task.retryCount() == 0
                    ? WorkResult.failed("the bank did not answer, which it does at first")
                    : completed("charged", task.inputData().get("amount")))
        .worker("ship_parcel", task -> completed("shipped", task.inputData().get("parcel")))
        .start();
  }

  private static WorkResult completed(String key, @Nullable Object value) {
    return WorkResult.completed(Collections.singletonMap(key, value));
  }

  /** Runs it once and shows what happened; false if it did not end well. */
  static boolean run(MillraceClient client, PrintWriter out) throws InterruptedException {
    var request =
        WireJson.mapper()
            .readValue(
                "{\"name\":\"%s\",\"input\":{\"item\":\"teapot\",\"amount\":12}}".formatted(NAME),
                StartWorkflowRequest.class);
    var answer = client.workflows().execute(request, null, null, PATIENCE).await();
    var workflow = client.workflows().get(answer.workflowId()).await();
    out.println();
    out.println("The example ran as " + workflow.workflowId() + ":");
    for (var task : workflow.tasks()) {
      out.println("  " + line(task, workflow.startTime()));
    }
    out.println(
        "  %-14s %s after %d ms"
            .formatted("", workflow.status(), workflow.endTime() - workflow.startTime()));
    return workflow.status() == Workflow.Status.COMPLETED;
  }

  private static String line(Task task, long start) {
    var worker = task.workerId() == null ? "" : "by " + task.workerId();
    return "%-14s %-10s %5d ms %s"
        .formatted(
            task.referenceTaskName() + (task.retryCount() > 0 ? " again" : ""),
            task.status(),
            task.endTime() - start,
            worker);
  }

  /** What to try next, ready to be copied. */
  static List<String> suggestions(String url) {
    return List.of(
        "Try:",
        "  curl -s %s/api/workflow/%s -H 'Content-Type: application/json' -d '{\"item\":\"kettle\",\"amount\":9}'"
            .formatted(url, NAME),
        "  curl -s '%s/api/workflow/search?query=workflowType=%s'".formatted(url, NAME),
        "  curl -s %s/api/metadata/workflow/%s".formatted(url, NAME),
        "  curl -s %s/api/tasks/queue/all".formatted(url),
        "  curl -s %s/metrics".formatted(url));
  }
}
