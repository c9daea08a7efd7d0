package dev.millrace.server.http;

import java.util.ArrayList;
import java.util.List;

/** All routes there are. */
final class Routes {

  private Routes() {}

  static RouteTable table(
      Services services, HttpLimits limits, Gate gate, Waiting waiting, Problems problems) {
    var tasks = services.tasks();
    var workflows = services.workflows();
    List<Route> all = new ArrayList<>();
    all.addAll(new TaskRoutes(tasks, workflows, limits).routes());
    all.add(EndPollsRoute.of(waiting));
    all.add(new UpdateManyRoute(tasks, limits, problems).route());
    all.addAll(new QueueRoutes(tasks, limits).routes());
    all.addAll(new StartRoutes(workflows).routes());
    all.addAll(new WorkflowRoutes(workflows, limits).routes());
    all.addAll(new CommandRoutes(workflows).routes());
    all.addAll(new BulkRoutes(workflows, limits).routes());
    all.addAll(new DefinitionRoutes(services.definitions(), limits).routes());
    all.addAll(new AdminRoutes(services, limits).routes());
    all.addAll(AbsentRoutes.routes());
    all.addAll(new WatchRoutes(services.health(), services.metrics(), gate).routes());
    all.addAll(OpenApi.routes(List.copyOf(all)));
    return new RouteTable(all);
  }
}
