package dev.millrace.server.http;

import java.util.ArrayList;
import java.util.List;

/** All routes there are. */
final class Routes {

  private Routes() {}

  static RouteTable table(Services services, HttpLimits limits, Gate gate) {
    List<Route> all = new ArrayList<>();
    all.addAll(new TaskRoutes(services.tasks(), services.workflows(), limits).routes());
    all.addAll(new WatchRoutes(services.health(), services.metrics(), gate).routes());
    return new RouteTable(all);
  }
}
