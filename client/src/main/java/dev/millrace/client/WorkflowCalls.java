package dev.millrace.client;

import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** Starting, looking at and steering workflows. Thread-safe. */
public final class WorkflowCalls {

  private static final String WORKFLOW = "/workflow";

  private final Calls calls;

  WorkflowCalls(Calls calls) {
    this.calls = calls;
  }

  /**
   * Starts a workflow and answers its id. Repeated after a lost answer only if the request has an
   * idempotency key: otherwise there could be two.
   */
  public Answer<String> start(StartWorkflowRequest request) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(WORKFLOW))
            .json(request)
            .repeatable(isRepeatable(request)),
        Calls::text);
  }

  /**
   * Starts a workflow and waits at the server until it ends, reaches a task, or the time is over.
   *
   * @param requestId names this start for the server's answer; null if nobody cares
   * @param waitUntilTaskRef answer as soon as this task has ended; null for the whole workflow
   */
  public Answer<SignalResponse> execute(
      StartWorkflowRequest request,
      @Nullable String requestId,
      @Nullable String waitUntilTaskRef,
      Duration waitFor) {
    Integer version = request.version();
    Target target =
        Target.of(WORKFLOW + "/execute")
            .segment(request.name())
            .segment(version == null ? "0" : version.toString())
            .query("requestId", requestId)
            .query("waitUntilTaskRef", waitUntilTaskRef)
            .query("waitForSeconds", Math.max(1, waitFor.toSeconds()));
    return calls.call(
        Calls.Request.of(HttpMethod.POST, target)
            .json(request)
            .waiting(waitFor)
            .repeatable(isRepeatable(request)),
        Calls.json(SignalResponse.class));
  }

  /** A workflow with all its tasks. */
  public Answer<Workflow> get(String workflowId) {
    return get(workflowId, true);
  }

  public Answer<Workflow> get(String workflowId, boolean includeTasks) {
    return calls.call(
        Calls.Request.get(
            Target.of(WORKFLOW).segment(workflowId).query("includeTasks", includeTasks)),
        Calls.json(Workflow.class));
  }

  /** The short form. */
  public Answer<WorkflowStatus> status(
      String workflowId, boolean includeOutput, boolean includeVariables) {
    return calls.call(
        Calls.Request.get(
            Target.of(WORKFLOW)
                .segment(workflowId)
                .path("/status")
                .query("includeOutput", includeOutput)
                .query("includeVariables", includeVariables)),
        Calls.json(WorkflowStatus.class));
  }

  public Answer<@Nullable Void> pause(String workflowId) {
    return command(HttpMethod.PUT, workflowId, "/pause");
  }

  public Answer<@Nullable Void> resume(String workflowId) {
    return command(HttpMethod.PUT, workflowId, "/resume");
  }

  public Answer<@Nullable Void> terminate(String workflowId, @Nullable String reason) {
    return calls.call(
        Calls.Request.of(
            HttpMethod.DELETE, Target.of(WORKFLOW).segment(workflowId).query("reason", reason)));
  }

  /** Goes on from the last failed task. */
  public Answer<@Nullable Void> retry(String workflowId, boolean resumeSubworkflowTasks) {
    return calls.call(
        Calls.Request.of(
            HttpMethod.POST,
            Target.of(WORKFLOW)
                .segment(workflowId)
                .path("/retry")
                .query("resumeSubworkflowTasks", resumeSubworkflowTasks)));
  }

  /** Begins again from the first task. */
  public Answer<@Nullable Void> restart(String workflowId, boolean useLatestDefinitions) {
    return calls.call(
        Calls.Request.of(
            HttpMethod.POST,
            Target.of(WORKFLOW)
                .segment(workflowId)
                .path("/restart")
                .query("useLatestDefinitions", useLatestDefinitions)));
  }

  /** Begins again from a task on; answers the workflow's id. */
  public Answer<String> rerun(String workflowId, RerunWorkflowRequest request) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(WORKFLOW).segment(workflowId).path("/rerun"))
            .json(request),
        Calls::text);
  }

  /** Skips a task that has not begun. */
  public Answer<@Nullable Void> skip(
      String workflowId, String taskReferenceName, SkipTaskRequest request) {
    return calls.call(
        Calls.Request.of(
                HttpMethod.PUT,
                Target.of(WORKFLOW)
                    .segment(workflowId)
                    .path("/skiptask")
                    .segment(taskReferenceName))
            .json(request));
  }

  public Answer<SearchResult<WorkflowSummary>> search(SearchRequest request) {
    return calls.call(
        Calls.Request.get(request.in(Target.of(WORKFLOW + "/search"))),
        Calls.json(new TypeReference<SearchResult<WorkflowSummary>>() {}));
  }

  /** The same for many workflows at once; the answer says what became of each. */
  public Answer<BulkResponse<String>> bulk(BulkCommand command, List<String> workflowIds) {
    return calls.call(
        bulkRequest(command).json(workflowIds),
        Calls.json(new TypeReference<BulkResponse<String>>() {}));
  }

  private static Calls.Request bulkRequest(BulkCommand command) {
    String bulk = WORKFLOW + "/bulk";
    return switch (command) {
      case BulkCommand.Pause() -> Calls.Request.of(HttpMethod.PUT, Target.of(bulk + "/pause"));
      case BulkCommand.Resume() -> Calls.Request.of(HttpMethod.PUT, Target.of(bulk + "/resume"));
      case BulkCommand.Retry() -> Calls.Request.of(HttpMethod.POST, Target.of(bulk + "/retry"));
      case BulkCommand.Restart(boolean latest) ->
          Calls.Request.of(
              HttpMethod.POST, Target.of(bulk + "/restart").query("useLatestDefinitions", latest));
      case BulkCommand.Terminate(String reason) ->
          Calls.Request.of(HttpMethod.POST, Target.of(bulk + "/terminate").query("reason", reason))
              .repeatable(true);
      case BulkCommand.Remove(boolean archive) ->
          Calls.Request.of(
              HttpMethod.DELETE, Target.of(bulk + "/remove").query("archiveWorkflow", archive));
    };
  }

  private Answer<@Nullable Void> command(HttpMethod method, String workflowId, String command) {
    return calls.call(
        Calls.Request.of(method, Target.of(WORKFLOW).segment(workflowId).path(command)));
  }

  private static boolean isRepeatable(StartWorkflowRequest request) {
    String key = request.idempotencyKey();
    return key != null
        && !key.isEmpty()
        && request.idempotencyStrategy() == IdempotencyStrategy.RETURN_EXISTING;
  }
}
