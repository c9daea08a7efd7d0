package dev.millrace.bench.server;

import dev.millrace.client.MillraceClient;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The workflows that are measured, on one server. Their names and their tasks' differ from run to
 * run, so that nothing that is left on a server is in the way. Thread-safe.
 */
final class Flows {

  /** Tasks of a {@link #chain}. */
  static final int CHAIN_TASKS = 3;

  private static final int UNDER_WAY = 256;

  private static final String SIMPLE =
      """
      {"name": "%s", "taskReferenceName": "%s", "type": "SIMPLE",
       "inputParameters": {"order": "${workflow.input.order}"}}
      """;

  private final MillraceClient client;
  private final String run = Long.toString(System.nanoTime(), Character.MAX_RADIX);

  Flows(MillraceClient client) {
    this.client = client;
  }

  /** The three task types of {@link #chain}, in their order. */
  List<String> chainTypes() {
    return List.of("t1_" + run, "t2_" + run, "t3_" + run);
  }

  String singleType() {
    return "single_" + run;
  }

  String forkedType() {
    return "forked_" + run;
  }

  private String pendingType() {
    return "pending_" + run;
  }

  /** Makes all of them known to the server. */
  void register() throws InterruptedException {
    List<String> types = new ArrayList<>(chainTypes());
    types.addAll(List.of(singleType(), forkedType(), pendingType()));
    client.metadata().registerTasks(types.stream().map(Flows::task).toList()).await();
    var chain = chainTypes().stream().map(type -> SIMPLE.formatted(type, type)).toList();
    register("chain", String.join(",", chain));
    register("single", SIMPLE.formatted(singleType(), "only"));
    register(
        "forked",
        """
        {"name": "fork", "taskReferenceName": "fork", "type": "FORK_JOIN_DYNAMIC",
         "inputParameters": {"tasks": "${workflow.input.tasks}", "inputs": {}},
         "dynamicForkTasksParam": "tasks", "dynamicForkTasksInputParamName": "inputs"},
        {"name": "join", "taskReferenceName": "join", "type": "JOIN"}
        """);
  }

  /** Workflows that stay: each has so many tasks that nobody polls. */
  void registerPending(int tasks) throws InterruptedException {
    List<String> branches = new ArrayList<>();
    List<String> refs = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      branches.add("[" + SIMPLE.formatted(pendingType(), "pending" + i) + "]");
      refs.add("\"pending" + i + "\"");
    }
    register(
        "pending",
        """
        {"name": "fork", "taskReferenceName": "fork", "type": "FORK_JOIN", "forkTasks": [%s]},
        {"name": "join", "taskReferenceName": "join", "type": "JOIN", "joinOn": [%s]}
        """
            .formatted(String.join(",", branches), String.join(",", refs)));
  }

  private void register(String name, String tasks) throws InterruptedException {
    String json =
        """
        {"name": "%s_%s", "version": 1, "schemaVersion": 2, "ownerEmail": "bench@example.org",
         "timeoutSeconds": 0, "timeoutPolicy": "ALERT_ONLY", "tasks": [%s]}
        """
            .formatted(name, run, tasks);
    client.metadata().createWorkflow(read(json, WorkflowDef.class)).await();
  }

  private static TaskDef task(String type) {
    String json =
        """
        {"name": "%s", "retryCount": 0, "timeoutSeconds": 0, "responseTimeoutSeconds": 600,
         "ownerEmail": "bench@example.org"}
        """
            .formatted(type);
    return read(json, TaskDef.class);
  }

  private static <T> T read(String json, Class<T> type) {
    return WireJson.mapper().readValue(json, type);
  }

  StartWorkflowRequest chain() {
    return request("chain", Map.of("order", 1));
  }

  StartWorkflowRequest single() {
    return request("single", Map.of("order", 1));
  }

  StartWorkflowRequest pending() {
    return request("pending", Map.of("order", 1));
  }

  StartWorkflowRequest forked(int branches) {
    List<Map<String, Object>> tasks = new ArrayList<>();
    for (int i = 0; i < branches; i++) {
      tasks.add(Map.of("name", forkedType(), "taskReferenceName", "b" + i, "type", "SIMPLE"));
    }
    return request("forked", Map.of("tasks", tasks));
  }

  private StartWorkflowRequest request(String name, Map<String, Object> input) {
    return new StartWorkflowRequest(
        name + "_" + run, 1, null, input, Map.of(), null, null, 0, null, null, null);
  }

  /** Starts many, a few hundred at a time, and waits until the server has all of them. */
  void start(StartWorkflowRequest request, int count) throws InterruptedException {
    Semaphore room = new Semaphore(UNDER_WAY);
    AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    for (int i = 0; i < count && error.get() == null; i++) {
      room.acquire();
      var _ =
          client
              .workflows()
              .start(request)
              .future()
              .whenComplete((_, failure) -> {
                if (failure != null) {
                  boolean _ = error.compareAndSet(null, failure);
                }
                room.release();
              });
    }
    room.acquire(UNDER_WAY);
    Throwable failure = error.get();
    if (failure != null) {
      throw new IllegalStateException("a workflow could not be started", failure);
    }
  }
}
