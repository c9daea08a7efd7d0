package dev.millrace.server;

import dev.millrace.client.PollData;
import dev.millrace.client.SearchResult;
import dev.millrace.client.SignalResponse;
import dev.millrace.client.Task;
import dev.millrace.client.TaskExecLog;
import dev.millrace.client.TaskResult;
import dev.millrace.client.TaskSummary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What workers and operators do with tasks. Thread-safe; nothing blocks. A future fails with {@link
 * ServiceException}.
 *
 * <p>What is hung on a future may run on the engine's own thread, so it must not block.
 */
public interface Tasks {

  /**
   * Who wants tasks.
   *
   * @param domain null for none
   * @param timeoutMillis how long to wait if there is none; 0 not at all
   */
  record Poll(
      String type,
      @Nullable String domain,
      @Nullable String workerId,
      int count,
      long timeoutMillis) {}

  /**
   * A result.
   *
   * @param lease the token of the lease, if the worker sent it
   * @param next how many tasks of the same type and domain the worker wants; never given for a
   *     result that does not end its task
   */
  record Update(TaskResult result, @Nullable Integer lease, int next) {}

  /**
   * What became of an update.
   *
   * @param next the tasks that the worker gets with the answer; none if it asked for none
   * @param accepted whether it counted; false if the task had ended, or another has the lease
   */
  record Updated(String taskId, boolean accepted, List<Task> next) {
    public Updated {
      next = List.copyOf(next);
    }
  }

  /** Hands out tasks, as soon as there are any; an empty list when the time is over. */
  Pending<List<Task>> poll(Poll poll);

  /** Takes a result; the parameters are those of {@link Update}. */
  CompletableFuture<Updated> update(TaskResult result, @Nullable Integer lease, int next);

  /** Takes results that came together, at once; the answers are in the same order. */
  List<CompletableFuture<Updated>> updateAll(List<Update> updates);

  CompletableFuture<Updated> updateByRef(
      String workflowId,
      String ref,
      Task.Status status,
      Map<String, @Nullable Object> output,
      @Nullable String workerId);

  CompletableFuture<Updated> updateById(
      String workflowId, String taskId, Task.Status status, Map<String, @Nullable Object> output);

  /**
   * The tasks that this worker still has although they ended without it, each told once: it may
   * stop working on them.
   */
  List<String> revoked(String workerId);

  /** Ends the first task that waits for a signal, in a workflow or in one that it started. */
  CompletableFuture<Updated> signal(
      String workflowId, Task.Status status, Map<String, @Nullable Object> output);

  /**
   * As {@link #signal}, and waits until the workflow, or one that it started, waits or it ended.
   */
  CompletableFuture<SignalResponse> signalAndWait(
      String workflowId,
      Task.Status status,
      Map<String, @Nullable Object> output,
      SignalResponse.ReturnStrategy show,
      long timeoutMillis);

  CompletableFuture<Task> task(String taskId);

  CompletableFuture<Void> log(String taskId, String text);

  CompletableFuture<List<TaskExecLog>> logs(String taskId);

  CompletableFuture<SearchResult<TaskSummary>> search(Search search);

  CompletableFuture<SearchResult<Task>> searchWhole(Search search);

  /** Tasks of a type that are in workers' hands. */
  CompletableFuture<List<Task>> inProgress(String type, int start, int count);

  /** What waits in the queues: {@code type} or {@code domain:type} to its size. */
  CompletableFuture<Map<String, Long>> queueSizes();

  CompletableFuture<List<PollData>> pollData(@Nullable String type);
}
