package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same drain, done by the official Java client in a process of its own, as it comes and with
 * its update-v2. That client is not shipped: {@code mvn -q -f bench/sdk package} fetches it, and
 * without it this section is left out. A round ends when the last task was worked on; its result is
 * on the way then. That client sends every result by itself, so its rounds are smaller than those
 * of the drain.
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

  /** To warm up, and to measure; each takes as long as several of ours. */
  private static final int REFERENCE_ROUNDS = 3;

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
    List<Row> rows = new ArrayList<>();
    try (Bout ours = Bout.ours(site)) {
      if (site.reference() == null) {
        measure(site, ours, null, rows);
      } else {
        try (Bout theirs = Bout.reference(site, site.reference())) {
          measure(site, ours, theirs, rows);
        }
      }
    }
    return rows;
  }

  private static void measure(Site site, Bout ours, @Nullable Bout theirs, List<Row> rows)
      throws IOException, InterruptedException {
    int warmups = WARMUPS_TIMES * site.options().warmups();
    measure(site, ours, theirs, new Manner("sdk", false, warmups), rows);
    // The server is warm then.
    measure(site, ours, theirs, new Manner("sdk_v2", true, (warmups + 1) / 2), rows);
  }

  /**
   * How the client works.
   *
   * @param name that the rows begin with
   * @param chained whether it sends results as update-v2, and goes on with the task in the answer
   */
  private record Manner(String name, boolean chained, int warmups) {}

  private static void measure(
      Site site, Bout ours, @Nullable Bout theirs, Manner manner, List<Row> rows)
      throws IOException, InterruptedException {
    int rounds = site.options().rounds();
    DrainSample sample = drained(site, ours, manner, manner.warmups(), rounds);
    String rate = manner.name() + "_rate";
    if (theirs == null) {
      Goal goal = site.isEmbedded() ? EMBEDDED : POSTGRES;
      rows.add(Row.alone(rate, Unit.TASKS_A_SECOND, sample.tasksPerSecond(), goal));
    } else {
      int few = Math.min(REFERENCE_ROUNDS, rounds);
      DrainSample rival = drained(site, theirs, manner, few, few);
      rows.add(
          Row.against(
              rate,
              Unit.TASKS_A_SECOND,
              sample.tasksPerSecond(),
              "reference",
              rival.tasksPerSecond(),
              TIMES));
    }
    double server = sample.serverCpu() + sample.databaseCpu();
    rows.add(cpu(manner.name() + "_server_cpu", server));
    rows.add(cpu(manner.name() + "_client_cpu", sample.clientCpu()));
  }

  private static Row cpu(String name, double micros) {
    return Row.alone(name, Unit.CPU_MICROS_A_TASK, micros, new Goal.None());
  }

  private static DrainSample drained(Site site, Bout bout, Manner manner, int warmups, int rounds)
      throws IOException, InterruptedException {
    int workflows = Math.min(MOST_WORKFLOWS, bout.workflows());
    List<DrainSample> samples = new ArrayList<>();
    try (SdkProcess worker = SdkProcess.start(site.sdk(), bout, manner.chained())) {
      for (int round = -warmups; round < rounds; round++) {
        site.progress().turn(round < 0 ? "warm-up" : "round " + (round + 1), manner.name());
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
