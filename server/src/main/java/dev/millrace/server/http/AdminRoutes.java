package dev.millrace.server.http;

import dev.millrace.client.Task;
import dev.millrace.server.Tasks;
import dev.millrace.server.Workflows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.type.TypeReference;

/** What operators of the reference know. Most of it has nothing to do here. Immutable. */
final class AdminRoutes {

  private static final String BASE = "/api/admin";
  private static final TypeReference<Map<String, String>> WORDS = new TypeReference<>() {};

  private static final Param.Whole START = Param.number("start", 0L, Integer.MAX_VALUE);
  private static final Param.Flag VERBOSE = Param.flag("verbose", false);

  private final Services services;
  private final Param.Whole count;

  AdminRoutes(Services services, HttpLimits limits) {
    this.services = services;
    this.count = Param.number("count", 100L, limits.listed());
  }

  List<Route> routes() {
    Tasks tasks = services.tasks();
    Workflows workflows = services.workflows();
    return List.of(
        Route.get(BASE + "/config")
            .json(WORDS, call -> CompletableFuture.completedFuture(services.config())),
        // Of events; there are none here.
        Route.get(BASE + "/queues")
            .query(VERBOSE)
            .json(WORDS, call -> CompletableFuture.completedFuture(Map.of())),
        Route.get(BASE + "/task/{tasktype}")
            .query(START, count)
            .json(
                new TypeReference<List<Task>>() {},
                call ->
                    tasks.inProgress(
                        call.path("tasktype"), (int) call.number(START), (int) call.number(count))),
        Route.post(BASE + "/sweep/requeue/{workflowId}")
            .text(call -> decided(workflows, call, "true." + call.path("workflowId"))),
        // True would mean that something was broken.
        Route.post(BASE + "/consistency/verifyAndRepair/{workflowId}")
            .text(call -> decided(workflows, call, "false")));
  }

  private static CompletableFuture<String> decided(Workflows workflows, Call call, String answer) {
    return workflows.decide(call.path("workflowId")).thenApply(ignored -> answer);
  }
}
