package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast a backlog is worked off: thousands of workflows of three tasks each are started first,
 * then our worker does their tasks, 30 at a time of each type, without work of their own. Every
 * result is on the disk before it is answered. Processor time is that of whole processes, starting
 * with the first poll and ending with the last answer.
 */
final class DrainSection implements ServerSection {

  private static final Goal EMBEDDED_RATE = new Goal.AtLeast(10_000);
  private static final Goal POSTGRES_RATE = new Goal.AtLeast(5_000);
  private static final Goal EMBEDDED_CPU = new Goal.AtMost(100);
  private static final Goal POSTGRES_CPU = new Goal.AtMost(200);
  private static final Goal REQUESTS = new Goal.AtMost(1.01);

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public List<Row> run(Site site) throws Exception {
    ServerBenchOptions options = site.options();
    DrainSample ours;
    try (Bout bout = Bout.ours(site)) {
      ours = bout.drained(options.warmups(), options.rounds());
    }
    List<Row> rows = new ArrayList<>();
    Goal rate = site.isEmbedded() ? EMBEDDED_RATE : POSTGRES_RATE;
    if (site.reference() == null) {
      rows.add(Row.alone("drain_rate", Unit.TASKS_A_SECOND, ours.tasksPerSecond(), rate));
    } else {
      DrainSample theirs = reference(site, site.reference());
      rows.add(
          Row.against(
              "drain_rate",
              Unit.TASKS_A_SECOND,
              ours.tasksPerSecond(),
              "reference",
              theirs.tasksPerSecond(),
              rate));
      rows.add(
          Row.against(
              "drain_client_cpu",
              Unit.CPU_MICROS_A_TASK,
              ours.clientCpu(),
              "reference",
              theirs.clientCpu(),
              new Goal.None()));
    }
    cpu(site, ours, rows);
    rows.add(Row.alone("drain_requests", Unit.REQUESTS_A_TASK, ours.requests(), REQUESTS));
    return rows;
  }

  private static DrainSample reference(Site site, String url) throws InterruptedException {
    try (Bout bout = Bout.reference(site, url)) {
      return bout.drained(1, Math.min(3, site.options().rounds()));
    }
  }

  private static void cpu(Site site, DrainSample ours, List<Row> rows) {
    Goal goal = site.isEmbedded() ? EMBEDDED_CPU : POSTGRES_CPU;
    Unit unit = Unit.CPU_MICROS_A_TASK;
    double both = ours.serverCpu() + ours.databaseCpu();
    rows.add(Row.alone("drain_server_cpu", unit, both, goal));
    if (!site.isEmbedded()) {
      rows.add(Row.alone("drain_database_cpu", unit, ours.databaseCpu(), new Goal.None()));
    }
    if (site.reference() == null) {
      rows.add(Row.alone("drain_client_cpu", unit, ours.clientCpu(), new Goal.None()));
    }
  }
}
