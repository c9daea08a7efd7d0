package dev.millrace.server;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.RerunWorkflowRequest;
import dev.millrace.client.SearchResult;
import dev.millrace.client.SignalResponse;
import dev.millrace.client.SkipTaskRequest;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowSummary;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What clients and operators do with workflows. Thread-safe; nothing blocks. A future fails with
 * {@link ServiceException}.
 *
 * <p>What is hung on a future may run on the engine's own thread, so it must not block.
 */
public interface Workflows {

  /**
   * A start that waits until the workflow ended, or waits for somebody outside.
   *
   * @param untilRefs ends the wait, too, when one of these tasks has ended
   */
  record Execution(
      StartWorkflowRequest request,
      @Nullable String requestId,
      List<String> untilRefs,
      long waitMillis,
      SignalResponse.ReturnStrategy show) {
    public Execution {
      untilRefs = List.copyOf(untilRefs);
    }
  }

  /** The id of the workflow. */
  CompletableFuture<String> start(StartWorkflowRequest request);

  CompletableFuture<SignalResponse> execute(Execution execution);

  CompletableFuture<Workflow> workflow(String id, boolean withTasks);

  /** The tasks of a workflow, a page of them; of one status, or all if null. */
  CompletableFuture<SearchResult<Task>> tasks(
      String id, int start, int count, List<Task.Status> statuses);

  CompletableFuture<List<Workflow>> correlated(
      String name, String correlationId, boolean withClosed, boolean withTasks);

  /** The ids of those that have not ended; a version of null means all. */
  CompletableFuture<List<String>> running(
      String name, @Nullable Integer version, @Nullable Long startTime, @Nullable Long endTime);

  CompletableFuture<SearchResult<WorkflowSummary>> search(Search search);

  CompletableFuture<SearchResult<Workflow>> searchWhole(Search search);

  /** By what their tasks are. */
  CompletableFuture<SearchResult<WorkflowSummary>> searchByTasks(Search search);

  CompletableFuture<SearchResult<Workflow>> searchByTasksWhole(Search search);

  CompletableFuture<Void> pause(String id);

  CompletableFuture<Void> resume(String id);

  CompletableFuture<Void> terminate(String id, @Nullable String reason);

  CompletableFuture<Void> retry(String id, boolean resumeSubworkflowTasks);

  CompletableFuture<Void> restart(String id, boolean useLatestDefinitions);

  /** The id of the workflow that runs again. */
  CompletableFuture<String> rerun(String id, RerunWorkflowRequest request);

  CompletableFuture<Void> skip(String id, String ref, SkipTaskRequest request);

  /** Hands out at once what waits for its callback time. */
  CompletableFuture<Void> resetCallbacks(String id);

  /** Decides again; a workflow here never needs it, but clients call it. */
  CompletableFuture<Void> decide(String id);

  /** Removes it, ended or not. */
  CompletableFuture<Void> remove(String id);

  CompletableFuture<BulkResponse<String>> each(List<String> ids, Bulk bulk);

  /** What is done to many workflows, one after the other. */
  sealed interface Bulk {
    record Pause() implements Bulk {}

    record Resume() implements Bulk {}

    record Restart(boolean useLatestDefinitions) implements Bulk {}

    record Retry() implements Bulk {}

    record Terminate(@Nullable String reason) implements Bulk {}

    record Remove() implements Bulk {}

    record TerminateAndRemove(@Nullable String reason) implements Bulk {}
  }
}
