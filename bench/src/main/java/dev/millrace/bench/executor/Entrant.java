package dev.millrace.bench.executor;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One contender in one workload, with what it has reached so far. Used by one thread at a time. */
final class Entrant {
  /** A batch should take at least this long, so that starting it does not count. */
  private static final double BATCH_NANOS = 10e6;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Contender.Entry entry;
  private final BatchSize batchSize;
  private final List<Double> rounds = new ArrayList<>();
  private final List<Double> roundsCpu = new ArrayList<>();
  private final List<Double> rounds99 = new ArrayList<>();
  private final Histogram all = new Histogram(3);

  /** Found in the warm-up, then kept. */
  private int operations;

  Entrant(Contender.Entry entry, BatchSize batchSize) {
    this.entry = entry;
    this.batchSize = batchSize;
    operations = batchSize.least();
  }

  /** A round that only finds the size of a batch. */
  void warmUp(Duration time) throws InterruptedException {
    double nanos = play(time).nanos();
    operations =
        (int) Math.clamp(BATCH_NANOS / nanos, batchSize.least(), (double) batchSize.most());
  }

  /** A round that counts. */
  void measure(Duration time) throws InterruptedException {
    Round round = play(time);
    roundsCpu.add(round.cpuNanos());
    if (round.latencies() == null) {
      rounds.add(round.nanos());
    } else {
      rounds.add((double) round.latencies().getValueAtPercentile(50));
      rounds99.add((double) round.latencies().getValueAtPercentile(99));
      all.add(round.latencies());
    }
  }

  Figures figures() {
    Figures.Tail tail =
        rounds99.isEmpty()
            ? null
            : new Figures.Tail(median(rounds99), all.getValueAtPercentile(99.9));
    double least = rounds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    return new Figures(median(rounds), least, median(roundsCpu), tail);
  }

  /** Ends the threads. */
  void close() throws Exception {
    entry.threads().close();
  }

  /** For the message about a contender that hangs. */
  String diagnostics() {
    return entry.diagnostics().get();
  }

  private Round play(Duration time) throws InterruptedException {
    Histogram latencies = null;
    long done = 0;
    long elapsed;
    long cpuBefore = SYSTEM.getProcessCpuTime();
    long begin = System.nanoTime();
    do {
      entry.scenario().run(operations);
      done += operations;
      elapsed = System.nanoTime() - begin;
      latencies = merge(latencies, entry.scenario().latencies());
    } while (elapsed < time.toNanos());
    double cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
    return new Round((double) elapsed / done, cpu / done, latencies);
  }

  private static @Nullable Histogram merge(@Nullable Histogram sum, @Nullable Histogram more) {
    if (more == null) {
      return sum;
    }
    Histogram result = sum == null ? new Histogram(more) : sum;
    result.add(more);
    return result;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private record Round(double nanos, double cpuNanos, @Nullable Histogram latencies) {}
}
