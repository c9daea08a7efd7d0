package dev.millrace.server.engine;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.Definitions;
import dev.millrace.server.ServiceException;
import dev.millrace.server.store.Document;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.WriteTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@link Definitions} on the engine. */
final class EngineDefinitions implements Definitions {

  private final Desk desk;
  private final LongSupplier clock;

  EngineDefinitions(Desk desk, LongSupplier clock) {
    this.desk = desk;
    this.clock = clock;
  }

  // Tasks

  @Override
  public CompletableFuture<Void> putTasks(List<TaskDef> definitions) {
    return write(tx -> {
      definitions.forEach(definition -> put(tx, definition));
      return true;
    });
  }

  @Override
  public CompletableFuture<Void> updateTask(TaskDef definition) {
    return write(tx -> {
      if (tx.documents(Document.Kind.TASK, definition.name()).isEmpty()) {
        throw noTask(definition.name());
      }
      put(tx, definition);
      return true;
    });
  }

  private void put(WriteTransaction tx, TaskDef definition) {
    var old = tx.documents(Document.Kind.TASK, definition.name());
    var body = stamped(definition, old.isEmpty() ? null : old.getFirst());
    tx.put(new Document(Document.Kind.TASK, definition.name(), 0, body));
  }

  /** JSON of a definition with the times of its creation and its last change. */
  private byte[] stamped(Object definition, @Nullable Document old) {
    var mapper = WireJson.mapper();
    ObjectNode node = mapper.valueToTree(definition);
    long now = clock.getAsLong();
    var before = old == null ? null : mapper.readTree(old.body());
    node.put("createTime", before == null ? now : before.path("createTime").asLong(now));
    if (before != null) {
      node.put("updateTime", now);
    }
    if (!node.has("createdBy")) {
      node.put("createdBy", "");
    }
    return mapper.writeValueAsBytes(node);
  }

  @Override
  public CompletableFuture<TaskDef> task(String name) {
    return desk.reader()
        .read(view -> {
          var found = Registry.readTask(name, view.tx());
          if (found == null) {
            throw noTask(name);
          }
          return found;
        });
  }

  @Override
  public CompletableFuture<List<TaskDef>> tasks() {
    return desk.reader()
        .read(view ->
            view.tx().documents(Document.Kind.TASK).stream()
                .map(each -> WireJson.mapper().readValue(each.body(), TaskDef.class))
                .toList());
  }

  @Override
  public CompletableFuture<Void> deleteTask(String name) {
    return write(tx -> {
      if (!tx.delete(Document.Kind.TASK, name, 0)) {
        throw noTask(name);
      }
      return true;
    });
  }

  private static ServiceException noTask(String name) {
    return new ServiceException(
        ServiceException.Code.NOT_FOUND, "No such taskType found by name: " + name);
  }

  // Workflows

  @Override
  public CompletableFuture<Void> addWorkflow(WorkflowDef definition, boolean overwrite) {
    return write(tx -> {
      var old = stored(tx, definition);
      if (old != null && !overwrite) {
        throw new ServiceException(
            ServiceException.Code.CONFLICT,
            "Workflow with %s.%d already exists!"
                .formatted(definition.name(), definition.version()));
      }
      put(tx, definition, old);
      return true;
    });
  }

  private void put(WriteTransaction tx, WorkflowDef definition, @Nullable Document old) {
    var _ = Registry.freeze(definition, tx);
    tx.put(
        new Document(
            Document.Kind.WORKFLOW,
            definition.name(),
            definition.version(),
            stamped(definition, old)));
  }

  private static @Nullable Document stored(WriteTransaction tx, WorkflowDef definition) {
    return tx.documents(Document.Kind.WORKFLOW, definition.name()).stream()
        .filter(document -> document.version() == definition.version())
        .findFirst()
        .orElse(null);
  }

  @Override
  public CompletableFuture<BulkResponse<String>> putWorkflows(List<WorkflowDef> definitions) {
    var done = new CompletableFuture<BulkResponse<String>>();
    desk.mill()
        .send(
            new Command.Write<>(
                tx -> {
                  var put = new ArrayList<String>();
                  var errors = new LinkedHashMap<String, String>();
                  for (var definition : definitions) {
                    try {
                      put(tx, definition, stored(tx, definition));
                      put.add(definition.name());
                    } catch (ServiceException e) {
                      errors.put(definition.name(), String.valueOf(e.getMessage()));
                    }
                  }
                  changed(tx);
                  return new BulkResponse<>(errors, put, "Bulk Request has been processed.");
                },
                done));
    return done;
  }

  @Override
  public CompletableFuture<Void> validate(WorkflowDef definition) {
    return desk.reader().read(view -> Registry.freeze(definition, view.tx())).thenAccept(_ -> {});
  }

  @Override
  public CompletableFuture<WorkflowDef> workflow(String name, @Nullable Integer version) {
    return desk.reader()
        .read(view -> {
          var found = Registry.readWorkflow(name, version, view.tx());
          if (found == null) {
            throw noWorkflow(name, version);
          }
          return found;
        });
  }

  private static ServiceException noWorkflow(String name, @Nullable Integer version) {
    return new ServiceException(
        ServiceException.Code.NOT_FOUND,
        "No such workflow found by name: %s, version: %s"
            .formatted(name, version == null ? "latest" : version));
  }

  @Override
  public CompletableFuture<List<WorkflowDef>> workflows() {
    return desk.reader()
        .read(view ->
            view.tx().documents(Document.Kind.WORKFLOW).stream()
                .map(each -> WireJson.mapper().readValue(each.body(), WorkflowDef.class))
                .toList());
  }

  @Override
  public CompletableFuture<Void> deleteWorkflow(String name, int version) {
    return write(tx -> {
      if (!tx.delete(Document.Kind.WORKFLOW, name, version)) {
        throw noWorkflow(name, version);
      }
      return true;
    });
  }

  private CompletableFuture<Void> write(Function<WriteTransaction, Boolean> work) {
    var done = new CompletableFuture<Boolean>();
    desk.mill()
        .send(
            new Command.Write<>(
                tx -> {
                  var result = work.apply(tx);
                  changed(tx);
                  return result;
                },
                done));
    return done.thenAccept(_ -> {});
  }

  private void changed(WriteTransaction tx) {
    desk.definer().changed();
    tx.signal(new Signal.DocumentsChanged());
  }
}
