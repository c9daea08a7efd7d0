package dev.millrace.server;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowDef;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The registered definitions. Thread-safe; nothing blocks. A future fails with {@link
 * ServiceException}.
 *
 * <p>What is hung on a future may run on the engine's own thread, so it must not block.
 */
public interface Definitions {

  /** Adds them, or writes over those that are there. */
  CompletableFuture<Void> putTasks(List<TaskDef> definitions);

  /** Fails if it is not there. */
  CompletableFuture<Void> updateTask(TaskDef definition);

  CompletableFuture<TaskDef> task(String name);

  CompletableFuture<List<TaskDef>> tasks();

  CompletableFuture<Void> deleteTask(String name);

  /** Fails with a conflict if it is there, unless {@code overwrite}. */
  CompletableFuture<Void> addWorkflow(WorkflowDef definition, boolean overwrite);

  CompletableFuture<BulkResponse<String>> putWorkflows(List<WorkflowDef> definitions);

  /** Fails if it could not be added; changes nothing. */
  CompletableFuture<Void> validate(WorkflowDef definition);

  /** The latest version if it is null. */
  CompletableFuture<WorkflowDef> workflow(String name, @Nullable Integer version);

  /** All versions of all workflows. */
  CompletableFuture<List<WorkflowDef>> workflows();

  CompletableFuture<Void> deleteWorkflow(String name, int version);
}
