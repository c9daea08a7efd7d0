package dev.millrace.server.engine;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskDef;
import dev.millrace.client.TaskResult;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.Tasks;
import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.Tasks.Updated;
import dev.millrace.server.flow.JqEngine;
import dev.millrace.server.flow.ScriptEngine;
import dev.millrace.server.store.Store;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An engine on a store, with short words for what tests do. */
final class EngineFixture implements AutoCloseable {

  final Engine engine;

  EngineFixture(Store store) {
    this(store, Map.of());
  }

  EngineFixture(Store store, Map<String, OwnTask> own) {
    this(store, own, EngineSettings.defaults());
  }

  EngineFixture(Store store, Map<String, OwnTask> own, EngineSettings settings) {
    this(store, own, settings, new SteadyClock());
  }

  EngineFixture(
      Store store, Map<String, OwnTask> own, EngineSettings settings, LongSupplier clock) {
    this(
        store,
        own,
        settings,
        (level, message, fields, cause) -> {
          if (cause != null) {
            throw new AssertionError(level + " " + message + " " + fields, cause);
          }
        },
        clock);
  }

  EngineFixture(Store store, Map<String, OwnTask> own, EngineLog log) {
    this(store, own, EngineSettings.defaults(), log, new SteadyClock());
  }

  EngineFixture(
      Store store,
      Map<String, OwnTask> own,
      EngineSettings settings,
      EngineLog log,
      LongSupplier clock) {
    engine =
        Engine.open(
            store,
            settings,
            new Engine.Languages(
                (script, _) -> script(script), (_, _) -> new JqEngine.Result.Failed("no jq here")),
            own,
            log,
            clock);
  }

  /** No language, but for one word that no stack is deep enough for. */
  private static ScriptEngine.Result script(String script) {
    if (script.equals("overflow")) {
      throw new StackOverflowError(script);
    }
    return new ScriptEngine.Result.Failed("no scripts here");
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  void taskDef(String json) {
    get(engine.definitions().putTasks(List.of(read(json, TaskDef.class))));
  }

  void workflowDef(String json) {
    get(engine.definitions().addWorkflow(read(json, WorkflowDef.class), true));
  }

  /** A workflow of workers' tasks, one after the other: {@code a}, {@code b} ... of these types. */
  void sequence(String name, String... types) {
    var tasks = new StringBuilder();
    for (int i = 0; i < types.length; i++) {
      tasks
          .append(i == 0 ? "" : ",")
          .append(
              "{\"name\":\"%s\",\"taskReferenceName\":\"%s\",\"type\":\"SIMPLE\"}"
                  .formatted(types[i], (char) ('a' + i)));
    }
    workflowDef("{\"name\":\"%s\",\"version\":1,\"tasks\":[%s]}".formatted(name, tasks));
  }

  static <T> T read(String json, Class<T> type) {
    return WireJson.mapper().readValue(json, type);
  }

  @CanIgnoreReturnValue
  String start(String name) {
    return start(name, "{}");
  }

  /**
   * @param more further fields of the request
   */
  @CanIgnoreReturnValue
  String start(String name, String more) {
    var fields = (tools.jackson.databind.node.ObjectNode) WireJson.mapper().readTree(more);
    fields.put("name", name);
    return get(
        engine
            .workflows()
            .start(WireJson.mapper().treeToValue(fields, StartWorkflowRequest.class)));
  }

  List<Task> poll(String type, int count) {
    return get(engine.tasks().poll(new Poll(type, null, "w", count, 0)).answer());
  }

  /** Waits for a task. */
  Task await(String type) {
    var tasks = get(engine.tasks().poll(new Poll(type, null, "w", 1, 30_000)).answer());
    return tasks.getFirst();
  }

  @CanIgnoreReturnValue
  Updated complete(Task task, int next) {
    return update(task, TaskResult.Status.COMPLETED, null, next);
  }

  @CanIgnoreReturnValue
  Updated update(Task task, TaskResult.Status status, @Nullable Integer lease, int next) {
    return get(engine.tasks().update(result(task, status), lease, next));
  }

  static TaskResult result(Task task, TaskResult.Status status) {
    return new TaskResult(
        task.workflowInstanceId(),
        task.taskId(),
        null,
        0,
        "w",
        status,
        Map.of("of", task.referenceTaskName()),
        null,
        List.of(),
        null,
        null,
        false,
        false);
  }

  Workflow workflow(String id) {
    return get(engine.workflows().workflow(id, true));
  }

  Tasks tasks() {
    return engine.tasks();
  }

  @Override
  public void close() {
    engine.close();
  }
}
