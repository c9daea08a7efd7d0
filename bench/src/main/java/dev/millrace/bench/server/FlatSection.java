package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Whether what lies in the store slows down what runs: the drain and the wait for a worker, on an
 * empty server and on one with a hundred thousand running workflows, each of which has ten tasks
 * that nobody polls. Both servers are there at the same time and take rounds in turn, so that what
 * the machine and its disk do meanwhile meets both. And what the workflows take in memory and on
 * disk. The engine remembers a bounded number of workflows, so the heap grows until that is reached
 * and not any more: it is measured with a tenth of the backlog and with all of it. What filling
 * wrote is on the disk before the rounds begin.
 */
final class FlatSection implements ServerSection {

  private static final Goal RATE = new Goal.AtLeastTimes(0.8);
  private static final Goal PICK_UP = new Goal.AtMostTimes(1.2);
  private static final Goal HEAP = new Goal.AtMostTimes(1.2);
  private static final int FIRST_PART = 10;

  /** A disk has bad seconds: many short turns, so that both servers meet as many of them. */
  private static final int PICK_UP_TURNS_A_ROUND = 2;

  private static final int PICK_UP_PARTS = 4;
  private static final double MEBIBYTE = 1 << 20;
  private static final String EMPTY = "empty server";

  @Override
  public String name() {
    return "flat";
  }

  @Override
  public List<Row> run(Site site) throws Exception {
    ServerBenchOptions options = site.options();
    try (Bout empty = Bout.ours(site);
        Bout full = Bout.ours(site)) {
      empty.warmUp(options.warmups());
      full.warmUp(options.warmups());
      long heapOfNone = full.server().heapBytes();
      long diskOfNone = full.server().diskBytes();
      full.flows().registerPending(options.pendingEach());
      int tenth = Math.ceilDiv(options.running(), FIRST_PART);
      long heapOfTenth = filled(site, full, tenth);
      long heapOfAll = filled(site, full, options.running() - tenth);
      long disk = full.server().diskBytes() - diskOfNone;
      full.server().settle();
      List<Row> rows = new ArrayList<>(timed(options, new Turns(empty), new Turns(full)));
      rows.add(
          Row.against(
              "flat_heap",
              Unit.MEBIBYTES,
              heapOfAll / MEBIBYTE,
              "a tenth of it",
              heapOfTenth / MEBIBYTE,
              HEAP));
      rows.add(
          Row.alone("flat_heap_empty", Unit.MEBIBYTES, heapOfNone / MEBIBYTE, new Goal.None()));
      rows.add(
          Row.alone(
              "flat_disk",
              Unit.BYTES_A_WORKFLOW,
              disk / (double) options.running(),
              new Goal.None()));
      return rows;
    }
  }

  /** The heap with so many workflows more. */
  private static long filled(Site site, Bout bout, int workflows)
      throws InterruptedException, IOException {
    site.progress().turn("filling", "%,d workflows".formatted(workflows));
    bout.flows().start(bout.flows().pending(), workflows);
    return bout.server().heapBytes();
  }

  private static List<Row> timed(ServerBenchOptions options, Turns empty, Turns full)
      throws InterruptedException, IOException {
    for (int round = 0; round < options.rounds(); round++) {
      empty.drain();
      full.drain();
    }
    Duration part = options.paced().dividedBy(PICK_UP_PARTS);
    empty.settle(part);
    full.settle(part);
    for (int turn = 0; turn < PICK_UP_TURNS_A_ROUND * options.rounds(); turn++) {
      empty.pickUp(part);
      full.pickUp(part);
    }
    return List.of(
        row("flat_rate", Unit.TASKS_A_SECOND, full.rate(), empty.rate(), RATE),
        row("flat_pickup_p50", Unit.MILLIS, full.millis(50), empty.millis(50), PICK_UP),
        row("flat_pickup_p99", Unit.MILLIS, full.millis(99), empty.millis(99), PICK_UP));
  }

  private static Row row(String name, Unit unit, double full, double empty, Goal goal) {
    return Row.against(name, unit, full, EMPTY, empty, goal);
  }

  /** What one of the two servers has shown when it was its turn. */
  private static final class Turns {
    private final Bout bout;
    private final List<DrainSample> drains = new ArrayList<>();
    private final Histogram pickUp = new Histogram(PacedFlow.DIGITS);

    Turns(Bout bout) {
      this.bout = bout;
    }

    void drain() throws InterruptedException {
      drains.add(bout.drained(0, 1));
    }

    /** The drains are on the disk, and the server has met the slow pace. */
    void settle(Duration time) throws InterruptedException, IOException {
      bout.server().settle();
      Histogram _ = new PacedFlow(bout).run(time);
    }

    void pickUp(Duration time) throws InterruptedException {
      pickUp.add(new PacedFlow(bout).run(time));
    }

    double rate() {
      return DrainSample.median(drains).tasksPerSecond();
    }

    double millis(double percentile) {
      return PickUpSection.millis(pickUp, percentile);
    }
  }
}
