package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * The same drain, done by the official Java client in a process of its own. That client is not
 * shipped: {@code mvn -q -f bench/sdk package} fetches it, and without it this section is left out.
 * A round ends when the last task was worked on; its result is on the way then. That client sends
 * every result by itself, so its rounds are smaller than those of the drain.
 */
final class SdkSection implements ServerSection {

  /** Twenty times what the reference did on the same store. */
  private static final Goal EMBEDDED = new Goal.AtLeast(20 * 40);

  private static final Goal POSTGRES = new Goal.AtLeast(20 * 150);
  private static final Goal TIMES = new Goal.AtLeastTimes(20);

  /** Rounds of some seconds; with more workflows the rate stays the same. */
  private static final int MOST_WORKFLOWS = 2_000;

  /** More rounds to warm up, since they are smaller: both processes compile for a minute. */
  private static final int WARMUPS_TIMES = 3;

  @Override
  public String name() {
    return "sdk";
  }

  @Override
  public List<Row> run(Site site) throws Exception {
    if (!Files.isDirectory(SdkProcess.jars(site.sdk()))) {
      site.progress()
          .trouble(
              "sdk left out: no client in %s; fetch it with: mvn -q -f %s package"
                  .formatted(SdkProcess.jars(site.sdk()), site.sdk()));
      return List.of();
    }
    ServerBenchOptions options = site.options();
    DrainSample ours;
    try (Bout bout = Bout.ours(site)) {
      ours = drained(site, bout, WARMUPS_TIMES * options.warmups(), options.rounds());
    }
    List<Row> rows = new ArrayList<>();
    if (site.reference() == null) {
      Goal goal = site.isEmbedded() ? EMBEDDED : POSTGRES;
      rows.add(Row.alone("sdk_rate", Unit.TASKS_A_SECOND, ours.tasksPerSecond(), goal));
    } else {
      DrainSample theirs;
      try (Bout bout = Bout.reference(site, site.reference())) {
        theirs = drained(site, bout, 1, Math.min(3, options.rounds()));
      }
      rows.add(
          Row.against(
              "sdk_rate",
              Unit.TASKS_A_SECOND,
              ours.tasksPerSecond(),
              "reference",
              theirs.tasksPerSecond(),
              TIMES));
    }
    double cpu = ours.serverCpu() + ours.databaseCpu();
    rows.add(Row.alone("sdk_server_cpu", Unit.CPU_MICROS_A_TASK, cpu, new Goal.None()));
    rows.add(
        Row.alone("sdk_client_cpu", Unit.CPU_MICROS_A_TASK, ours.clientCpu(), new Goal.None()));
    return rows;
  }

  private static DrainSample drained(Site site, Bout bout, int warmups, int rounds)
      throws IOException, InterruptedException {
    int workflows = Math.min(MOST_WORKFLOWS, bout.workflows());
    List<DrainSample> samples = new ArrayList<>();
    try (SdkProcess worker = SdkProcess.start(site.sdk(), bout)) {
      for (int round = -warmups; round < rounds; round++) {
        site.progress().turn(round < 0 ? "warm-up" : "round " + (round + 1), "official client");
        bout.flows().start(bout.flows().chain(), workflows);
        DrainSample sample = worker.drain(workflows * Flows.CHAIN_TASKS);
        if (round >= 0) {
          samples.add(sample);
        }
      }
    }
    return DrainSample.median(samples);
  }
}
