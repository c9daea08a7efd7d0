package dev.millrace.cli.rankd;

import dev.millrace.plan.json.JsonBuffer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long things took. Any thread may record. */
final class LatencyFigures {

  private static final long LONGEST = 3_600_000_000_000L;

  private final Recorder recorder = new Recorder(LONGEST, 3);

  void record(long nanos) {
    recorder.recordValue(Math.clamp(nanos, 0, LONGEST));
  }

  /** What was recorded since the last call. */
  Histogram take() {
    return recorder.getIntervalHistogram();
  }

  static double micros(long nanos) {
    return nanos / 1e3;
  }

  /** As the event loop's figures have it. */
  static void write(String name, Histogram times, JsonBuffer json) {
    json.name(name).beginObject().name("min_us").number(micros(least(times)));
    json.name("max_us").number(micros(times.getMaxValue()));
    json.name("mean_us").number(times.getMean() / 1e3);
    json.name("p50_us").number(micros(times.getValueAtPercentile(50)));
    json.name("p90_us").number(micros(times.getValueAtPercentile(90)));
    json.name("p99_us").number(micros(times.getValueAtPercentile(99)));
    json.name("count").number(times.getTotalCount()).endObject();
  }

  static String text(Histogram times) {
    return "min %.0f  p50 %.0f  p90 %.0f  p99 %.0f  max %.0f us"
        .formatted(
            micros(least(times)),
            micros(times.getValueAtPercentile(50)),
            micros(times.getValueAtPercentile(90)),
            micros(times.getValueAtPercentile(99)),
            micros(times.getMaxValue()));
  }

  /** A histogram without values has the greatest number there is as its least. */
  static long least(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMinValue();
  }
}
