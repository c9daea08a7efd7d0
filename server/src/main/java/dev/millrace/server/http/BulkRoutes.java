package dev.millrace.server.http;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.Workflow;
import dev.millrace.server.Workflows;
import dev.millrace.server.Workflows.Bulk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import tools.jackson.core.type.TypeReference;

/** What clients tell many workflows to do. Immutable. */
final class BulkRoutes {

  private static final String BASE = "/api/workflow/bulk/";
  private static final TypeReference<BulkResponse<String>> DONE = new TypeReference<>() {};

  private static final Param.Text REASON = Param.text("reason");
  private static final Param.Flag LATEST = Param.flag("useLatestDefinitions", false);
  private static final Param.Flag ARCHIVE = Param.flag("archiveWorkflow", true);
  private static final Param.Flag WITH_TASKS = Param.flag("includeTasks", true);

  private final Workflows workflows;
  private final Lists lists;

  /** A workflow, or why there is none. */
  private sealed interface Found {
    record One(Workflow workflow) implements Found {}

    record None(String reason) implements Found {}
  }

  BulkRoutes(Workflows workflows, HttpLimits limits) {
    this.workflows = workflows;
    this.lists = new Lists(limits.listed());
  }

  List<Route> routes() {
    return List.of(
        bulk(Route.put(BASE + "pause"), call -> new Bulk.Pause()),
        bulk(Route.put(BASE + "resume"), call -> new Bulk.Resume()),
        bulk(
            Route.post(BASE + "restart").query(LATEST),
            call -> new Bulk.Restart(call.flag(LATEST))),
        bulk(Route.post(BASE + "retry"), call -> new Bulk.Retry()),
        bulk(
            Route.post(BASE + "terminate").query(REASON),
            call -> new Bulk.Terminate(call.text(REASON))),
        bulk(Route.delete(BASE + "remove").query(ARCHIVE), call -> new Bulk.Remove()),
        bulk(
            Route.delete(BASE + "terminate-remove").query(ARCHIVE, REASON),
            call -> new Bulk.TerminateAndRemove(call.text(REASON))),
        Route.post(BASE + "search")
            .query(WITH_TASKS)
            .body(Shape.NAMES)
            .json(new TypeReference<BulkResponse<Workflow>>() {}, this::search));
  }

  private Route bulk(Route.Spec spec, Function<Call, Bulk> what) {
    return spec.body(Shape.NAMES)
        .json(
            DONE, call -> workflows.each(lists.bounded(call.body(Shape.NAMES)), what.apply(call)));
  }

  private CompletableFuture<BulkResponse<Workflow>> search(Call call) {
    boolean withTasks = call.flag(WITH_TASKS);
    List<String> ids = lists.bounded(call.body(Shape.NAMES));
    return Lists.each(ids, id -> found(id, withTasks)).thenApply(BulkRoutes::response);
  }

  private CompletableFuture<Found> found(String id, boolean withTasks) {
    return workflows
        .workflow(id, withTasks)
        .handle((workflow, fault) ->
            fault == null ? new Found.One(workflow) : new Found.None(reason(fault)));
  }

  private static BulkResponse<Workflow> response(Map<String, Found> all) {
    Map<String, String> errors = new LinkedHashMap<>();
    List<Workflow> workflows = new ArrayList<>();
    all.forEach((id, found) -> {
      switch (found) {
        case Found.One(Workflow workflow) -> workflows.add(workflow);
        case Found.None(String reason) -> errors.put(id, reason);
      }
    });
    return new BulkResponse<>(errors, workflows, "Bulk Request has been processed.");
  }

  private static String reason(Throwable fault) {
    Throwable cause = fault.getCause() == null ? fault : fault.getCause();
    return String.valueOf(cause.getMessage());
  }
}
