package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Whether what lies in the store slows down what runs: the drain and the wait for a worker, on an
 * empty server and then on the same one with a hundred thousand running workflows, each of which
 * has ten tasks that nobody polls. And what these take in memory and on disk. The engine remembers
 * a bounded number of workflows, so the heap grows until that is reached and not any more: it is
 * measured with a tenth of the backlog and with all of it. What filling wrote is on the disk before
 * the full server is timed.
 */
final class FlatSection implements ServerSection {

  private static final Goal RATE = new Goal.AtLeastTimes(0.8);
  private static final Goal PICK_UP = new Goal.AtMostTimes(1.2);
  private static final Goal HEAP = new Goal.AtMostTimes(1.2);
  private static final int MOST_ROUNDS = 3;
  private static final int FIRST_PART = 10;
  private static final double MEBIBYTE = 1 << 20;
  private static final String EMPTY = "empty server";

  @Override
  public String name() {
    return "flat";
  }

  private record Figures(DrainSample drain, Histogram pickUp, long heap, long disk) {}

  @Override
  public List<Row> run(Site site) throws Exception {
    ServerBenchOptions options = site.options();
    try (Bout bout = Bout.ours(site)) {
      Figures empty = figures(bout, options, options.warmups());
      bout.flows().registerPending(options.pendingEach());
      int tenth = Math.ceilDiv(options.running(), FIRST_PART);
      long heapOfTenth = filled(site, bout, tenth);
      long heapOfAll = filled(site, bout, options.running() - tenth);
      long disk = bout.server().diskBytes();
      bout.server().settle();
      Figures full = figures(bout, options, 1);
      return List.of(
          row(
              "flat_rate",
              Unit.TASKS_A_SECOND,
              full.drain().tasksPerSecond(),
              empty.drain().tasksPerSecond(),
              RATE),
          pickUp("flat_pickup_p50", full, empty, 50),
          pickUp("flat_pickup_p99", full, empty, 99),
          Row.against(
              "flat_heap",
              Unit.MEBIBYTES,
              heapOfAll / MEBIBYTE,
              "a tenth of it",
              heapOfTenth / MEBIBYTE,
              HEAP),
          Row.alone("flat_heap_empty", Unit.MEBIBYTES, empty.heap() / MEBIBYTE, new Goal.None()),
          Row.alone(
              "flat_disk",
              Unit.BYTES_A_WORKFLOW,
              (disk - empty.disk()) / (double) options.running(),
              new Goal.None()));
    }
  }

  /** The heap with so many workflows more. */
  private static long filled(Site site, Bout bout, int workflows)
      throws InterruptedException, IOException {
    site.progress().turn("filling", "%,d workflows".formatted(workflows));
    bout.flows().start(bout.flows().pending(), workflows);
    return bout.server().heapBytes();
  }

  private static Figures figures(Bout bout, ServerBenchOptions options, int warmups)
      throws InterruptedException, IOException {
    DrainSample drain = bout.drained(warmups, Math.min(MOST_ROUNDS, options.rounds()));
    Duration time = options.paced().dividedBy(2);
    Histogram pickUp = PickUpSection.measure(bout, time);
    return new Figures(drain, pickUp, bout.server().heapBytes(), bout.server().diskBytes());
  }

  private static Row pickUp(String name, Figures full, Figures empty, double percentile) {
    return row(
        name,
        Unit.MILLIS,
        PickUpSection.millis(full.pickUp(), percentile),
        PickUpSection.millis(empty.pickUp(), percentile),
        PICK_UP);
  }

  private static Row row(String name, Unit unit, double full, double empty, Goal goal) {
    return Row.against(name, unit, full, EMPTY, empty, goal);
  }
}
