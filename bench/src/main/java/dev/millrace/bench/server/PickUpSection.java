package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long a task waits for its worker, when there is nothing to wait for: a hundred workflows of
 * three tasks are started every second, at fixed times. Measured is from the task's {@code
 * scheduledTime} until the worker's code runs. That time is in whole milliseconds, rounded down, so
 * half a millisecond of each figure is not there in truth.
 */
final class PickUpSection implements ServerSection {

  private static final Goal P50 = new Goal.AtMost(2);
  private static final Goal P99 = new Goal.AtMost(15);

  @Override
  public String name() {
    return "pickup";
  }

  @Override
  public List<Row> run(Site site) throws Exception {
    Duration time = site.options().paced();
    Histogram ours;
    try (Bout bout = Bout.ours(site)) {
      bout.warmUp(site.options().warmups());
      bout.server().settle();
      ours = measure(bout, time);
    }
    if (site.reference() == null) {
      return List.of(
          Row.alone("pickup_p50", Unit.MILLIS, millis(ours, 50), P50),
          Row.alone("pickup_p99", Unit.MILLIS, millis(ours, 99), P99));
    }
    try (Bout bout = Bout.reference(site, site.reference())) {
      bout.warmUp(site.options().warmups());
      Histogram theirs = measure(bout, time);
      return List.of(
          row("pickup_p50", ours, theirs, 50, P50), row("pickup_p99", ours, theirs, 99, P99));
    }
  }

  /** The first part is to settle at this pace. */
  static Histogram measure(Bout bout, Duration time) throws InterruptedException {
    Histogram _ = new PacedFlow(bout).run(time.dividedBy(2));
    return new PacedFlow(bout).run(time);
  }

  static double millis(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }

  private static Row row(
      String name, Histogram ours, Histogram theirs, double percentile, Goal goal) {
    return Row.against(
        name, Unit.MILLIS, millis(ours, percentile), "reference", millis(theirs, percentile), goal);
  }
}
