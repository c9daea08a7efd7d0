package dev.millrace.server.http;

import dev.millrace.client.RerunWorkflowRequest;
import dev.millrace.client.SkipTaskRequest;
import dev.millrace.server.Workflows;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What clients tell a workflow to do. Immutable. */
final class CommandRoutes {

  private static final String ONE = "/api/workflow/{workflowId}";

  private static final Param.Text REASON = Param.text("reason");
  private static final Param.Flag LATEST = Param.flag("useLatestDefinitions", false);
  private static final Param.Flag CHILDREN = Param.flag("resumeSubworkflowTasks", false);

  /** There is no archive here; clients may say what they want of it. */
  private static final Param.Flag ARCHIVE = Param.flag("archiveWorkflow", true);

  private static final Shape<RerunWorkflowRequest> RERUN =
      Shape.of(RerunWorkflowRequest.class, (request, violations) -> {});
  private static final Shape<SkipTaskRequest> SKIP =
      Shape.of(SkipTaskRequest.class, (request, violations) -> {})
          .or(new SkipTaskRequest(null, null));

  private final Workflows workflows;

  CommandRoutes(Workflows workflows) {
    this.workflows = workflows;
  }

  List<Route> routes() {
    return List.of(
        Route.delete(ONE)
            .query(REASON)
            .nothing(200, call -> workflows.terminate(id(call), call.text(REASON))),
        Route.put(ONE + "/pause").nothing(200, call -> workflows.pause(id(call))),
        Route.put(ONE + "/resume").nothing(200, call -> workflows.resume(id(call))),
        Route.post(ONE + "/retry")
            .query(CHILDREN)
            .nothing(204, call -> workflows.retry(id(call), call.flag(CHILDREN))),
        Route.post(ONE + "/restart")
            .query(LATEST)
            .nothing(204, call -> workflows.restart(id(call), call.flag(LATEST))),
        Route.post(ONE + "/resetcallbacks")
            .nothing(204, call -> workflows.resetCallbacks(id(call))),
        Route.post(ONE + "/rerun")
            .body(RERUN)
            .text(call -> workflows.rerun(id(call), call.body(RERUN))),
        Route.put(ONE + "/skiptask/{taskReferenceName}").body(SKIP).nothing(200, this::skip),
        Route.put("/api/workflow/decide/{workflowId}")
            .nothing(200, call -> workflows.decide(id(call))),
        Route.delete(ONE + "/remove")
            .query(ARCHIVE)
            .nothing(200, call -> workflows.remove(id(call))),
        Route.delete(ONE + "/terminate-remove")
            .query(REASON, ARCHIVE)
            .nothing(200, this::terminateAndRemove));
  }

  private CompletableFuture<Void> skip(Call call) {
    return workflows.skip(id(call), call.path("taskReferenceName"), call.body(SKIP));
  }

  private CompletableFuture<Void> terminateAndRemove(Call call) {
    return workflows
        .terminate(id(call), call.text(REASON))
        .thenCompose(ignored -> workflows.remove(id(call)));
  }

  private static String id(Call call) {
    return call.path("workflowId");
  }
}
