package dev.millrace.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the reference has and this server does not: told in words instead of 404. */
final class AbsentRoutes {

  private AbsentRoutes() {}

  static List<Route> routes() {
    String events = "Event handlers are not supported";
    String storage = "External payload storage is not supported: payloads are in the store";
    List<Route> all = new ArrayList<>();
    all.add(absent(Route.get("/api/event"), events));
    all.add(absent(Route.post("/api/event"), events));
    all.add(absent(Route.put("/api/event"), events));
    all.add(absent(Route.get("/api/event/{event}"), events));
    all.add(absent(Route.delete("/api/event/{event}"), events));
    for (String resource : List.of("/api/tasks", "/api/workflow")) {
      all.add(absent(Route.get(resource + "/external-storage-location"), storage));
      all.add(absent(Route.get(resource + "/externalstoragelocation"), storage));
    }
    String environment = "Environment variables are not shown to clients";
    all.add(absent(Route.get("/api/environment"), environment));
    all.add(absent(Route.get("/api/environment/{key}"), environment));
    all.add(absent(Route.get("/api/secrets"), "Secrets are not supported"));
    all.add(absent(Route.get("/context.js"), "There is no agent context"));
    all.add(
        absent(
            Route.post("/api/workflow/test"),
            "Tests of workflows with mocked tasks are not supported"));
    return all;
  }

  private static Route absent(Route.Spec spec, String why) {
    return spec.nothing(501, call -> CompletableFuture.failedFuture(new Refusal(501, why)));
  }
}
